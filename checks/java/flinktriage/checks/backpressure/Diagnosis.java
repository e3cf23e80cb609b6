package flinktriage.checks.backpressure;

import flinktriage.check.Evidence;
import flinktriage.check.JobView;
import flinktriage.check.Numbers;
import flinktriage.model.Aggregate;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.plan.Operator;
import flinktriage.plan.OperatorTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private static final String SKEW = "SKEW";
    private static final String STATE_ACCESS = "STATE_ACCESS";

    /** The JVM's share of time in garbage collection from which it explains a busy task. */
    static final double GC_SHARE = 0.1;

    private static final Pattern ONLY_SINK =
            Pattern.compile("(Sink: .*|[^>]*: Writer)( -> [^>]*: Committer)?|[^>]*: Committer");
    private static final Pattern LOOKUP =
            Pattern.compile("\\b(LookupJoin|AsyncCalc|async wait operator)\\b");

    static Diagnosis of(JobView job, VertexLoad load, double busyLimit) {
        Busy busy = Busy.of(job, load, busyLimit);
        Diagnosis why = of(job, load, busy);
        String machine = busy.machine().map(SlowMachine::sentence).orElse("");
        return busy.skewed()
                ? why
                : new Diagnosis(why.reason(), why.sentence() + machine, why.evidence());
    }

    private static Diagnosis of(JobView job, VertexLoad load, Busy busy) {
        Vertex v = load.vertex();
        Throughput flow = Throughput.of(job, v);
        List<Evidence> evidence = new ArrayList<>(flow.evidence());
        busy.spread().ifPresent(s -> evidence.add(s.evidence(load)));
        if (busy.skewed()) {
            return new Diagnosis(SKEW, busy.sentence(), evidence);
        }
        String how = busy.sentence() + (flow.stands() ? ", and not one record passes it" : "");
        Optional<Diagnosis> changelog = changelog(job, load, how, evidence);
        if (changelog.isPresent()) {
            return changelog.get();
        }
        Observed<Double> gc = busy.collecting(job);
        if (gc.stream().anyMatch(share -> share >= GC_SHARE)) {
            Quantity share = Quantity.ratio(gc.require());
            evidence.add(
                    Evidence.of("garbage collection", share, Quantity.ratio(GC_SHARE), gc.from()));
            return new Diagnosis(
                    "GC",
                    how + ", and garbage collection takes " + Numbers.show(share) + " of the time",
                    evidence);
        }
        Optional<CpuUse> cpu = CpuUse.of(job, busy.hosts());
        cpu.map(CpuUse::evidence).ifPresent(evidence::add);
        if (cpu.filter(use -> use.shows(busy.count(), load.maxBusy())).isPresent()) {
            return waiting(job, v, flow, how + ", while " + cpu.get().sentence(), evidence);
        }
        boolean computes = cpu.filter(use -> use.computing(job, busy.count())).isPresent();
        String crowd = Crowd.of(job, load).map(Crowd::sentence).orElse("");
        return new Diagnosis("BUSY", how + (computes ? ", and it computes" : "") + crowd, evidence);
    }

    /** Its wait for uploads is counted as busy time, and measured by itself since Flink 1.18. */
    private static Optional<Diagnosis> changelog(
            JobView job, VertexLoad load, String how, List<Evidence> soFar) {
        Observed<Aggregate> uploading =
                job.metrics(load.vertex()).flatMap(m -> m.metric("changelogBusyTimeMsPerSecond"));
        double half = load.maxBusy() / 2;
        return uploading.stream()
                .map(a -> Quantity.ratio(Math.min(1, a.max() / 1000)))
                .filter(share -> share.value() > 0 && share.value() >= half)
                .map(
                        share -> {
                            List<Evidence> evidence = new ArrayList<>(soFar);
                            evidence.add(
                                    Evidence.of(
                                            "waits for uploads of the changelog",
                                            share,
                                            Quantity.ratio(half),
                                            uploading.from()));
                            String waits =
                                    ", and waits %s of the time for uploads of its changelog";
                            return new Diagnosis(
                                    STATE_ACCESS,
                                    how + waits.formatted(Numbers.show(share)),
                                    evidence);
                        })
                .findFirst();
    }

    /**
     * A sink behind nothing but operators of the planner, which do not call anything themselves. In
     * a chain of user code any operator may be the one that waits.
     */
    private static boolean sqlIntoSink(String plan) {
        List<Operator> chain = OperatorTree.parse(plan).operators();
        List<Operator> others = chain.stream().filter(o -> !sink(o)).toList();
        return others.size() < chain.size() && others.stream().allMatch(Operator::sql);
    }

    private static boolean sink(Operator o) {
        return o.is("Sink") || o.raw().matches("[^>]*: (Writer|Committer)|Sink: .*");
    }

    private static Diagnosis waiting(
            JobView job, Vertex v, Throughput flow, String how, List<Evidence> evidence) {
        boolean lookup = LOOKUP.matcher(job.plan(v)).find();
        boolean sink = ONLY_SINK.matcher(v.name()).matches() || sqlIntoSink(job.plan(v));
        Optional<DiskState> state = DiskState.of(job, v);
        if (state.filter(DiskState::largerThanMemory).isPresent()) {
            evidence.addAll(state.get().evidence());
            String also = lookup ? ", or for its lookups" : "";
            return new Diagnosis(
                    STATE_ACCESS,
                    how
                            + ": it waits, for its state on disk"
                            + also
                            + (sink ? ", or the sink" : ""),
                    evidence);
        }
        if (lookup) {
            String none = flow.swallows() || flow.stands() ? "; none of them comes back" : "";
            return new Diagnosis(
                    "LOOKUP_SLOW", how + ": it waits for its lookups" + none, evidence);
        }
        if (sink) {
            Optional<SendErrors> errors = SendErrors.of(job, v);
            errors.map(SendErrors::evidence).ifPresent(evidence::add);
            String refuses = errors.map(SendErrors::sentence).orElse("");
            return new Diagnosis(
                    "SINK_SLOW", how + ": it waits for the system behind it" + refuses, evidence);
        }
        return new Diagnosis(
                "BUSY", how + ": it waits for something outside, it does not compute", evidence);
    }
}
