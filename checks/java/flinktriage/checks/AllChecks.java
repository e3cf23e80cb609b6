package flinktriage.checks;

import flinktriage.check.Check;
import flinktriage.checks.backpressure.Bottleneck;
import flinktriage.checks.backpressure.MovingBottleneck;
import flinktriage.checks.backpressure.Skew;
import flinktriage.checks.backpressure.SourceBound;
import flinktriage.checks.checkpoint.CheckpointAge;
import flinktriage.checks.checkpoint.CheckpointFailures;
import flinktriage.checks.checkpoint.CheckpointSettings;
import flinktriage.checks.checkpoint.InFlightData;
import flinktriage.checks.checkpoint.SlowCheckpoints;
import flinktriage.checks.cluster.Reachability;
import flinktriage.checks.lag.GrowingBacklog;
import flinktriage.checks.parallelism.EmptySubtasks;
import flinktriage.checks.parallelism.Singleton;
import flinktriage.checks.parallelism.UnevenKeyGroups;
import flinktriage.checks.parallelism.UnevenPartitions;
import flinktriage.checks.parallelism.UnionMismatch;
import flinktriage.checks.restart.NotRunning;
import flinktriage.checks.restart.RestartLoop;
import flinktriage.checks.restart.RestartStrategy;
import flinktriage.checks.rocksdb.RocksDbBottleneck;
import flinktriage.checks.sql.ForStTtl;
import flinktriage.checks.sql.IdleSources;
import flinktriage.checks.sql.IgnoredHint;
import flinktriage.checks.sql.IgnoredTtl;
import flinktriage.checks.sql.JoinWithoutKey;
import flinktriage.checks.sql.JoinWithoutTimeBound;
import flinktriage.checks.sql.KeptRows;
import flinktriage.checks.sql.LongRange;
import flinktriage.checks.sql.LostTable;
import flinktriage.checks.sql.Materialized;
import flinktriage.checks.sql.Normalized;
import flinktriage.checks.sql.NotAWindow;
import flinktriage.checks.sql.OnePhaseAggregate;
import flinktriage.checks.sql.PlanAdvice;
import flinktriage.checks.sql.RejectedStatement;
import flinktriage.checks.sql.RetractingRank;
import flinktriage.checks.sql.SelectDistinct;
import flinktriage.checks.sql.SemiOrAntiJoin;
import flinktriage.checks.sql.ShorterDownstream;
import flinktriage.checks.sql.SinglePlan;
import flinktriage.checks.sql.SynchronousLookup;
import flinktriage.checks.sql.TtlDisabled;
import flinktriage.checks.sql.UnboundedGroups;
import flinktriage.checks.sql.UnboundedOver;
import flinktriage.checks.sql.UnboundedPattern;
import flinktriage.checks.sql.UnionDelays;
import flinktriage.checks.sql.UnionDistinct;
import flinktriage.checks.sql.UnionTypes;
import flinktriage.checks.sql.UnknownOption;
import flinktriage.checks.state.BackendFit;
import flinktriage.checks.state.StateGrowth;
import flinktriage.checks.state.StateSkew;
import flinktriage.checks.state.UnboundedState;
import flinktriage.checks.taskmanager.GarbageCollection;
import flinktriage.checks.taskmanager.LostTaskManager;
import flinktriage.checks.taskmanager.MemoryUse;
import flinktriage.checks.taskmanager.NetworkBuffers;
import flinktriage.checks.taskmanager.SlotShortage;
import flinktriage.checks.watermark.AheadWatermark;
import flinktriage.checks.watermark.DistantEventTime;
import flinktriage.checks.watermark.HeldWatermark;
import flinktriage.checks.watermark.LateRecords;
import flinktriage.checks.watermark.StuckWatermark;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Every check there is, sorted by code. */
public final class AllChecks {

    private static final List<Check> ALL =
            Stream.<Check>of(
                            new Bottleneck(),
                            new Skew(),
                            new MovingBottleneck(),
                            new SourceBound(),
                            new GrowingBacklog(),
                            new CheckpointAge(),
                            new CheckpointFailures(),
                            new CheckpointSettings(),
                            new SlowCheckpoints(),
                            new InFlightData(),
                            new Reachability(),
                            new EmptySubtasks(),
                            new Singleton(),
                            new UnevenKeyGroups(),
                            new UnevenPartitions(),
                            new UnionMismatch(),
                            new NotRunning(),
                            new RestartLoop(),
                            new RestartStrategy(),
                            new RocksDbBottleneck(),
                            new StateGrowth(),
                            new UnboundedState(),
                            new StateSkew(),
                            new BackendFit(),
                            new GarbageCollection(),
                            new LostTaskManager(),
                            new MemoryUse(),
                            new NetworkBuffers(),
                            new SlotShortage(),
                            new HeldWatermark(),
                            new StuckWatermark(),
                            new DistantEventTime(),
                            new AheadWatermark(),
                            new LateRecords(),
                            new UnionDistinct(),
                            new SelectDistinct(),
                            new JoinWithoutKey(),
                            new JoinWithoutTimeBound(),
                            new SemiOrAntiJoin(),
                            new RetractingRank(),
                            new KeptRows(),
                            new UnboundedOver(),
                            new Normalized(),
                            new Materialized(),
                            new TtlDisabled(),
                            new UnboundedPattern(),
                            new NotAWindow(),
                            new OnePhaseAggregate(),
                            new SynchronousLookup(),
                            new SinglePlan(),
                            new IgnoredTtl(),
                            new IgnoredHint(),
                            new IdleSources(),
                            new ShorterDownstream(),
                            new ForStTtl(),
                            new PlanAdvice(),
                            new LostTable(),
                            new UnionDelays(),
                            new UnionTypes(),
                            new UnboundedGroups(),
                            new LongRange(),
                            new RejectedStatement(),
                            new UnknownOption())
                    .sorted(Comparator.comparing(c -> c.spec().id()))
                    .toList();

    private AllChecks() {}

    public static List<Check> list() {
        return ALL;
    }
}
