package flinktriage.pages;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script in a page.
 *
 * @param sick otherwise healthy
 * @param version of Flink, if it is an example for one only
 * @param sql the whole script, its first comment included
 */
record Example(boolean sick, Optional<String> version, String sql) {

    private static final Pattern FIRST =
            Pattern.compile("-- (sick|healthy)(?: on (1\\.20|2\\.3))?");

    static Example of(List<String> lines) {
        String first = lines.isEmpty() ? "" : lines.get(0);
        Matcher m = FIRST.matcher(first);
        if (!m.matches()) {
            throw new IllegalArgumentException("neither sick nor healthy: " + first);
        }
        return new Example(
                m.group(1).equals("sick"),
                Optional.ofNullable(m.group(2)),
                String.join("\n", lines) + "\n");
    }

    boolean isFor(String flinkVersion) {
        return version.isEmpty() || version.get().equals(flinkVersion);
    }
}
