package flinktriage.checks.checkpoint;

import flinktriage.check.Numbers;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointDetail.SubtaskCheckpoint;
import flinktriage.model.JobGraph;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.VertexId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The phase that took longest at the subtask that decides how long a checkpoint takes. */
record SlowestPhase(VertexId vertex, SubtaskCheckpoint subtask, Phase phase) {

    enum Phase {
        START_DELAY("start delay"),
        ALIGNMENT("alignment"),
        SYNC("synchronous part"),
        ASYNC("asynchronous part");

        private final String label;

        Phase(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        Observed<Long> of(SubtaskCheckpoint s) {
            return switch (this) {
                case START_DELAY -> s.startDelay();
                case ALIGNMENT -> s.alignment();
                case SYNC -> s.sync();
                case ASYNC -> s.async();
            };
        }

        /** 0 where it was not reported: it then decides nothing. */
        private long millis(SubtaskCheckpoint s) {
            return of(s).stream().findFirst().orElse(0L);
        }
    }

    long millis() {
        return phase.millis(subtask);
    }

    boolean waitsForBarriers() {
        return phase == Phase.START_DELAY || phase == Phase.ALIGNMENT;
    }

    /** The subtask that stood still longest for its snapshot, if for at least so long. */
    static Optional<SlowestPhase> blocking(CheckpointDetail detail, double atLeastMillis) {
        return longest(detail, Phase.SYNC::millis)
                .map(p -> new SlowestPhase(p.vertex(), p.subtask(), Phase.SYNC))
                .filter(p -> p.millis() >= atLeastMillis);
    }

    /**
     * What held up the last acknowledgement, so far if the checkpoint is not complete. Empty if no
     * phase explains most of it: then the time went by on the JobManager, or a clock is wrong.
     */
    static Optional<SlowestPhase> critical(
            CheckpointDetail detail, JobGraph graph, double atLeastMillis) {
        return longest(detail, SlowestPhase::duration)
                .filter(p -> p.millis() >= atLeastMillis)
                .filter(p -> p.millis() >= duration(p.subtask()) / 2)
                .map(p -> p.phase() == Phase.START_DELAY ? p.origin(detail, graph) : p);
    }

    /** Vertices behind the one where the barrier is held up see it late, too. */
    private SlowestPhase origin(CheckpointDetail detail, JobGraph graph) {
        long late = millis() * 4 / 5;
        return graph.vertices().stream()
                .flatMap(v -> latest(v.id(), detail.subtasks().getOrDefault(v.id(), List.of())))
                .filter(p -> p.millis() >= late)
                .findFirst()
                .orElse(this);
    }

    private static Stream<SlowestPhase> latest(VertexId vertex, List<SubtaskCheckpoint> subtasks) {
        return subtasks.stream()
                .max(Comparator.comparingLong(Phase.START_DELAY::millis))
                .map(s -> new SlowestPhase(vertex, s, Phase.START_DELAY))
                .stream();
    }

    private static long duration(SubtaskCheckpoint s) {
        return s.duration().stream().findFirst().orElse(0L);
    }

    private static Optional<SlowestPhase> longest(
            CheckpointDetail detail, ToLongFunction<SubtaskCheckpoint> measure) {
        List<SlowestPhase> all = new ArrayList<>();
        detail.subtasks()
                .forEach(
                        (vertex, subtasks) ->
                                subtasks.forEach(
                                        s -> all.add(new SlowestPhase(vertex, s, slowest(s)))));
        return all.stream()
                .max(
                        Comparator.comparingLong(
                                        (SlowestPhase p) -> measure.applyAsLong(p.subtask()))
                                .thenComparing(p -> p.vertex().hex())
                                .thenComparingInt(p -> -p.subtask().subtask()));
    }

    private static Phase slowest(SubtaskCheckpoint s) {
        return Arrays.stream(Phase.values())
                .max(Comparator.comparingLong(p -> p.millis(s)))
                .orElseThrow();
    }

    /**
     * What the vertex does that takes so long; the sentence's subject is the vertex.
     *
     * @param source no barrier reaches it: the JobManager asks it, after the coordinators of
     *     operators have written their part
     */
    String text(boolean source) {
        String time = Numbers.show(Quantity.millis(millis()));
        return switch (phase) {
            case START_DELAY ->
                    source
                            ? "it begins its part only after "
                                    + time
                                    + ": its thread is busy, or the JobManager asks it late"
                            : "the checkpoint barrier reaches it only after " + time;
            case ALIGNMENT -> "it waits " + time + " from the first barrier to the last";
            case SYNC -> "it stands still for " + time + " in its synchronous snapshot";
            case ASYNC ->
                    "it takes "
                            + time
                            + " to write its snapshot"
                            + subtask.stateSize().stream()
                                    .map(b -> " of " + Numbers.show(Quantity.bytes(b)))
                                    .findFirst()
                                    .orElse("");
        };
    }
}
