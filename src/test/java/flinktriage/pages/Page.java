package flinktriage.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of {@code checks/pages} as its lines, cut at the headings. */
record Page(String code, List<String> lines) {

    static final Path FOLDER = Path.of("checks/pages");

    private static final Pattern SPAN = Pattern.compile("`([^`]+)`([^`]{0,12})");

    /** Text in backticks, and whether the words behind it mark it as one of Flink 1.x only. */
    record Span(int line, String text, boolean onlyOneX) {}

    static List<Page> all() {
        return all(FOLDER);
    }

    /** Runbooks have no headings of a page, but facts of the same kind. */
    static List<Page> runbooks() {
        return all(Path.of("runbooks"));
    }

    private static List<Page> all(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page read(Path file) {
        try {
            String name = file.getFileName().toString();
            return new Page(name.substring(0, name.length() - 3), Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> headings() {
        return lines.stream().filter(line -> line.startsWith("## ")).toList();
    }

    /** The lines below a heading of the second level, without blank ones. */
    List<String> section(String heading) {
        List<String> section = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            if (line.startsWith("## ")) {
                inside = line.equals("## " + heading);
            } else if (inside && !line.isBlank()) {
                section.add(line);
            }
        }
        return section;
    }

    /** The steps of {@code Do now} by reason; those before the first reason under an empty one. */
    Map<String, List<String>> steps() {
        Map<String, List<String>> steps = new TreeMap<>();
        String reason = "";
        for (String line : section("Do now")) {
            if (line.startsWith("### ")) {
                reason = line.substring(4);
                steps.put(reason, new ArrayList<>());
            } else {
                steps.computeIfAbsent(reason, key -> new ArrayList<>()).add(line);
            }
        }
        return steps;
    }

    /** The scripts of {@code Example}. */
    List<Example> examples() {
        List<Example> examples = new ArrayList<>();
        List<String> block = new ArrayList<>();
        boolean fenced = false;
        for (String line : section("Example")) {
            if (fenced && line.equals("```")) {
                examples.add(Example.of(block));
                block.clear();
                fenced = false;
            } else if (fenced) {
                block.add(line);
            } else {
                fenced = line.equals("```sql");
            }
        }
        return examples;
    }

    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = SPAN.matcher(lines.get(i));
            int from = 0;
            while (matcher.find(from)) {
                spans.add(
                        new Span(
                                i + 1,
                                matcher.group(1),
                                matcher.group(2).startsWith(" (Flink 1.x)")));
                from = matcher.end(1) + 1;
            }
        }
        return spans;
    }
}
