package flinktriage.checks.watermark;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What the description of a vertex says about event time. Only names that Flink itself gives count:
 * operators of SQL plans, and what a DataStream window prints of its assigner and trigger.
 */
record EventTimePlan(List<String> lines) {

    private static final Pattern AWAITS =
            Pattern.compile(
                    "EventTimeTrigger|EventTime(Session)?Windows\\b|isRowTime=true"
                            + "|:(Local|Global)WindowAggregate\\(");

    /** These work record by record, or only pass records on. */
    private static final Pattern INDIFFERENT =
            Pattern.compile(
                    "\\[\\d+]:(Calc|AsyncCalc|PythonCalc|Correlate|Expand|Join|MultiJoin|DeltaJoin"
                            + "|LookupJoin|((Local|Global|Incremental)?GroupAggregate)|Rank|Limit"
                            + "|SortLimit|ChangelogNormalize|DropUpdateBefore|SinkMaterializer"
                            + "|ConstraintEnforcer|RowKindSetter|StreamRecordTimestampInserter"
                            + "|WatermarkAssigner|Sink)[(\\[].*"
                            + "|\\[\\d+]:Deduplicate\\(.*order=\\[PROCTIME].*"
                            + "|.*: (Writer|Committer)|Sink: .*");

    private static final Pattern TREE = Pattern.compile("^[\\s:|+-]+");

    EventTimePlan {
        lines = List.copyOf(lines);
    }

    static EventTimePlan of(String description) {
        return new EventTimePlan(
                description
                        .lines()
                        .map(line -> TREE.matcher(line).replaceFirst("").strip())
                        .filter(line -> !line.isEmpty())
                        .toList());
    }

    boolean sendsClockTime() {
        return lines.stream().anyMatch(line -> then(line, ":MiniBatchAssigner(", "mode=[ProcTime"));
    }

    boolean eventTime() {
        return awaits()
                || lines.stream()
                        .anyMatch(
                                line ->
                                        line.contains(":WatermarkAssigner(")
                                                || then(line, ":TableSourceScan(", "watermark=["));
    }

    /** Not a pattern with ".*" between: that takes the square of the time on text that repeats. */
    private static boolean then(String line, String operator, String attribute) {
        int at = line.indexOf(operator);
        return at >= 0 && line.indexOf(attribute, at) >= 0;
    }

    boolean awaits() {
        return lines.stream().anyMatch(line -> AWAITS.matcher(line).find());
    }

    /** True only if every operator is known not to wait for event time. */
    boolean indifferent() {
        return !lines.isEmpty()
                && lines.stream().allMatch(line -> INDIFFERENT.matcher(line).matches());
    }
}
