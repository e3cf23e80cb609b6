package flinktriage.report;

import flinktriage.check.Evidence;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Numbers;
import flinktriage.check.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers behind findings, each with its limit and the number of the request it came from. */
final class EvidenceText {

    private static final int LONGEST_LABEL = 60;

    private final Sheet sheet;
    private final boolean pointers;
    private final Map<String, Integer> requests = new LinkedHashMap<>();
    private String margin = "Evidence";

    /**
     * @param pointers whether to say where in the reply each number stands
     */
    EvidenceText(Sheet sheet, boolean pointers) {
        this.sheet = sheet;
        this.pointers = pointers;
    }

    void write(List<LinkedFinding> findings) {
        List<LinkedFinding> shown =
                findings.stream().filter(f -> !f.finding().evidence().isEmpty()).toList();
        if (shown.isEmpty()) {
            return;
        }
        sheet.blank();
        for (LinkedFinding f : shown) {
            entry(about(f));
            table(f.finding().evidence());
        }
        requests();
    }

    /** The numbers of one finding alone, below a line that says whose they are. */
    void under(LinkedFinding f) {
        table(f.finding().evidence());
    }

    /** What the numbers in brackets mean. */
    void requests() {
        requests.forEach((request, number) -> sheet.placed("", "[" + number + "] " + request));
    }

    private void entry(String text) {
        sheet.entry(margin, text);
        margin = "";
    }

    /** The full names; the graph may have shortened them. */
    private static String about(LinkedFinding f) {
        Subject subject = f.finding().subject();
        StringBuilder text = new StringBuilder(f.code().code());
        text.append(' ').append(f.finding().reason());
        text.append("  ").append(Harmless.line(subject.name(), 500));
        subject.subtask().ifPresent(i -> text.append(", subtask ").append(i));
        subject.operator().ifPresent(o -> text.append(", operator ").append(Harmless.line(o, 300)));
        subject.input().ifPresent(i -> text.append(", input ").append(Harmless.line(i, 300)));
        return text.toString();
    }

    private void table(List<Evidence> evidence) {
        List<List<String>> rows = new ArrayList<>();
        for (Evidence e : evidence) {
            rows.add(
                    List.of(
                            Harmless.line(e.label(), 300),
                            Numbers.show(e.observed()),
                            e.limit().map(limit -> "limit " + Numbers.show(limit)).orElse("")));
        }
        int observed = widest(rows, 1);
        int limit = widest(rows, 2);
        int free = sheet.room() - observed - limit - 14;
        int label = Math.min(widest(rows, 0), Math.max(16, Math.min(LONGEST_LABEL, free)));
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            List<String> lines = Columns.wrapped(row.get(0), label);
            for (String line : lines.subList(0, lines.size() - 1)) {
                sheet.placed("", "  " + line);
            }
            sheet.placed(
                    "",
                    "  "
                            + Columns.padded(lines.get(lines.size() - 1), label)
                            + "  "
                            + Columns.right(row.get(1), observed)
                            + "  "
                            + (limit == 0 ? "" : Columns.padded(row.get(2), limit) + "  ")
                            + source(evidence.get(i)));
        }
    }

    private String source(Evidence e) {
        String request = Harmless.line(e.from().request(), 600);
        if (request.isEmpty()) {
            return "";
        }
        int number = requests.computeIfAbsent(request, k -> requests.size() + 1);
        String pointer = pointers ? " " + Harmless.line(e.from().pointer(), 300) : "";
        return ("[" + number + "]" + pointer).stripTrailing();
    }

    private static int widest(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> Columns.of(row.get(column))).max().orElse(0);
    }
}
