package flinktriage.sql;

import flinktriage.plan.Spelling;
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

    /** The key that only goes on, or the one with the fewest changes; a third may differ. */
    Optional<String> nearest(String key) {
        List<String> real = keys().keySet().stream().filter(k -> !k.endsWith("*")).toList();
        Comparator<String> shortest = Comparator.comparingInt(String::length);
        return real.stream()
                .filter(k -> key.length() > 8 && k.startsWith(key))
                .min(shortest.thenComparing(Comparator.naturalOrder()))
                .or(() -> Spelling.nearest(key, real.stream(), Math.max(2, key.length() / 3)));
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
