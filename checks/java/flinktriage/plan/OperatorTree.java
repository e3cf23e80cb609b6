package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The operators of one vertex, which Flink chained into one task: the head first, each after the
 * one that feeds it. Reads both forms of {@code pipeline.vertex-description-mode}: TREE, one
 * operator a line, and CASCADING, {@code A -> B -> (C , D)}. Any text gives a tree, in time
 * proportional to its length.
 */
public record OperatorTree(List<Operator> operators) {

    private static final String ARROW = " -> ";

    public OperatorTree {
        operators = List.copyOf(operators);
    }

    /**
     * @param description of a vertex, HTML-unescaped, lines separated by {@code \n}
     */
    public static OperatorTree parse(String description) {
        String text = description.stripTrailing();
        if (text.isBlank()) {
            return new OperatorTree(List.of());
        }
        return new OperatorTree(text.indexOf('\n') >= 0 ? tree(text) : cascading(text));
    }

    public Optional<Operator> parent(Operator operator) {
        return operator.parent().isPresent()
                ? Optional.of(operators.get(operator.parent().getAsInt()))
                : Optional.empty();
    }

    public List<Operator> children(Operator operator) {
        return operators.stream()
                .filter(o -> o.parent().equals(OptionalInt.of(operator.index())))
                .toList();
    }

    private static List<Operator> tree(String text) {
        List<Operator> found = new ArrayList<>();
        List<Integer> openAtDepth = new ArrayList<>();
        StringBuilder pending = new StringBuilder();
        int pendingDepth = 0;
        for (String line : text.split("\n", -1)) {
            int indent = 0;
            while (line.startsWith("   ", indent) || line.startsWith(":  ", indent)) {
                indent += 3;
            }
            boolean marked = line.startsWith("+- ", indent) || line.startsWith(":- ", indent);
            if (marked) {
                add(found, openAtDepth, pendingDepth, pending);
                pendingDepth = indent / 3 + 1;
                pending.append(line, indent + 3, line.length());
            } else if (!line.isBlank()) {
                // A literal or a name with a line break in it.
                pending.append(pending.isEmpty() ? "" : "\n").append(line);
            }
        }
        add(found, openAtDepth, pendingDepth, pending);
        return found;
    }

    private static void add(
            List<Operator> found, List<Integer> openAtDepth, int depth, StringBuilder text) {
        if (text.toString().isBlank()) {
            return;
        }
        int level = Math.min(depth, openAtDepth.size());
        OptionalInt parent =
                level == 0 ? OptionalInt.empty() : OptionalInt.of(openAtDepth.get(level - 1));
        while (openAtDepth.size() > level) {
            openAtDepth.remove(openAtDepth.size() - 1);
        }
        openAtDepth.add(found.size());
        found.add(Digest.read(found.size(), parent, text.toString()));
        text.setLength(0);
    }

    private static List<Operator> cascading(String text) {
        List<Operator> found = new ArrayList<>();
        List<OptionalInt> branchesOf = new ArrayList<>();
        OptionalInt parent = OptionalInt.empty();
        int depth = 0;
        int start = 0;
        boolean blank = true;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '\0';
            boolean ends =
                    i == text.length()
                            || text.startsWith(ARROW, i)
                            || !branchesOf.isEmpty() && (c == ',' || c == ')');
            if (c == '\'') {
                i = Digest.endOfLiteral(text, i);
            } else if (c == '(' && depth == 0 && blank && parent.isPresent()) {
                branchesOf.add(parent);
                start = i + 1;
                continue;
            } else if (Digest.opens(c)) {
                depth++;
            } else if (depth > 0) {
                depth -= Digest.closes(c) ? 1 : 0;
            } else if (ends) {
                String name = text.substring(start, i).strip();
                if (!name.isEmpty()) {
                    found.add(Digest.read(found.size(), parent, name));
                    parent = OptionalInt.of(found.size() - 1);
                }
                if (c == ',') {
                    parent = branchesOf.get(branchesOf.size() - 1);
                } else if (c == ')') {
                    parent = branchesOf.remove(branchesOf.size() - 1);
                } else if (i < text.length()) {
                    i += ARROW.length() - 1;
                }
                start = i + 1;
                blank = true;
                continue;
            }
            blank &= c == ' ';
        }
        String rest = start < text.length() ? text.substring(start).strip() : "";
        if (depth > 0 && !rest.isEmpty()) {
            found.add(Digest.read(found.size(), parent, rest));
        }
        return found;
    }
}
