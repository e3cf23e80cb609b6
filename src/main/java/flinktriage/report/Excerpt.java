package flinktriage.report;

import flinktriage.model.SourceSpan;
import flinktriage.plan.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The line of a file in which a piece begins, harmless and as wide as there is room, with marks
 * below the piece.
 */
record Excerpt(int line, String text, String marks) {

    private static final String CUT = "...";
    private static final int TAB = 4;

    /** Longer lines are no SQL that anybody has written. */
    private static final int LONGEST = 100_000;

    /** What one character is shown as. */
    private record Cell(int index, String shown) {

        int columns() {
            return Columns.of(shown);
        }

        boolean blank() {
            return shown.isBlank();
        }
    }

    /** Empty if the text does not have the line. */
    static Optional<Excerpt> of(String source, SourceSpan at, int room) {
        return line(source, at.line()).map(line -> inLine(line, at, room));
    }

    private static Excerpt inLine(String line, SourceSpan at, int room) {
        List<Cell> cells = cells(line);
        int first = at.column() - 1;
        int last = at.endLine() == at.line() ? at.endColumn() - 1 : Integer.MAX_VALUE;
        int begin = 0;
        while (begin < cells.size()
                && cells.get(begin).blank()
                && cells.get(begin).index() < first) {
            begin++;
        }
        int end = cells.size();
        while (end > begin && cells.get(end - 1).blank()) {
            end--;
        }
        cells = cells.subList(begin, end);
        int from = 0;
        if (columns(cells) > room) {
            from = start(cells, first, room);
        }
        StringBuilder text = new StringBuilder(from > 0 ? CUT : "");
        StringBuilder marks = new StringBuilder(from > 0 ? " ".repeat(CUT.length()) : "");
        int left = room - text.length();
        boolean all = columns(cells.subList(from, cells.size())) <= left;
        left -= all ? 0 : CUT.length();
        for (Cell cell : cells.subList(from, cells.size())) {
            left -= cell.columns();
            if (left < 0) {
                break;
            }
            text.append(cell.shown());
            boolean meant = cell.index() >= first && cell.index() <= last;
            marks.append((meant ? "^" : " ").repeat(cell.columns()));
        }
        text.append(all ? "" : CUT);
        String shown = marks.toString().stripTrailing();
        return new Excerpt(at.line(), text.toString(), shown.isEmpty() ? marks + "^" : shown);
    }

    /** The first cell to show: the piece begins in the first third of what is seen. */
    private static int start(List<Cell> cells, int piece, int room) {
        int before = 0;
        while (before < cells.size() && cells.get(before).index() < piece) {
            before++;
        }
        if (columns(cells.subList(0, before)) < room * 2 / 3) {
            return 0;
        }
        int from = before;
        int used = CUT.length();
        while (from > 0 && used + cells.get(from - 1).columns() <= room / 3) {
            used += cells.get(--from).columns();
        }
        return from;
    }

    private static int columns(List<Cell> cells) {
        return cells.stream().mapToInt(Cell::columns).sum();
    }

    private static List<Cell> cells(String line) {
        List<Cell> cells = new ArrayList<>();
        int column = 0;
        for (int i = 0; i < line.length(); ) {
            int c = line.codePointAt(i);
            String shown =
                    c == '\t'
                            ? " ".repeat(TAB - column % TAB)
                            : Character.isSpaceChar(c)
                                    ? " "
                                    : Harmless.line(Character.toString(c), 16);
            Cell cell = new Cell(i, shown);
            cells.add(cell);
            column += cell.columns();
            i += Character.charCount(c);
        }
        return cells;
    }

    private static Optional<String> line(String source, int number) {
        SourceText text = new SourceText("", source, 1, 1);
        int from = text.offset(number, 1);
        if (from < 0) {
            return Optional.empty();
        }
        int to = from;
        while (to < source.length() && to - from < LONGEST && !ends(source.charAt(to))) {
            to++;
        }
        return Optional.of(source.substring(from, to));
    }

    private static boolean ends(char c) {
        return c == '\n' || c == '\r';
    }
}
