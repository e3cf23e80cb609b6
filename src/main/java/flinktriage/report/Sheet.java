package flinktriage.report;

import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import java.util.ArrayList;
import java.util.List;

/** Lines with a label in the left margin and, where there is one, a code at the right end. */
final class Sheet {

    private static final int MARGIN = 14;

    private final StringBuilder out = new StringBuilder();
    private final int columns;
    private final Paint paint;

    Sheet(TextStyle style) {
        columns = style.columns();
        paint = new Paint(style.colour());
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
        int word = verdict.name().length();
        lines.set(0, paint.verdict(verdict) + lines.get(0).substring(word));
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
                lines.set(last, lines.get(last) + " ".repeat(free) + paint.dim(tail));
            } else {
                lines.add(" ".repeat(Math.max(0, room() - Columns.of(tail))) + paint.dim(tail));
            }
        }
        String margin = label;
        for (String line : lines) {
            placed(margin, line);
            margin = "";
        }
    }

    /** With a severity as the label, in its colour. */
    void rated(Severity severity, String text, String tail) {
        int start = out.length();
        String word = severity.name();
        entry(word, text, tail);
        int end = start + paint.bold(Columns.padded(word, MARGIN)).length();
        String padded = " ".repeat(MARGIN - word.length());
        out.replace(start, end, paint.as(severity, word) + padded);
    }

    /**
     * A line of a file, and what marks a part of it.
     *
     * @param number of the line
     */
    void quoted(int number, String text, String marks) {
        String gutter = " ".repeat(MARGIN - 2) + "|";
        String numbered = Columns.right(Integer.toString(number), MARGIN - 3) + " |";
        line(paint.dim(numbered) + " " + text);
        line(paint.dim(gutter) + " " + paint.red(marks));
    }

    /** Columns of a whole line. */
    int columns() {
        return columns;
    }

    /** A line without a margin. */
    void bare(String text) {
        line(marked(text));
    }

    /** A line that is laid out already. */
    void placed(String label, String text) {
        String padded = Columns.padded(label, MARGIN);
        line((label.isEmpty() ? padded : paint.bold(padded)) + marked(text));
    }

    @Override
    public String toString() {
        return out.toString().stripTrailing() + "\n";
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    private String marked(String text) {
        return text.replace(TextReport.HERE, paint.red(TextReport.HERE));
    }
}
