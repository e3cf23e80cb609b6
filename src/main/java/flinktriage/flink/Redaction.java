package flinktriage.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of what is written to a file or sent to people: exceptions, configuration,
 * addresses. Flink masks some of them, by key, and none in exceptions. Rather one harmless value
 * too many than one secret too few.
 *
 * <p>Deterministic, linear in time, and a second run changes nothing. Every repetition in a pattern
 * is either possessive, bounded, or cannot reach the next place where the pattern may begin.
 */
public final class Redaction {

    /** What Flink writes in place of a secret. */
    public static final String MASK = "******";

    private static final String PEM_BEGIN = "-----BEGIN ";
    private static final String PEM_END = "-----END ";

    private static final Pattern USER_INFO = Pattern.compile("://[^\\s/?#\"'<>\\\\]*@");
    private static final Pattern ORACLE =
            Pattern.compile("(jdbc:oracle:[a-z0-9]{1,16}:)[^\\s@]{1,256}@");
    // The last part tells a secret from the words "Basic authentication".
    private static final Pattern AUTHORIZATION =
            Pattern.compile(
                    "(?i)\\b(bearer|basic|negotiate)\\s{1,4}"
                            + "(?-i:(?=[A-Za-z0-9+/][a-z._~+/-]*+[A-Z0-9=]))"
                            + "[A-Za-z0-9._~+/-]{8,}+=*+");
    private static final Pattern JWT =
            Pattern.compile("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9._-]++");
    private static final Pattern KNOWN_PREFIX =
            Pattern.compile(
                    "(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"
                            + "|gh[pousr]_[A-Za-z0-9]{20,}+"
                            + "|glpat-[A-Za-z0-9_-]{16,}+"
                            + "|xox[abprs]-[A-Za-z0-9-]{10,}+"
                            + "|AIza[A-Za-z0-9_-]{35})");
    private static final Pattern SLACK_WEBHOOK =
            Pattern.compile("(hooks\\.slack\\.com/(?:services|workflows)/)[A-Za-z0-9/_-]++");
    private static final Pattern OPTION =
            Pattern.compile(
                    "(?<![A-Za-z0-9._-])(--[A-Za-z0-9._-]{1,64}+[ \\t]{1,4})"
                            + "(\"[^\"\\n]{1,512}\"|'[^'\\n]{1,512}'|[^\\s\"'-][^\\s\"']*+)");
    private static final Pattern ELEMENT =
            Pattern.compile("(<[A-Za-z0-9._:-]{1,64}+>)([^<>]{1,4096})(?=</)");

    private Redaction() {}

    /** The text with each secret replaced by {@link #MASK}. */
    public static String text(String text) {
        String result = withoutPrivateKeys(text);
        result = USER_INFO.matcher(result).replaceAll("://" + MASK + "@");
        result = ORACLE.matcher(result).replaceAll("$1" + MASK + "@");
        result = AUTHORIZATION.matcher(result).replaceAll("$1 " + MASK);
        result = JWT.matcher(result).replaceAll(MASK);
        result = KNOWN_PREFIX.matcher(result).replaceAll(MASK);
        result = SLACK_WEBHOOK.matcher(result).replaceAll("$1" + MASK);
        result = OPTION.matcher(result).replaceAll(Redaction::withKey);
        result = ELEMENT.matcher(result).replaceAll(Redaction::withKey);
        return SecretPairs.mask(result);
    }

    /**
     * A copy without secrets: values of secret keys, whether the key is a field's name or stands in
     * one of Flink's {@code {"key": …, "value": …}}, and secrets inside of other strings. Returns
     * the node itself if there is none.
     */
    public static JsonNode json(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object(object);
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
            boolean changed = false;
            for (JsonNode element : array) {
                JsonNode redacted = json(element);
                changed |= redacted != element;
                copy.add(redacted);
            }
            return changed ? copy : node;
        }
        if (node.isTextual()) {
            String redacted = textOrHtml(node.textValue());
            return redacted.equals(node.textValue()) ? node : TextNode.valueOf(redacted);
        }
        return node;
    }

    /** True if the value of this configuration key must not be shown. */
    public static boolean isSecretKey(String key) {
        return SecretKeys.isSecret(key);
    }

    /** Plans are written as HTML, where the quotes around a secret are entities. */
    static String textOrHtml(String text) {
        String redacted = text(text);
        if (!redacted.contains("&quot;") && !redacted.contains("&#")) {
            return redacted;
        }
        String plain = HtmlText.unescape(redacted);
        String again = text(plain);
        return again.equals(plain) ? redacted : HtmlText.escape(again);
    }

    private static JsonNode object(ObjectNode object) {
        boolean secretPair =
                object.path("key").isTextual() && isSecretKey(object.path("key").textValue());
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        boolean changed = false;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String name = field.getKey();
            boolean secret = isSecretKey(name) || (secretPair && name.equals("value"));
            JsonNode redacted = secret ? masked(field.getValue()) : json(field.getValue());
            String shown = text(name);
            changed |= redacted != field.getValue() || !shown.equals(name);
            copy.set(shown, redacted);
        }
        return changed ? copy : object;
    }

    /** Everything below a secret key, except what cannot be a secret. */
    private static JsonNode masked(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(f -> copy.set(f.getKey(), masked(f.getValue())));
            return copy.equals(object) ? object : copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
            array.forEach(element -> copy.add(masked(element)));
            return copy.equals(array) ? array : copy;
        }
        boolean harmless =
                node.isNull()
                        || node.isBoolean()
                        || (node.isTextual()
                                && (node.textValue().isEmpty() || node.textValue().equals(MASK)));
        return harmless ? node : TextNode.valueOf(MASK);
    }

    private static String withKey(MatchResult match) {
        // The separators around the key in "--key " and "<key>" belong to no key.
        String key = match.group(1).replace('<', ' ').replace('>', ' ').strip();
        String whole = isSecretKey(key) ? match.group(1) + MASK : match.group();
        return Matcher.quoteReplacement(whole);
    }

    /** Cuts out PEM blocks of private keys; one that is cut off reaches to the end. */
    private static String withoutPrivateKeys(String text) {
        StringBuilder result = new StringBuilder();
        int copied = 0;
        for (int begin = text.indexOf(PEM_BEGIN);
                begin >= 0;
                begin = text.indexOf(PEM_BEGIN, begin + 1)) {
            int labelEnd = begin + Math.min(text.length() - begin, 64);
            int key = text.substring(begin, labelEnd).indexOf("PRIVATE KEY-----");
            if (begin < copied || key < 0) {
                continue;
            }
            int end = text.indexOf(PEM_END, begin);
            int close = end < 0 ? -1 : text.indexOf("-----", end + PEM_END.length());
            result.append(text, copied, begin).append(MASK);
            copied = close < 0 ? text.length() : close + 5;
        }
        return copied == 0 ? text : result.append(text, copied, text.length()).toString();
    }
}
