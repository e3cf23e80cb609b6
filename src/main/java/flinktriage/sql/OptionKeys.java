package flinktriage.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration keys of one version of Flink, from a list that a test compares with Flink's
 * option classes.
 */
final class OptionKeys {

    /** Below these, names are free, or belong to systems whose options are not Flink's own. */
    private static final List<String> FREE =
            List.of(
                    "metrics.reporter.",
                    "metrics.scope.",
                    "metrics.",
                    "traces.reporter.",
                    "events.reporter.",
                    "security.",
                    "env.",
                    "containerized.",
                    "flink.hadoop.",
                    "hadoop.",
                    "fs.",
                    "s3.",
                    "s3a.",
                    "oss.",
                    "gs.",
                    "cos.",
                    "azure.",
                    "yarn.",
                    "kubernetes.",
                    "python.",
                    "high-availability.",
                    "historyserver.",
                    "sql-client.",
                    "sql-gateway.",
                    "state.backend.",
                    "table.exec.hive.",
                    "table.exec.iceberg.",
                    "table.catalog-store.",
                    "hive.",
                    "paimon.",
                    "hoodie.",
                    "fluss.",
                    "client.",
                    "job-result-store.",
                    "pipeline.global-job-parameters.",
                    "$internal.");

    private final PlannerVersion version;
    private Map<String, String> holders;

    OptionKeys(PlannerVersion version) {
        this.version = version;
    }

    boolean known(String key) {
        return keys().containsKey(key)
                || FREE.stream().anyMatch(key::startsWith)
                || keys().containsKey(mapOf(key));
    }

    /** The option of which the key is an entry, if one is a map: marked by a star in the list. */
    private String mapOf(String key) {
        int point = key.lastIndexOf('.');
        while (point > 0) {
            String prefix = key.substring(0, point) + ".*";
            if (keys().containsKey(prefix)) {
                return prefix;
            }
            point = key.lastIndexOf('.', point - 1);
        }
        return "";
    }

    /** {@code class#field} of the option with this very key. */
    Optional<String> holder(String key) {
        return Optional.ofNullable(keys().get(key)).filter(h -> !h.isEmpty());
    }

    /** The key with the fewest changes, if these are few enough for a slip. */
    Optional<String> nearest(String key) {
        Comparator<String> fewest = Comparator.comparingInt(k -> distance(key, k));
        return keys().keySet().stream()
                .filter(k -> !k.endsWith("*"))
                .filter(k -> close(key, k))
                .min(fewest.thenComparing(Comparator.naturalOrder()));
    }

    /** One third may differ; what has only lost or gained its end is close, too. */
    private static boolean close(String key, String other) {
        boolean cut =
                key.length() > 8 && other.startsWith(key)
                        || other.length() > 8 && key.startsWith(other);
        return cut || distance(key, other) <= Math.max(2, key.length() / 3);
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int next = Math.min(diagonal + change, Math.min(row[j], row[j - 1]) + 1);
                diagonal = row[j];
                row[j] = next;
            }
        }
        return row[b.length()];
    }

    private Map<String, String> keys() {
        if (holders == null) {
            holders = load();
        }
        return holders;
    }

    private Map<String, String> load() {
        String name = "/flinktriage/sql/options-" + version + ".txt";
        Map<String, String> read = new HashMap<>();
        try (InputStream in = OptionKeys.class.getResourceAsStream(name);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int space = line.indexOf(' ');
                String key = space < 0 ? line : line.substring(0, space);
                read.put(key, space < 0 ? "" : line.substring(space + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }
}
