package flinktriage.sql;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Keeps out of reports what a table's options must not show. */
public final class Secrets {

    // The words of Flink's own list (GlobalConfiguration), and more; separators do not count.
    private static final Pattern KEY =
            Pattern.compile(
                    "passw|passphrase|secret|token|credential|sasl|jaas|apikey|authparams|servicekey"
                            + "|basicauth|httpheaders?|accountkey|accesskey|privatekey|username");
    private static final Pattern VALUE =
            Pattern.compile(
                    "://[^/\\s]*@|password\\s*=|[?&;](user|pwd|token)=", Pattern.CASE_INSENSITIVE);

    private Secrets() {}

    /** Options that look secret are left out. */
    public static Map<String, String> without(Map<String, String> options) {
        Map<String, String> shown = new LinkedHashMap<>(options);
        shown.entrySet()
                .removeIf(
                        o ->
                                KEY.matcher(
                                                        o.getKey()
                                                                .toLowerCase(Locale.ROOT)
                                                                .replaceAll("[^a-z]", ""))
                                                .find()
                                        || VALUE.matcher(o.getValue()).find());
        return shown;
    }
}
