package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.Aggregate;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.TaskManager;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Why a vertex is busy. Busy means "neither waiting for input nor for output": a synchronous call,
 * a full queue of asynchronous calls, a blocked producer, a pause of the garbage collector are all
 * busy, and none of them is computing.
 *
 * @param reason of the finding
 * @param sentence continues "X cannot keep up: "
 */
record Diagnosis(String reason, String sentence, List<Evidence> evidence) {

    static final String SKEW = "SKEW";

    /** The JVM's share of time in garbage collection from which it explains a busy task. */
    private static final double GC_SHARE = 0.1;

    /**
     * CPU cores per busy subtask below which the subtasks wait: a subtask that computes takes about
     * one.
     */
    private static final double WAITING_CORES = 0.3;

    /** CPU cores per busy subtask from which they compute, if nobody else is on these machines. */
    private static final double COMPUTING_CORES = 0.7;

    private static final Pattern ONLY_SINK =
            Pattern.compile("(Sink: .*|[^>]*: Writer)( -> [^>]*: Committer)?");
    private static final Pattern LOOKUP =
            Pattern.compile("\\b(LookupJoin|AsyncCalc|async wait operator)\\b");

    static Diagnosis of(JobView job, VertexLoad load, double busyLimit) {
        Vertex v = load.vertex();
        long busy = load.subtasksBusierThan(Math.min(busyLimit, load.maxBusy() * 0.9));
        String how =
                "busy "
                        + Numbers.percent(load.maxBusy())
                        + " on "
                        + busy
                        + " of "
                        + v.parallelism()
                        + " subtasks";
        List<Evidence> evidence = new ArrayList<>(throughput(job, v));
        if (load.lopsided()) {
            return new Diagnosis(
                    SKEW,
                    "subtask "
                            + load.hottest().orElseThrow().subtask()
                            + " is busy "
                            + Numbers.percent(load.maxBusy())
                            + " while half of its siblings are below "
                            + Numbers.percent(Math.max(load.medianBusy(), 0.01)),
                    evidence);
        }
        Observed<MetricSample> taskManagers = job.taskManagerMetrics();
        Observed<Aggregate> gc =
                taskManagers.flatMap(
                        m -> m.metric("Status.JVM.GarbageCollector.All.TimeMsPerSecond"));
        if (gc.stream().anyMatch(g -> g.max() / 1000 >= GC_SHARE)) {
            double share = gc.require().max() / 1000;
            Quantity limit = Quantity.ratio(GC_SHARE);
            evidence.add(
                    Evidence.of("garbage collection", Quantity.ratio(share), limit, gc.from()));
            return new Diagnosis(
                    "GC",
                    how
                            + ", and garbage collection takes "
                            + Numbers.percent(share)
                            + " of the time",
                    evidence);
        }
        Optional<Evidence> cpu = coresInUse(job);
        cpu.ifPresent(evidence::add);
        if (cpu.isEmpty()) {
            return new Diagnosis("BUSY", how, evidence);
        }
        // Other jobs share these CPUs, so this is an upper bound: little use proves waiting, much
        // proves nothing.
        double cores = cpu.get().observed().value();
        if (cores < WAITING_CORES * busy * load.maxBusy()) {
            String waits =
                    how + ", while all TaskManagers together use " + cores + " CPU cores: it waits";
            if (LOOKUP.matcher(job.plan(v)).find()) {
                return new Diagnosis("LOOKUP_SLOW", waits + " for its lookups", evidence);
            }
            return ONLY_SINK.matcher(v.name()).matches()
                    ? new Diagnosis("SINK_SLOW", waits + " for the system behind it", evidence)
                    : new Diagnosis(
                            "BUSY",
                            waits + " for something outside, it does not compute",
                            evidence);
        }
        boolean computes = job.otherJobs() == 0 && cores >= COMPUTING_CORES * busy;
        return new Diagnosis("BUSY", how + (computes ? ", and it computes" : ""), evidence);
    }

    /**
     * Measured between two samples; otherwise from Flink's load, which is 0 when asked twice in a
     * moment.
     */
    private static Optional<Evidence> coresInUse(JobView job) {
        Observed<Double> measured = job.coresInUse();
        if (measured.isPresent()) {
            return Optional.of(evidence(measured.require(), measured.from()));
        }
        Observed<Aggregate> load =
                job.taskManagerMetrics().flatMap(m -> m.metric("Status.JVM.CPU.Load"));
        OptionalInt cores =
                job.taskManagers().stream()
                        .flatMap(List::stream)
                        .mapToInt(TaskManager::cpuCores)
                        .max();
        return load.stream()
                .filter(l -> l.sum() > 0 && cores.isPresent())
                .map(l -> evidence(l.sum() * cores.getAsInt(), load.from()))
                .findFirst();
    }

    private static Evidence evidence(double cores, Provenance from) {
        double rounded = Math.round(cores * 100) / 100.0;
        return Evidence.of("CPU cores in use by all TaskManagers", Quantity.count(rounded), from);
    }

    private static List<Evidence> throughput(JobView job, Vertex v) {
        List<Evidence> found = new ArrayList<>();
        Observed<MetricSample> metrics = job.metrics(v);
        for (String direction : List.of("In", "Out")) {
            Observed<Aggregate> rate =
                    metrics.flatMap(m -> m.metric("numRecords" + direction + "PerSecond"));
            rate.stream()
                    .filter(r -> r.sum() > 0)
                    .map(r -> Quantity.recordsPerSecond(r.sum()))
                    .forEach(
                            q ->
                                    found.add(
                                            Evidence.of(
                                                    "records " + direction.toLowerCase(Locale.ROOT),
                                                    q,
                                                    rate.from())));
        }
        return found;
    }
}
