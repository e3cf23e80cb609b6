package flinktriage.report;

import flinktriage.check.RunVerdict;
import java.util.ArrayList;
import java.util.List;

/** Lines with a label in the left margin and, where there is one, a code at the right end. */
final class Sheet {

    private static final int MARGIN = 14;
    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";
    private static final String RED = "\u001b[1;31m";

    private final StringBuilder out = new StringBuilder();
    private final int columns;
    private final boolean colour;

    Sheet(TextStyle style) {
        columns = style.columns();
        colour = style.colour();
    }

    /** Columns right of the margin. */
    int room() {
        return columns - MARGIN;
    }

    /**
     * The first line of a section; parts stay whole.
     *
     * @return how many lines it took
     */
    int head(RunVerdict verdict, List<String> parts) {
        List<String> lines = new ArrayList<>(List.of(verdict.name()));
        for (String part : parts) {
            String line = lines.get(lines.size() - 1) + "  " + part;
            if (Columns.of(line) > columns && lines.get(lines.size() - 1).length() > 10) {
                lines.add("          " + part);
            } else {
                lines.set(lines.size() - 1, line);
            }
        }
        String word = verdict.name();
        lines.set(0, painted(word, colour(verdict)) + lines.get(0).substring(word.length()));
        lines.forEach(this::line);
        return lines.size();
    }

    void blank() {
        int end = out.length();
        boolean blank = end > 1 && out.charAt(end - 1) == '\n' && out.charAt(end - 2) == '\n';
        if (end > 0 && !blank) {
            out.append('\n');
        }
    }

    void entry(String label, String text) {
        entry(label, text, "");
    }

    /**
     * @param tail stays whole and ends the last line
     */
    void entry(String label, String text, String tail) {
        entry(label, "", text, tail);
    }

    /**
     * @param lead for the first line, such as {@code "1. "}; further lines are indented by it
     */
    void entry(String label, String lead, String text, String tail) {
        List<String> lines = new ArrayList<>();
        String indent = " ".repeat(lead.length());
        for (String line : Columns.wrapped(text, room() - lead.length())) {
            lines.add((lines.isEmpty() ? lead : indent) + line);
        }
        if (!tail.isEmpty()) {
            int last = lines.size() - 1;
            int free = room() - Columns.of(lines.get(last)) - Columns.of(tail);
            if (free >= 2) {
                lines.set(last, lines.get(last) + " ".repeat(free) + painted(tail, DIM));
            } else {
                lines.add(" ".repeat(Math.max(0, room() - Columns.of(tail))) + painted(tail, DIM));
            }
        }
        String margin = label;
        for (String line : lines) {
            placed(margin, line);
            margin = "";
        }
    }

    /** A line that is laid out already. */
    void placed(String label, String text) {
        String padded = Columns.padded(label, MARGIN);
        line((label.isEmpty() ? padded : painted(padded, BOLD)) + marked(text));
    }

    @Override
    public String toString() {
        return out.toString().stripTrailing() + "\n";
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    private String marked(String text) {
        return colour ? text.replace(TextReport.HERE, painted(TextReport.HERE, RED)) : text;
    }

    private String painted(String text, String code) {
        return colour ? code + text + RESET : text;
    }

    private static String colour(RunVerdict verdict) {
        return switch (verdict) {
            case OK -> "\u001b[1;32m";
            case UNKNOWN -> "\u001b[1;35m";
            case WARNING -> "\u001b[1;33m";
            case CRITICAL -> RED;
        };
    }
}
