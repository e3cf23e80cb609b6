package flinktriage.report;

import flinktriage.report.GraphDrawing.Line;
import flinktriage.report.GraphDrawing.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Vertices in a row with arrows between them and their numbers below. */
final class ChainDrawing {

    private static final String ARROW = " --> ";
    private static final int SHORT_NAME = 28;
    private static final int MOST_VERTICES = 20;

    private ChainDrawing() {}

    /** Empty if the chain does not fit into two rows. */
    static List<Line> lines(List<Node> nodes, int columns) {
        if (nodes.size() > MOST_VERTICES) {
            return List.of();
        }
        for (int names : new int[] {60, SHORT_NAME}) {
            if (width(nodes, names) <= columns) {
                return row(nodes, names, "");
            }
        }
        for (int split = nodes.size() - 1; split > 0; split--) {
            List<Node> first = nodes.subList(0, split);
            List<Node> second = nodes.subList(split, nodes.size());
            if (width(first, SHORT_NAME) + ARROW.length() <= columns
                    && width(second, SHORT_NAME) + ARROW.length() <= columns) {
                List<Line> both = new ArrayList<>(row(first, SHORT_NAME, ""));
                both.addAll(row(second, SHORT_NAME, "--> "));
                return both;
            }
        }
        return List.of();
    }

    private static int width(List<Node> nodes, int names) {
        return nodes.stream().mapToInt(n -> width(n, names)).sum()
                + ARROW.length() * (nodes.size() - 1);
    }

    private static int width(Node n, int names) {
        int cells = Math.max(busy(n).length(), n.backpressured().length());
        int below = Math.max(cells, Math.max(n.parallelism().length(), Columns.of(n.tasks())));
        return Math.max(below, Columns.of(Columns.shortened(n.name(), names)));
    }

    private static List<Line> row(List<Node> nodes, int names, String lead) {
        List<Line> lines = new ArrayList<>();
        lines.add(
                new Line(
                        "",
                        joined(
                                nodes,
                                names,
                                ARROW,
                                lead,
                                n -> Columns.shortened(n.name(), names))));
        String gap = " ".repeat(ARROW.length());
        String margin = " ".repeat(lead.length());
        lines.add(new Line("Busy (max)", joined(nodes, names, gap, margin, ChainDrawing::busy)));
        lines.add(new Line("Backpressure", joined(nodes, names, gap, margin, Node::backpressured)));
        lines.add(new Line("Parallelism", joined(nodes, names, gap, margin, Node::parallelism)));
        if (nodes.stream().anyMatch(n -> !n.tasks().isEmpty())) {
            lines.add(new Line("Tasks", joined(nodes, names, gap, margin, Node::tasks)));
        }
        return lines;
    }

    private static String busy(Node n) {
        return n.mark().isEmpty() ? n.busy() : n.busy() + " " + n.mark();
    }

    private static String joined(
            List<Node> nodes, int names, String between, String lead, Function<Node, String> cell) {
        StringBuilder out = new StringBuilder(lead);
        IntStream.range(0, nodes.size())
                .forEach(
                        i -> {
                            Node n = nodes.get(i);
                            out.append(i == 0 ? "" : between)
                                    .append(Columns.padded(cell.apply(n), width(n, names)));
                        });
        return out.toString().stripTrailing();
    }
}
