package flinktriage.flink;

import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.JobGraph;
import flinktriage.model.JobId;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Breaks down the checkpoint that is worth looking at, and an older one to compare with. Only ids
 * of this job's own history are asked for: the server's cache of details is not keyed by job.
 */
final class CheckpointCollector {

    private static final String WHAT = "checkpoint details";

    /** A checkpoint that takes twice as long as usual has met something unusual. */
    private static final int LONG = 2;

    /** So many vertices have a place for the older checkpoint. */
    private static final int COMPARED = 4;

    private final Requests requests;
    private final String path;
    private final JobGraph graph;

    CheckpointCollector(Requests requests, JobId job, JobGraph graph) {
        this.requests = requests;
        this.path = "/jobs/" + job.hex() + "/checkpoints/details/";
        this.graph = graph;
    }

    /** How many requests have a place reserved for them. */
    static int cost(int vertices) {
        return vertices < COMPARED ? Math.min(vertices, 2) : 3;
    }

    Observed<List<CheckpointDetail>> details(CheckpointHistory history, Instant now) {
        Optional<Checkpoint> chosen = worthLookingAt(history, now);
        if (chosen.isEmpty() || graph.vertices().isEmpty()) {
            return Observed.absent(Missing.Why.NOT_YET, WHAT, "no checkpoint in the history");
        }
        if (graph.vertices().size() == 1) {
            VertexId only = graph.vertices().get(0).id();
            Fetched reply = subtasks(chosen.get(), only);
            return reply.read(
                    now,
                    json ->
                            List.of(
                                    CheckpointParser.onlyVertex(
                                            chosen.get(), only, reply, json, now)));
        }
        List<Checkpoint> older = older(history, chosen.get());
        CompletableFuture<Fetched> newest = requests.get(path + chosen.get().id(), WHAT);
        Optional<CompletableFuture<Fetched>> compared =
                older.isEmpty() ? Optional.empty() : oldest(path + older.get(0).id());
        List<CheckpointDetail> found = new ArrayList<>();
        Fetched reply = newest.join();
        Optional<CheckpointDetail> detail = reply.body().flatMap(CheckpointParser::detail);
        detail.ifPresent(d -> found.add(withSubtasks(d, now)));
        compared.flatMap(oldest -> compared(oldest.join(), older)).ifPresent(found::add);
        return found.isEmpty()
                ? reply.observe(json -> reply.absent(Missing.Why.NOT_YET, WHAT))
                : Observed.of(List.copyOf(found), reply.provenance(now));
    }

    /** In a small job the growth is soon found, and its place is worth more elsewhere. */
    private Optional<CompletableFuture<Fetched>> oldest(String path) {
        if (graph.vertices().size() >= COMPARED) {
            return Optional.of(requests.get(path, WHAT));
        }
        return requests.spare(1) ? Optional.of(requests.extra(path, WHAT)) : Optional.empty();
    }

    /** The history moves on: the oldest may have left it between two requests. */
    private Optional<CheckpointDetail> compared(Fetched oldest, List<Checkpoint> older) {
        if (oldest.status() == 404 && older.size() > 1 && requests.spare(1)) {
            Checkpoint previous = older.get(older.size() - 1);
            return requests.extra(path + previous.id(), WHAT)
                    .join()
                    .body()
                    .flatMap(CheckpointParser::detail);
        }
        return oldest.body().flatMap(CheckpointParser::detail);
    }

    private CheckpointDetail withSubtasks(CheckpointDetail detail, Instant now) {
        return slowest(detail)
                .map(
                        vertex -> {
                            Fetched reply = subtasks(detail.checkpoint(), vertex);
                            return reply.body()
                                    .map(json -> CheckpointParser.subtasks(reply, json, now))
                                    .map(
                                            list ->
                                                    CheckpointParser.withSubtasks(
                                                            detail, vertex, list))
                                    .orElse(detail);
                        })
                .orElse(detail);
    }

    private Fetched subtasks(Checkpoint checkpoint, VertexId vertex) {
        return requests.get(path + checkpoint.id() + "/subtasks/" + vertex.hex(), WHAT).join();
    }

    /**
     * Where the barrier is, if it has not passed everywhere: nothing downstream of it can have
     * acknowledged. Else the vertex that acknowledged last.
     */
    private Optional<VertexId> slowest(CheckpointDetail detail) {
        List<VertexId> order = graph.vertices().stream().map(Vertex::id).toList();
        Optional<VertexId> pending =
                order.stream()
                        .filter(v -> detail.unacknowledged().getOrDefault(v, 0) > 0)
                        .findFirst();
        return pending.or(
                () ->
                        order.stream()
                                .filter(detail.duration()::containsKey)
                                .max(Comparator.comparing(detail.duration()::get)));
    }

    /** In progress for long, else the last one that ended. */
    private static Optional<Checkpoint> worthLookingAt(CheckpointHistory history, Instant now) {
        double tooLong = LONG * average(completed(history));
        if (tooLong == 0) {
            // None completed: one that has just begun says less than one that failed.
            tooLong =
                    average(
                                    history.recent().stream()
                                            .filter(c -> c.status() == Checkpoint.Status.FAILED)
                                            .toList())
                            / LONG;
        }
        double limit = tooLong;
        Optional<Checkpoint> stuck =
                history.recent().stream()
                        .filter(c -> c.status() == Checkpoint.Status.IN_PROGRESS)
                        .filter(c -> Duration.between(c.triggeredAt(), now).toMillis() > limit)
                        .findFirst();
        return stuck.or(
                () ->
                        history.recent().stream()
                                .filter(c -> c.status() != Checkpoint.Status.IN_PROGRESS)
                                .findFirst());
    }

    /** In milliseconds; 0 for none. */
    private static double average(List<Checkpoint> checkpoints) {
        return checkpoints.stream().mapToLong(c -> c.duration().toMillis()).average().orElse(0);
    }

    /** Completed ones before the chosen one, oldest first. */
    private static List<Checkpoint> older(CheckpointHistory history, Checkpoint chosen) {
        return completed(history).stream()
                .filter(c -> c.id() < chosen.id())
                .sorted(Comparator.comparingLong(Checkpoint::id))
                .toList();
    }

    private static List<Checkpoint> completed(CheckpointHistory history) {
        return history.recent().stream()
                .filter(c -> c.status() == Checkpoint.Status.COMPLETED && !c.savepoint())
                .toList();
    }
}
