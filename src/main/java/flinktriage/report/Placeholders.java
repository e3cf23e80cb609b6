package flinktriage.report;

import flinktriage.check.Subject;
import flinktriage.model.Job;
import flinktriage.model.Target;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills {@code {job}}, {@code {vertex}}, {@code {subtask}} and {@code {url}} into a step that
 * somebody will paste into a shell. Ids are written by a cluster, so only what looks like an id is
 * taken; an unknown value stays as an upper-case word.
 */
final class Placeholders {

    private static final Pattern NAME = Pattern.compile("\\{(job|vertex|subtask|url)\\}");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final String PLAIN = "_./:@%+=,~-";

    private final Map<String, String> values;

    private Placeholders(Map<String, String> values) {
        this.values = values;
    }

    static Placeholders of(Subject subject, Optional<Job> job, Target target) {
        Map<String, String> values = new LinkedHashMap<>();
        job.map(j -> j.id().hex())
                .filter(id -> ID.matcher(id).matches())
                .ifPresent(id -> values.put("job", id));
        subject.vertex()
                .map(v -> v.hex())
                .filter(id -> ID.matcher(id).matches())
                .ifPresent(id -> values.put("vertex", id));
        subject.subtask().ifPresent(index -> values.put("subtask", Integer.toString(index)));
        if (!target.url().isEmpty()) {
            values.put("url", encoded(target.url()));
        }
        return new Placeholders(values);
    }

    /** What is left of a step without a cluster: up to the part that needs one, or nothing. */
    static String without(String step) {
        StringBuilder left = new StringBuilder();
        for (String part : step.split("; ", -1)) {
            if (NAME.matcher(part).find()) {
                break;
            }
            left.append(left.isEmpty() ? "" : "; ").append(part);
        }
        return left.toString();
    }

    String fill(String step) {
        StringBuilder out = new StringBuilder(step.length() + 64);
        Matcher m = NAME.matcher(step);
        int from = 0;
        while (m.find()) {
            out.append(step, from, m.start());
            String value = values.get(m.group(1));
            if (value == null) {
                out.append(m.group(1).toUpperCase(Locale.ROOT));
            } else {
                out.append(bare(step, m.start()) && needsQuotes(value) ? "'" + value + "'" : value);
            }
            from = m.end();
        }
        return out.append(step, from, step.length()).toString();
    }

    /** Within backticks, and not already within quotes. */
    private static boolean bare(String step, int position) {
        boolean code = false;
        char quote = 0;
        for (int i = 0; i < position; i++) {
            char c = step.charAt(i);
            if (c == '`') {
                code = !code;
                quote = 0;
            } else if (code && (c == '"' || c == '\'')) {
                quote = quote == 0 ? c : quote == c ? 0 : quote;
            }
        }
        return code && quote == 0;
    }

    private static boolean needsQuotes(String value) {
        return !value.chars().allMatch(Placeholders::plain);
    }

    private static boolean plain(int c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
    }

    /** Percent-encodes what a shell reads within any kind of quotes; an address survives it. */
    private static String encoded(String url) {
        StringBuilder out = new StringBuilder();
        for (byte b : url.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xFF;
            if (plain(c) || "[]?&#".indexOf(c) >= 0) {
                out.append((char) c);
            } else {
                out.append('%').append(String.format(Locale.ROOT, "%02X", c));
            }
        }
        return out.toString();
    }
}
