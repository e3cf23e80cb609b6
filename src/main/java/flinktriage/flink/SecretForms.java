package flinktriage.flink;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets that give themselves away by their form or their place: user info in addresses, tokens
 * with a known beginning, private keys, arguments of a command, webhooks.
 *
 * <p>Every repetition in a pattern is either possessive, bounded, or cannot reach the next place
 * where the pattern may begin.
 */
final class SecretForms {

    private static final String MASK = Redaction.MASK;
    private static final String PEM_BEGIN = "-----BEGIN ";
    private static final String PEM_END = "-----END ";

    private static final Pattern USER_INFO = Pattern.compile("://[^\\s/?#\"'<>\\\\]*@");
    // A password that should have been encoded; what begins with a port is none.
    private static final Pattern RAW_USER_INFO =
            Pattern.compile(
                    "://[^\\s/?#\"'<>\\\\:@\\[]{0,128}+:(?!\\d{1,5}(?:[/?#;,\\s]|$))"
                            + "[^\\s\"'<>\\\\]{1,256}@");
    private static final Pattern ENCODED_USER_INFO =
            Pattern.compile("(?i)(%3A%2F%2F)(?:(?!%2F|%3F|%23)[a-z0-9._~%+*!-]){1,256}(%40)");
    private static final Pattern ORACLE =
            Pattern.compile("(jdbc:oracle:[a-z0-9]{1,16}:)[^\\s@]{1,256}@");
    // The last part tells a secret from the words "Basic authentication".
    private static final Pattern AUTHORIZATION =
            Pattern.compile(
                    "(?i)\\b(bearer|basic|negotiate|apikey|geniekey)\\s{1,4}"
                            + "(?-i:(?=[A-Za-z0-9+/][a-z._~+/-]*+[A-Z0-9=]))"
                            + "[A-Za-z0-9._~+/-]{8,}+=*+");
    private static final Pattern JWT =
            Pattern.compile("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9._-]++");
    // Of AWS, GitHub, GitLab, Slack, Google, Vault, Stripe, SendGrid, npm, Databricks, Alibaba
    // Cloud; session tokens of AWS; and PEM as base64.
    private static final Pattern KNOWN_PREFIX =
            Pattern.compile(
                    "(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"
                            + "|gh[pousr]_[A-Za-z0-9]{20,}+"
                            + "|github_pat_[A-Za-z0-9_]{20,}+"
                            + "|glpat-[A-Za-z0-9_-]{16,}+"
                            + "|xox[abeprs]-[A-Za-z0-9-]{10,}+"
                            + "|xapp-[A-Za-z0-9-]{10,}+"
                            + "|AIza[A-Za-z0-9_-]{35}"
                            + "|ya29\\.[A-Za-z0-9_-]{20,}+"
                            + "|hv[bs]\\.[A-Za-z0-9_-]{20,}+"
                            + "|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}+"
                            + "|SG\\.[A-Za-z0-9_-]{16,64}+\\.[A-Za-z0-9_-]{16,}+"
                            + "|npm_[A-Za-z0-9]{30,}+"
                            + "|dapi[a-f0-9]{32}(?![A-Za-z0-9])"
                            + "|LTAI[A-Za-z0-9]{12,}+"
                            + "|(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|LS0tLS1CRUdJTi)[A-Za-z0-9+/=]++)");
    private static final Pattern WEBHOOK =
            Pattern.compile(
                    "(hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/"
                            + "|\\.webhook\\.office\\.com/webhookb?2?/"
                            + "|discord(?:app)?\\.com/api/webhooks/"
                            + "|events\\.(?:eu\\.)?pagerduty\\.com/integration/"
                            + "|api\\.telegram\\.org/bot)[A-Za-z0-9/_:@-]++");
    private static final Pattern CURL_USER =
            Pattern.compile(
                    "(?<![A-Za-z0-9._-])((?:-u|--user|--proxy-user)[ =][^\\s:]{1,128}:)"
                            + "[^\\s\"']{1,256}+");
    private static final Pattern OPTION =
            Pattern.compile(
                    "(?<![A-Za-z0-9._-])(--?[A-Za-z0-9._-]{1,64}+(?:[ \\t]{1,4}|\\s{0,4}\\n\\s{0,4}))"
                            + "((?:\"[^\"\\n]{1,512}\"|'[^'\\n]{1,512}'|[^\\s\"'-])[^\\s\"']*+)");
    private static final Pattern OPTION_IN_LIST =
            Pattern.compile(
                    "(?<![A-Za-z0-9._-])(--?[A-Za-z0-9._-]{1,64}+[\"']?, ?)"
                            + "((?:\"[^\"\\n]{1,512}\"|'[^'\\n]{1,512}'|[^\\s\"',\\])-])[^\\s\"',\\])]*+)");
    private static final Pattern ELEMENT =
            Pattern.compile("(<[A-Za-z0-9._:-]{1,64}+>)([^<>]{1,4096})(?=</)");

    /** As Hadoop writes its configuration, Kubernetes an environment, Java its objects. */
    private static final Pattern NAMED =
            Pattern.compile(
                    "(?i)(\\b(?:name|key)(?:\\\\{0,4}[\"'])?(?:[=:]|>)[ ]?(?:\\\\{0,4}[\"'])?"
                            + "([a-z0-9._-]{1,128}+)(?:\\\\{0,4}[\"'])?(?:,|</(?:name|key)>)\\s{0,16}"
                            + "(?:\\\\{0,4}[\"']|<)?value(?:\\\\{0,4}[\"'])?(?:[=:]|>)[ ]?"
                            + "(?:\\\\{0,4}[\"'])?)([^\\s\"',<>\\\\)\\]}]{1,512}+)");

    /** {@code password 'x'}, {@code setPassword("x")}, {@code (password,x)}. */
    private static final Pattern SPOKEN =
            Pattern.compile(
                    "(?i)((?:passw(?:or)?d|passphrase)(?: {1,3}[\"'`]|\\([\"'`]))([^\"'`\\n]{1,256}+)"
                            + "(?=[\"'`])");

    private static final Pattern TUPLE =
            Pattern.compile(
                    "(?<![A-Za-z0-9_])(\\([A-Za-z0-9._-]{1,64}+,)([^\\s()\"',]{1,256}+)(?=\\))");

    /** What Flink and Kafka say of a value that they cannot read. */
    private static final Pattern REJECTED =
            Pattern.compile(
                    "(?i)(\\bvalue ['\"]?)([^\\s'\"]{1,512}+)(?=['\"]? for (?:the )?"
                            + "(?:key|option|configuration|property) ['\"]?([a-z0-9._-]{1,128}+))");

    private static final Pattern ENCODED_PAIR =
            Pattern.compile(
                    "(?i)((?<![a-z0-9._-])(?:(?<=%)[0-9a-f]{2})?([a-z0-9._-]{1,64}+)%3D)"
                            + "(?:[a-z0-9._~*!+-]|%(?!0A|20|22|26|2C|3B)[0-9a-f]{2}){1,512}+");

    private SecretForms() {}

    static String mask(String text) {
        String result = withoutPrivateKeys(text);
        if (has(result, '/')) {
            result = USER_INFO.matcher(result).replaceAll("://" + MASK + "@");
            result = RAW_USER_INFO.matcher(result).replaceAll("://" + MASK + "@");
            result = ORACLE.matcher(result).replaceAll("$1" + MASK + "@");
            result = WEBHOOK.matcher(result).replaceAll("$1" + MASK);
        }
        result = AUTHORIZATION.matcher(result).replaceAll("$1 " + MASK);
        result = JWT.matcher(result).replaceAll(MASK);
        result = KNOWN_PREFIX.matcher(result).replaceAll(MASK);
        if (has(result, '-')) {
            result = CURL_USER.matcher(result).replaceAll("$1" + MASK);
            result = OPTION.matcher(result).replaceAll(SecretForms::option);
            result = OPTION_IN_LIST.matcher(result).replaceAll(SecretForms::option);
        }
        if (has(result, '<')) {
            result = ELEMENT.matcher(result).replaceAll(m -> masked(m, m.group(1)));
        }
        result = NAMED.matcher(result).replaceAll(m -> masked(m, m.group(2)));
        result = SPOKEN.matcher(result).replaceAll("$1" + MASK);
        if (has(result, '(')) {
            result = TUPLE.matcher(result).replaceAll(SecretForms::tuple);
        }
        if (result.contains(" for ")) {
            result = REJECTED.matcher(result).replaceAll(m -> masked(m, m.group(3)));
        }
        if (has(result, '%')) {
            result = ENCODED_USER_INFO.matcher(result).replaceAll("$1" + MASK + "$2");
            result = ENCODED_PAIR.matcher(result).replaceAll(m -> masked(m, m.group(2)));
        }
        return result;
    }

    /** Most texts are names of metrics; what cannot match in them need not be tried. */
    private static boolean has(String text, char c) {
        return text.indexOf(c) >= 0;
    }

    private static String masked(MatchResult match, String around) {
        // The separators around the key in "--key " and "<key>" belong to no key.
        String key = around.replaceAll("[\"',<>\\s]", " ").strip();
        String whole = SecretKeys.isSecret(key) ? match.group(1) + MASK : match.group();
        return Matcher.quoteReplacement(whole);
    }

    /** One dash is also the dash of a sentence. */
    private static String option(MatchResult match) {
        String key = match.group(1);
        return key.startsWith("--") || SecretKeys.isPassword(key)
                ? masked(match, key)
                : Matcher.quoteReplacement(match.group());
    }

    private static String tuple(MatchResult match) {
        String whole =
                SecretKeys.isPassword(match.group(1)) ? match.group(1) + MASK : match.group();
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
            int key = text.substring(begin, labelEnd).indexOf("PRIVATE KEY");
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
