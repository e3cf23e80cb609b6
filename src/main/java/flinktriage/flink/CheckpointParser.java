package flinktriage.flink;

import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointDetail.SubtaskCheckpoint;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.VertexId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads {@code /jobs/:id/checkpoints} and what is below it. */
final class CheckpointParser {

    private static final int MESSAGE = 4_000;

    /** Flink keeps 10 unless web.checkpoints.history says more; slopes are of all pairs. */
    private static final int MOST = 500;

    private CheckpointParser() {}

    static CheckpointHistory history(Json json) {
        List<Checkpoint> recent =
                json.at("history").items().stream()
                        .flatMap(item -> checkpoint(item).stream())
                        .sorted(Comparator.comparingLong(Checkpoint::id).reversed())
                        .limit(MOST)
                        .toList();
        Json latest = json.at("latest");
        Json counts = json.at("counts");
        return new CheckpointHistory(
                counts.count("completed", 0),
                counts.count("failed", 0),
                counts.count("in_progress", 0),
                latest.at("restored").instant("restore_timestamp"),
                checkpoint(latest.at("completed")).or(() -> newestCompleted(recent)),
                recent);
    }

    private static Optional<Checkpoint> newestCompleted(List<Checkpoint> recent) {
        return recent.stream().filter(c -> c.status() == Checkpoint.Status.COMPLETED).findFirst();
    }

    static Optional<Checkpoint> checkpoint(Json item) {
        OptionalLong id = item.whole("id");
        Optional<Checkpoint.Status> status = status(item.text("status").orElse(""));
        Optional<Instant> triggered = item.instant("trigger_timestamp");
        if (id.orElse(-1) < 0 || status.isEmpty() || triggered.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Checkpoint(
                        id.getAsLong(),
                        status.get(),
                        item.flag("is_savepoint", false),
                        item.text("checkpoint_type").orElse("").equals("UNALIGNED_CHECKPOINT"),
                        triggered.get(),
                        item.millis("end_to_end_duration"),
                        positive(item, "state_size"),
                        positive(item, "checkpointed_size"),
                        positive(item, "persisted_data"),
                        item.count("num_subtasks", 0),
                        item.count("num_acknowledged_subtasks", 0),
                        item.secretFree("failure_message", MESSAGE)));
    }

    private static Optional<Checkpoint.Status> status(String name) {
        for (Checkpoint.Status status : Checkpoint.Status.values()) {
            if (status.name().equals(name)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }

    private static long positive(Json item, String field) {
        return Math.max(0, item.whole(field).orElse(0));
    }

    static CheckpointConfig config(Json json) {
        OptionalLong interval = json.whole("interval");
        boolean periodic =
                interval.orElse(0) > 0 && interval.orElse(Long.MAX_VALUE) != Long.MAX_VALUE;
        return new CheckpointConfig(
                periodic ? Optional.of(json.millis("interval")) : Optional.empty(),
                json.millis("timeout"),
                json.millis("min_pause"),
                json.count("max_concurrent", 1),
                json.text("mode").orElse("exactly_once").equalsIgnoreCase("exactly_once"),
                json.flag("unaligned_checkpoints", false),
                json.count("tolerable_failed_checkpoints", 0),
                json.text("state_backend").orElse("Unknown"));
    }

    /** {@code /checkpoints/details/:cid}; without subtasks. */
    static Optional<CheckpointDetail> detail(Json json) {
        return checkpoint(json).map(checkpoint -> detail(checkpoint, json));
    }

    private static CheckpointDetail detail(Checkpoint checkpoint, Json json) {
        Map<VertexId, Long> stateSize = new HashMap<>();
        Map<VertexId, Long> duration = new HashMap<>();
        Map<VertexId, Integer> unacknowledged = new HashMap<>();
        for (Map.Entry<String, Json> e : json.at("tasks").fields()) {
            VertexId vertex = new VertexId(e.getKey());
            Json task = e.getValue();
            stateSize.put(vertex, positive(task, "state_size"));
            task.whole("end_to_end_duration").stream()
                    .filter(ms -> ms >= 0)
                    .forEach(ms -> duration.put(vertex, ms));
            unacknowledged.put(
                    vertex,
                    Math.max(
                            0,
                            task.count("num_subtasks", 0)
                                    - task.count("num_acknowledged_subtasks", 0)));
        }
        return new CheckpointDetail(checkpoint, stateSize, duration, unacknowledged, Map.of());
    }

    /** A job of one vertex: what details would say is in the reply about its subtasks. */
    static CheckpointDetail onlyVertex(
            Checkpoint checkpoint, VertexId vertex, Fetched reply, Json json, Instant now) {
        OptionalLong duration = json.whole("end_to_end_duration");
        return new CheckpointDetail(
                checkpoint,
                Map.of(vertex, positive(json, "state_size")),
                duration.orElse(-1) >= 0 ? Map.of(vertex, duration.getAsLong()) : Map.of(),
                Map.of(vertex, Math.max(0, checkpoint.subtasks() - checkpoint.acknowledged())),
                Map.of(vertex, subtasks(reply, json, now)));
    }

    static CheckpointDetail withSubtasks(
            CheckpointDetail detail, VertexId vertex, List<SubtaskCheckpoint> subtasks) {
        return new CheckpointDetail(
                detail.checkpoint(),
                detail.stateSize(),
                detail.duration(),
                detail.unacknowledged(),
                Map.of(vertex, subtasks));
    }

    /** {@code /checkpoints/details/:cid/subtasks/:vid}. */
    static List<SubtaskCheckpoint> subtasks(Fetched reply, Json json, Instant now) {
        List<SubtaskCheckpoint> subtasks = new ArrayList<>();
        int position = 0;
        for (Json item : json.at("subtasks").items()) {
            Provenance from = reply.provenance(now).at("/subtasks/" + position++);
            int index = item.count("index", -1);
            if (index >= 0) {
                subtasks.add(subtask(index, item, from));
            }
        }
        return List.copyOf(subtasks);
    }

    private static SubtaskCheckpoint subtask(int index, Json item, Provenance from) {
        // "aborted" has partial numbers of a subtask that did not finish, although its status says
        // completed.
        boolean acknowledged =
                item.text("className").orElse("").equals("completed")
                        && !item.flag("aborted", false);
        return new SubtaskCheckpoint(
                index,
                acknowledged,
                value(item, "start_delay", "start delay", from),
                value(
                        item.at("alignment"),
                        "duration",
                        "alignment",
                        from.at(from.pointer() + "/alignment")),
                value(
                        item.at("checkpoint"),
                        "sync",
                        "synchronous part",
                        from.at(from.pointer() + "/checkpoint")),
                value(
                        item.at("checkpoint"),
                        "async",
                        "asynchronous part",
                        from.at(from.pointer() + "/checkpoint")),
                acknowledged
                        ? value(item, "end_to_end_duration", "duration", from)
                        : none("duration", from),
                acknowledged
                        ? value(item, "state_size", "state size", from)
                        : none("state size", from));
    }

    private static Observed<Long> value(Json item, String field, String what, Provenance from) {
        OptionalLong value = item.whole(field);
        if (value.isEmpty()) {
            return none(what, from);
        }
        return value.getAsLong() < 0
                ? Observed.absent(Missing.Why.SENTINEL, what + " of a subtask", from.request())
                : Observed.of(value.getAsLong(), from.at(from.pointer() + "/" + field));
    }

    private static Observed<Long> none(String what, Provenance from) {
        return Observed.absent(
                Missing.Why.NOT_YET,
                what + " of a subtask that did not acknowledge",
                from.request());
    }
}
