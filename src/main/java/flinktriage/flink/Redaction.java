package flinktriage.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;

/**
 * Takes secrets out of what is written to a file or sent to people: exceptions, configuration,
 * addresses. Flink masks some of them, by key, and none in exceptions. Rather one harmless value
 * too many than one secret too few.
 *
 * <p>Deterministic, linear in time, and a second run changes nothing.
 */
public final class Redaction {

    /** What Flink writes in place of a secret. */
    public static final String MASK = "******";

    private static final int MOST_ROUNDS = 4;

    private Redaction() {}

    /** The text with each secret replaced by {@link #MASK}. */
    public static String text(String text) {
        String before = text;
        String after = once(text);
        // A mask may make the start of a secret out of what stood around it. A capture is masked
        // when it is written and when it is read, and both must be the same.
        for (int round = 0; round < MOST_ROUNDS && !after.equals(before); round++) {
            before = after;
            after = once(after);
        }
        return after;
    }

    private static String once(String text) {
        return SecretPairs.mask(SecretForms.mask(text));
    }

    /**
     * A copy without secrets: values of secret keys, whether the key is a field's name or stands in
     * one of Flink's {@code {"key": …, "value": …}} or Kubernetes' {@code {"name": …, "value": …}},
     * and secrets inside of other strings. Returns the node itself if there is none.
     */
    public static JsonNode json(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object(object);
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
            boolean changed = false;
            boolean secretNext = false;
            for (JsonNode element : array) {
                JsonNode redacted = secretNext ? masked(element) : json(element);
                changed |= redacted != element;
                copy.add(redacted);
                secretNext = isSecretOption(element);
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
        boolean secretPair = namesSecret(object.path("key")) || namesSecret(object.path("name"));
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

    /** The arguments of a program, one after the other. */
    private static boolean isSecretOption(JsonNode element) {
        return element.isTextual()
                && element.textValue().matches("--?[A-Za-z0-9._-]{1,64}")
                && isSecretKey(element.textValue());
    }

    private static boolean namesSecret(JsonNode key) {
        return key.isTextual() && isSecretKey(key.textValue());
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
}
