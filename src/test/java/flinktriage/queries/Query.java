package flinktriage.queries;

import flinktriage.sql.PlannerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script that says in its first comments what lint must find above INFO: {@code -- expect: none}
 * or codes, for one version {@code -- expect 1.20: FT-SQ-110}. What cannot be planned for a reason
 * that is not the author's fault has {@code -- not assessed} with it.
 */
record Query(String name, String text) {

    private static final String CODE = "FT-SQ-1[0-3][0-9]";

    static List<Query> of(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".sql"))
                    .sorted()
                    .map(Query::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Query read(Path file) {
        try {
            return new Query(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The codes, in their order. */
    Set<String> expected(PlannerVersion version) {
        String value =
                header("expect " + version)
                        .or(() -> header("expect"))
                        .orElseThrow(() -> new IllegalArgumentException(name + " expects nothing"));
        if (value.equals("none")) {
            return Set.of();
        }
        if (!value.matches(CODE + "(, " + CODE + ")*")) {
            throw new IllegalArgumentException(name + " expects " + value);
        }
        return Stream.of(value.split(", ")).collect(Collectors.toCollection(TreeSet::new));
    }

    boolean assessed(PlannerVersion version) {
        return header("not assessed on " + version).or(() -> header("not assessed")).isEmpty();
    }

    private Optional<String> header(String key) {
        String start = "-- " + key + ": ";
        return text.lines()
                .takeWhile(line -> line.startsWith("--"))
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
