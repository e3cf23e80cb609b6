package flinktriage.checks.watermark;

import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.Observed;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The event time of a job: where watermarks arise and how far they have come. */
final class EventTime {

    private final JobView job;
    private final Map<VertexId, Observed<OutputWatermarks>> sent = new HashMap<>();
    private final Set<VertexId> wallClock = new HashSet<>();
    private final Map<VertexId, EventTimePlan> plans = new HashMap<>();
    private final Set<VertexId> awaited = new HashSet<>();
    private final Set<VertexId> generators = new HashSet<>();

    private EventTime(JobView job) {
        this.job = job;
        for (Vertex v : job.graph().vertices()) {
            boolean dropped = TableConversion.dropsWatermarks(job.plan(v));
            sent.put(
                    v.id(),
                    job.metrics(v)
                            .flatMap(
                                    dropped ? OutputWatermarks::behindDrop : OutputWatermarks::of));
            // A mini-batch assigner in processing time drops watermarks and sends the clock's time
            // in their place, which every operator behind it passes on.
            plans.put(v.id(), EventTimePlan.of(job.plan(v)));
            if (plan(v).sendsClockTime()
                    || v.inputs().stream().anyMatch(i -> wallClock.contains(i.from()))) {
                wallClock.add(v.id());
            }
        }
        List<Vertex> sourcesFirst = job.graph().vertices();
        for (int i = sourcesFirst.size() - 1; i >= 0; i--) {
            Vertex v = sourcesFirst.get(i);
            if (!plan(v).indifferent()
                    || job.graph().downstream(v).stream().anyMatch(d -> awaited.contains(d.id()))) {
                awaited.add(v.id());
            }
        }
        sourcesFirst.stream().filter(this::begin).forEach(v -> generators.add(v.id()));
    }

    private EventTimePlan plan(Vertex v) {
        return plans.get(v.id());
    }

    /** A question about event time, if the job has any. */
    static Verdict ask(JobView job, Function<EventTime, Verdict> question) {
        EventTime time = new EventTime(job);
        return time.notApplicable()
                .<Verdict>map(Verdict.NotApplicable::new)
                .orElseGet(() -> question.apply(time));
    }

    /**
     * Why nothing about event time can be asked of this job, if so.
     *
     * @throws flinktriage.model.MissingMeasurementException if not even that can be said
     */
    private Optional<String> notApplicable() {
        if (job.state() != JobState.RUNNING) {
            return Optional.of("the job is not running");
        }
        if (job.batch()) {
            return Optional.of("a batch job does not wait for watermarks");
        }
        if (vertices().anyMatch(v -> sent(v).stream().anyMatch(OutputWatermarks::any))
                || vertices().anyMatch(v -> plan(v).eventTime())) {
            return Optional.empty();
        }
        if (wallClock.isEmpty() && sent.values().stream().noneMatch(Observed::isPresent)) {
            sent.values().stream().findFirst().ifPresent(Observed::require);
        }
        return Optional.of("no event time");
    }

    /** Vertices whose watermarks are event time, each after those that feed it. */
    Stream<Vertex> vertices() {
        return job.graph().vertices().stream().filter(this::takesPart);
    }

    /** One that has finished has sent the last watermark there is: nobody waits for it. */
    private boolean takesPart(Vertex v) {
        return !wallClock.contains(v.id()) && !v.allTasksFinished();
    }

    /** Direct inputs whose watermarks are event time, each once. */
    List<Vertex> inputs(Vertex v) {
        return job.graph().upstream(v).stream().filter(this::takesPart).toList();
    }

    /** What the vertex sends, in the newest sample. */
    Observed<OutputWatermarks> sent(Vertex v) {
        return sent.get(v.id());
    }

    /** True where watermarks begin: they leave this vertex, and none come in. */
    boolean generates(Vertex v) {
        return generators.contains(v.id());
    }

    private boolean begin(Vertex v) {
        return sent(v).stream().anyMatch(OutputWatermarks::any)
                && inputs(v).stream()
                        .noneMatch(u -> sent(u).stream().anyMatch(OutputWatermarks::any));
    }

    /** The vertices in which watermarks begin, as far as they were measured. */
    List<Vertex> generators() {
        return vertices().filter(this::generates).toList();
    }

    /**
     * The verdict of a check that looked at every vertex that was measured.
     *
     * @throws flinktriage.model.MissingMeasurementException if nothing was found and a vertex was
     *     not measured
     */
    Verdict verdict(List<Finding> findings) {
        if (findings.isEmpty()) {
            vertices().forEach(v -> sent(v).require());
        }
        return Verdict.of(findings);
    }

    /** False if it is certain that no operator from here on waits for event time. */
    boolean awaitedFrom(Vertex consumer) {
        return awaited.contains(consumer.id());
    }

    /** True if an operator of this vertex can do nothing without a watermark. */
    boolean awaitedAt(Vertex consumer) {
        return plan(consumer).awaits();
    }
}
