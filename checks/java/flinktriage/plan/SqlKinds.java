package flinktriage.plan;

import java.util.Set;

/**
 * The streaming operators of the table planner, as they are called in plans from Flink 1.15 to 2.3
 * (the planner's {@code StreamExec*} classes).
 */
final class SqlKinds {

    static final Set<String> ALL =
            Set.of(
                    "AsyncCalc",
                    "Calc",
                    "ChangelogNormalize",
                    "Correlate",
                    "DataStreamScan",
                    "Deduplicate",
                    "DeltaJoin",
                    "DropUpdateBefore",
                    "Exchange",
                    "Expand",
                    "GlobalGroupAggregate",
                    "GlobalWindowAggregate",
                    "GroupAggregate",
                    "GroupTableAggregate",
                    "GroupWindowAggregate",
                    "IncrementalGroupAggregate",
                    "IntervalJoin",
                    "Join",
                    "LegacySink",
                    "LegacyTableSourceScan",
                    "Limit",
                    "LocalGroupAggregate",
                    "LocalWindowAggregate",
                    "LookupJoin",
                    "MLPredictTableFunction",
                    "Match",
                    "MiniBatchAssigner",
                    "MultiJoin",
                    "OverAggregate",
                    "ProcessTableFunction",
                    "PythonCalc",
                    "PythonCorrelate",
                    "PythonGroupAggregate",
                    "PythonGroupTableAggregate",
                    "PythonGroupWindowAggregate",
                    "PythonOverAggregate",
                    "Rank",
                    "Sink",
                    "SinkMaterializer",
                    "Sort",
                    "SortLimit",
                    "TableSourceScan",
                    "TemporalJoin",
                    "TemporalSort",
                    "Union",
                    "Values",
                    "VectorSearchTableFunction",
                    "WatermarkAssigner",
                    "WindowAggregate",
                    "WindowDeduplicate",
                    "WindowJoin",
                    "WindowRank",
                    "WindowTableFunction");

    /** Those that hand each row of one input on as one row at most, and keep nothing. */
    static final Set<String> TRANSPARENT =
            Set.of(
                    "Calc",
                    "DropUpdateBefore",
                    "Exchange",
                    "LocalGroupAggregate",
                    "MiniBatchAssigner",
                    "Union",
                    "WatermarkAssigner");

    private SqlKinds() {}
}
