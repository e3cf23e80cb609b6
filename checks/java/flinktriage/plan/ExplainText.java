package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The sections of an EXPLAIN text as lines of trees, as Flink 1.15 to 2.3 and its SQL client print
 * them. Reads in one pass and never fails: what is no plan is left out.
 */
final class ExplainText {

    /**
     * One operator.
     *
     * @param depth 0 for a root
     * @param text its digest, several lines if a literal or a sub-query has them
     */
    record Entry(int depth, String text) {}

    private enum Section {
        AST,
        PHYSICAL,
        EXECUTION,
        OTHER
    }

    private static final Pattern FRAME = Pattern.compile("\\+-{3,}\\+");
    private static final Pattern NO_ADVICE = Pattern.compile("No available advice.*");

    private final List<Entry> ast = new ArrayList<>();
    private final List<Entry> physical = new ArrayList<>();
    private final List<Entry> execution = new ArrayList<>();
    private final List<String> advice = new ArrayList<>();

    private Section section;
    private boolean advising;
    private int depth;
    private final StringBuilder pending = new StringBuilder();
    private final StringBuilder pendingAdvice = new StringBuilder();

    private ExplainText(Section first) {
        this.section = first;
    }

    static ExplainText read(String text) {
        String[] lines = text.replace("\r", "").split("\n", -1);
        boolean framed = false;
        boolean headed = false;
        int lastQuote = -1;
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            framed |= FRAME.matcher(line).matches();
            headed |= header(line.startsWith("|") ? line.substring(1).strip() : line);
            lastQuote = line.indexOf('\'') < 0 ? lastQuote : i;
        }
        // A tree by itself is taken for what runs.
        ExplainText read = new ExplainText(headed ? Section.OTHER : Section.EXECUTION);
        Brackets brackets = new Brackets();
        for (int i = 0; i < lines.length; i++) {
            read.line(framed ? unframed(lines[i]) : lines[i], brackets, i < lastQuote);
        }
        read.endOperator();
        read.endAdvice();
        return read;
    }

    List<Entry> ast() {
        return ast;
    }

    List<Entry> physical() {
        return physical;
    }

    List<Entry> execution() {
        return execution;
    }

    List<String> advice() {
        return advice;
    }

    private void line(String raw, Brackets brackets, boolean quoteFollows) {
        String line = raw.stripTrailing();
        boolean inside = pending.length() > 0 && brackets.literal();
        if (!inside && header(line)) {
            endOperator();
            endAdvice();
            advising = false;
            section = section(line);
            return;
        }
        if (section == Section.OTHER) {
            return;
        }
        if (!inside && section == Section.PHYSICAL && advice(line)) {
            endOperator();
            endAdvice();
            advising = true;
        }
        if (advising) {
            pendingAdvice.append(pendingAdvice.isEmpty() ? "" : "\n").append(line);
            return;
        }
        int indent = 0;
        while (line.startsWith("   ", indent) || line.startsWith(":  ", indent)) {
            indent += 3;
        }
        boolean marked = line.startsWith("+- ", indent) || line.startsWith(":- ", indent);
        if (!inside && (marked || root(line, brackets))) {
            endOperator();
            brackets.clear();
            depth = marked ? indent / 3 + 1 : 0;
            pending.append(marked ? line.substring(indent + 3) : line);
            brackets.line(pending, quoteFollows);
        } else if (inside || pending.length() > 0 && brackets.depth() > 0) {
            pending.append('\n').append(raw);
            brackets.line(raw, quoteFollows);
        }
    }

    /** A sub-query stands inside of brackets; a blank line ends nothing. */
    private boolean root(String line, Brackets brackets) {
        boolean open = pending.length() > 0 && brackets.depth() > 0;
        return !open && !line.isEmpty() && Character.isLetter(line.charAt(0));
    }

    private void endOperator() {
        if (pending.length() > 0) {
            List<Entry> entries =
                    switch (section) {
                        case AST -> ast;
                        case PHYSICAL -> physical;
                        default -> execution;
                    };
            entries.add(new Entry(depth, pending.toString()));
            pending.setLength(0);
        }
    }

    private void endAdvice() {
        String text = pendingAdvice.toString().strip();
        if (!text.isEmpty() && !NO_ADVICE.matcher(text).matches()) {
            advice.add(text);
        }
        pendingAdvice.setLength(0);
    }

    private static boolean header(String line) {
        return line.startsWith("== ") && line.endsWith(" ==") && line.length() > 5;
    }

    private static boolean advice(String line) {
        return line.startsWith("advice[") || NO_ADVICE.matcher(line).matches();
    }

    private static Section section(String header) {
        if (header.contains("Abstract Syntax Tree")) {
            return Section.AST;
        }
        if (header.contains("Optimized Physical Plan")) {
            return Section.PHYSICAL;
        }
        return header.contains("Optimized Execution Plan") ? Section.EXECUTION : Section.OTHER;
    }

    /** Without the {@code |} that the SQL client draws around its table of one cell. */
    private static String unframed(String line) {
        String text = line.stripTrailing();
        if (FRAME.matcher(text).matches()) {
            return "";
        }
        if (text.endsWith("|")) {
            text = text.substring(0, text.length() - 1).stripTrailing();
        }
        return text.startsWith("| ") ? text.substring(2) : text;
    }
}
