package flinktriage.checks.rocksdb;

import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** FT-RD-001. */
public final class RocksDbBottleneck implements JobCheck {

    static final Threshold BUSY =
            new Threshold(
                    "busy",
                    Quantity.ratio(0.8),
                    "busy time of a vertex from which the time in RocksDB matters");
    static final Threshold STALLED =
            new Threshold(
                    "stalled-share",
                    Quantity.ratio(0.1),
                    "share of the time that writes wait for flushes and compactions");
    static final Threshold PENDING =
            new Threshold(
                    "pending-compaction",
                    Quantity.bytes(8L << 30),
                    "bytes that wait for compaction; RocksDB slows writes from eight times as many");
    static final Threshold MISSED =
            new Threshold(
                    "cache-miss-share",
                    Quantity.ratio(0.2),
                    "share of the reads of blocks that the cache does not have; index and filter"
                            + " blocks, which it nearly always has, count as reads");
    static final Threshold MISSES =
            new Threshold(
                    "cache-misses-per-second",
                    Quantity.count(1_000),
                    "blocks read from files by one subtask; at 0.1 ms each on a local SSD a tenth of"
                            + " its time");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-RD-001",
                    "is RocksDB the bottleneck?",
                    Set.of(Need.METRICS, Need.CHECKPOINT_CONFIG, Need.CONFIGURATION),
                    BUSY,
                    STALLED,
                    PENDING,
                    MISSED,
                    MISSES);

    private static final String KEYS = "state.backend.rocksdb.metrics.";

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is " + job.state());
        }
        if (job.batch()) {
            return Verdict.NotApplicable.OF_BATCH;
        }
        String backend = job.checkpointConfig().require().stateBackend();
        if (!backend.matches("(Embedded)?RocksDBStateBackend")) {
            return new Verdict.NotApplicable("the state backend is " + backend);
        }
        List<Vertex> running =
                job.graph().vertices().stream().filter(Vertex::allTasksRunning).toList();
        if (running.stream().noneMatch(RocksDbBottleneck::keyed)) {
            return new Verdict.NotApplicable(
                    "no running vertex has a keyed input, and only keyed state is in RocksDB");
        }
        List<NativeMetrics> all =
                running.stream()
                        .map(v -> NativeMetrics.of(job, v))
                        .filter(NativeMetrics::exposed)
                        .toList();
        if (all.isEmpty()) {
            return switchedOn(job)
                    ? new Verdict.NotApplicable("no running operator has a RocksDB database")
                    : new Verdict.Unknown(
                            "RocksDB's own metrics are off; set to true "
                                    + String.join(", ", new TreeSet<>(missing(List.of()))));
        }
        List<Finding> findings = new ArrayList<>();
        all.forEach(m -> findings.addAll(Strain.findings(m, limits)));
        Set<String> missing = missing(all);
        return findings.isEmpty() && !missing.isEmpty()
                ? new Verdict.Unknown(
                        "some of RocksDB's own metrics are off; set to true "
                                + String.join(", ", missing))
                : Verdict.of(findings);
    }

    private static boolean keyed(Vertex v) {
        return v.inputs().stream().anyMatch(i -> i.ship().equals("HASH"));
    }

    private static boolean switchedOn(JobView job) {
        return job.configuration().stream()
                .flatMap(keys -> keys.entrySet().stream())
                .anyMatch(
                        e ->
                                e.getKey().startsWith(KEYS)
                                        && !e.getKey().endsWith("column-family-as-variable")
                                        && e.getValue().strip().equalsIgnoreCase("true"));
    }

    /** The keys of what cannot be judged with the metrics that there are. */
    private static Set<String> missing(List<NativeMetrics> all) {
        Set<String> keys = new TreeSet<>();
        if (none(all, Strain.STOPPED) && none(all, Strain.STALL_MICROS)) {
            keys.add(KEYS + "is-write-stopped");
            keys.add(KEYS + "stall-micros");
        }
        if (none(all, Strain.PENDING)) {
            keys.add(KEYS + "estimate-pending-compaction-bytes");
        }
        if (none(all, Strain.HITS) || none(all, Strain.MISSES)) {
            keys.add(KEYS + "block-cache-hit");
            keys.add(KEYS + "block-cache-miss");
        }
        return keys;
    }

    private static boolean none(List<NativeMetrics> all, String metric) {
        return all.stream().noneMatch(m -> m.has(metric));
    }
}
