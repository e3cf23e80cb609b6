package flinktriage.checks.watermark;

import flinktriage.plan.Operator;
import flinktriage.plan.OperatorTree;
import java.util.List;
import java.util.Optional;

/**
 * Where a DataStream becomes a table in the middle of a vertex. The converting operator drops the
 * stream's watermarks unless the table declares {@code SOURCE_WATERMARK()}. Up to Flink 1.20 it is
 * described as a scan, named after the table in metrics; Flink 2.3 describes it by itself.
 */
final class TableConversion {

    private TableConversion() {}

    /**
     * True if all that leaves the vertex went through a conversion, and none is generated behind.
     */
    static boolean dropsWatermarks(String description) {
        OperatorTree tree = OperatorTree.parse(description);
        List<Operator> last =
                tree.operators().stream().filter(o -> tree.children(o).isEmpty()).toList();
        return !last.isEmpty() && last.stream().allMatch(o -> dropped(tree, o));
    }

    private static boolean dropped(OperatorTree tree, Operator last) {
        Optional<Operator> at = Optional.of(last);
        while (at.isPresent() && !at.get().is("WatermarkAssigner")) {
            Operator operator = at.get();
            at = tree.parent(operator);
            if (at.isPresent() && operator.is("TableSourceScan", "DataStreamScan")) {
                return !operator.raw().contains("watermark=[");
            }
            if (operator.attribute("rowtime").isPresent()
                    && operator.attribute("watermark").isPresent()) {
                return operator.attribute("watermark").get().equals("false");
            }
        }
        return false;
    }
}
