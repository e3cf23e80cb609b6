package flinktriage.flink;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which configuration keys, options and headers have a value that nobody may see. */
final class SecretKeys {

    // Words that Flink 2.3 masks in its own configuration (GlobalConfiguration), and more.
    private static final List<String> WORDS =
            List.of(
                    "password",
                    "passwd",
                    "passphrase",
                    "secret",
                    "token",
                    "credential",
                    // A word of its own: "values.as.list" must not count.
                    "sasl");

    // Of several words: compared without the separators between them.
    private static final List<String> PHRASES =
            List.of(
                    "apikey",
                    "authparams",
                    "servicekey",
                    "basicauth",
                    "jaasconfig",
                    "httpheaders",
                    "fsazureaccountkey",
                    "accountkey",
                    "accesskey",
                    "privatekey",
                    "encryptionkey",
                    "signingkey",
                    "authkey",
                    "appkey",
                    "masterkey",
                    "sharedkey",
                    "hmackey",
                    "keystorekey",
                    "userinfo",
                    "jsessionid",
                    "routingkey",
                    "integrationkey",
                    "webhookurl");

    // Too short to look for inside of other words.
    private static final Set<String> LAST_SEGMENTS =
            Set.of("pw", "sig", "signature", "authorization", "cookie", "jaas");

    // Also at the end of a word: dbpwd, dbPass.
    private static final List<String> ENDINGS = List.of("pwd", "pass", "x-auth");

    private static final Set<String> NO_ENDINGS = Set.of("compass", "bypass");

    // Of an address only.
    private static final Set<String> PARAMETERS =
            Set.of("code", "key", "auth", "jwt", "otp", "hmac", "session");

    private static final Set<String> SPACED = Set.of("authorization", "cookie", "jaas");

    private SecretKeys() {}

    static boolean isSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return containsOne(lower, WORDS)
                || containsOne(joined(lower), PHRASES)
                || LAST_SEGMENTS.contains(lastSegment(lower))
                || (ENDINGS.stream().anyMatch(lower::endsWith)
                        && NO_ENDINGS.stream().noneMatch(lower::endsWith));
    }

    /** True for a parameter in the query of an address whose value opens something. */
    static boolean isSecretParameter(String key) {
        return PARAMETERS.contains(key.toLowerCase(Locale.ROOT));
    }

    /** True if the value goes on after a space, to the end of the line. */
    static boolean hasSpacesInValue(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        String joined = joined(lower);
        return joined.contains("jaasconfig")
                || joined.contains("httpheaders")
                || SPACED.contains(lastSegment(lower));
    }

    /** True for a key whose value is a secret even in the middle of a sentence. */
    static boolean isPassword(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return lower.contains("passw") || lower.contains("secret");
    }

    // Not a stream: this runs for each "=" and ":" of large texts.
    private static boolean containsOne(String text, List<String> parts) {
        for (String part : parts) {
            if (text.contains(part)) {
                return true;
            }
        }
        return false;
    }

    private static String joined(String lower) {
        return lower.replace(".", "").replace("_", "").replace("-", "");
    }

    private static String lastSegment(String lower) {
        int end = Math.max(lower.lastIndexOf('.'), lower.lastIndexOf('_'));
        return lower.substring(Math.max(end, lower.lastIndexOf('-')) + 1);
    }
}
