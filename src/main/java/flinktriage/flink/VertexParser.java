package flinktriage.flink;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.Subtask;
import flinktriage.model.SubtaskTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads {@code /jobs/:id/vertices/:vid} and its {@code /backpressure}. */
final class VertexParser {

    private static final String TIMES = "busy and backpressured time";

    private VertexParser() {}

    /**
     * How the subtasks spent their time.
     *
     * @param running whether the tasks of the vertex run, as far as they have not finished; before
     *     that NaN does not tell a legacy source
     */
    static Observed<List<SubtaskTimes>> times(Fetched reply, boolean running, Instant now) {
        // A vertex without task metrics is "deprecated", or an error if it has metrics of its
        // coordinator (NoSuchElementException since 1.20).
        if (reply.status() == 500) {
            return reply.absent(Missing.Why.NOT_YET, TIMES);
        }
        return reply.observe(json -> times(json, reply, running, now));
    }

    private static Observed<List<SubtaskTimes>> times(
            Json json, Fetched reply, boolean running, Instant now) {
        if (!json.text("status").orElse("").equals("ok")) {
            return reply.absent(Missing.Why.NOT_YET, TIMES);
        }
        Map<Integer, SubtaskTimes> times = new TreeMap<>();
        int position = 0;
        for (Json item : json.at("subtasks").items()) {
            int subtask = item.count("subtask", -1);
            Provenance from = reply.provenance(now).at("/subtasks/" + position++);
            if (subtask >= 0) {
                times.putIfAbsent(subtask, times(subtask, item, running, from));
            }
        }
        return times.isEmpty()
                ? reply.absent(Missing.Why.NOT_YET, TIMES)
                : Observed.of(List.copyOf(times.values()), reply.provenance(now));
    }

    /**
     * How the subtasks of a job that has ended spent the time of their last attempt, from {@code
     * /jobs/:id/vertices/:vid}; empty if that does not say.
     */
    static Optional<Observed<List<SubtaskTimes>>> timesOfEnded(Fetched reply, Instant now) {
        Map<Integer, SubtaskTimes> times = new TreeMap<>();
        int position = 0;
        List<Json> subtasks =
                reply.body().map(json -> json.at("subtasks").items()).orElse(List.of());
        for (Json item : subtasks) {
            int subtask = item.count("subtask", -1);
            Provenance from = reply.provenance(now).at("/subtasks/" + position++);
            if (subtask >= 0) {
                accumulated(subtask, item.at("metrics"), from)
                        .ifPresent(t -> times.putIfAbsent(subtask, t));
            }
        }
        return times.isEmpty()
                ? Optional.empty()
                : Optional.of(Observed.of(List.copyOf(times.values()), reply.provenance(now)));
    }

    /** Empty if it did not run; a legacy source has no busy time (NaN). */
    private static Optional<SubtaskTimes> accumulated(int subtask, Json metrics, Provenance from) {
        double busy = metrics.number("accumulated-busy-time").orElse(Double.NaN);
        double held = metrics.number("accumulated-backpressured-time").orElse(Double.NaN);
        double idle = metrics.number("accumulated-idle-time").orElse(Double.NaN);
        double all = busy + held + idle;
        if (!(all > 0)) {
            return Optional.empty();
        }
        return Optional.of(
                new SubtaskTimes(
                        subtask,
                        part(busy / all, "busy", from),
                        part(held / all, "backpressured", from),
                        part(idle / all, "idle", from)));
    }

    private static Observed<Double> part(double share, String what, Provenance from) {
        Provenance at = from.at(from.pointer() + "/metrics/accumulated-" + what + "-time");
        return share(OptionalDouble.of(share), what + " time", at);
    }

    private static SubtaskTimes times(int subtask, Json item, boolean running, Provenance from) {
        OptionalDouble busy = item.number("busyRatio");
        OptionalDouble backpressured = item.number("ratio");
        OptionalDouble idle = item.number("idleRatio");
        boolean notBusy = busy.isEmpty() || !(busy.getAsDouble() > 0);
        boolean zeros = backpressured.orElse(0) == 0 && idle.orElse(0) == 0;
        boolean legacy = busy.isPresent() && Double.isNaN(busy.getAsDouble());
        if (notBusy && zeros && !(legacy && running)) {
            // Flink counts a metric that it does not have as 0; some time must have been spent.
            return new SubtaskTimes(
                    subtask,
                    Observed.absent(Missing.Why.NOT_YET, "busy time", from.request()),
                    Observed.absent(Missing.Why.NOT_YET, "backpressured time", from.request()),
                    Observed.absent(Missing.Why.NOT_YET, "idle time", from.request()));
        }
        return new SubtaskTimes(
                subtask,
                share(busy, "busy time", from.at(from.pointer() + "/busyRatio")),
                share(backpressured, "backpressured time", from.at(from.pointer() + "/ratio")),
                // A legacy source reads in its own thread: waiting for a buffer is measured there,
                // waiting for input is not.
                legacy
                        ? Observed.absent(
                                Missing.Why.NOT_EXPOSED,
                                "idle time of a legacy source",
                                from.request())
                        : share(idle, "idle time", from.at(from.pointer() + "/idleRatio")));
    }

    private static Observed<Double> share(OptionalDouble value, String what, Provenance from) {
        if (value.isEmpty()) {
            return Observed.absent(Missing.Why.NOT_YET, what, from.request());
        }
        if (!Double.isFinite(value.getAsDouble())) {
            return Observed.absent(Missing.Why.NOT_A_NUMBER, what, from.request());
        }
        // Rounding lets the sum of soft and hard backpressure exceed a second per second.
        return Observed.of(Math.max(0, Math.min(1, value.getAsDouble())), from);
    }

    static Observed<List<Subtask>> subtasks(Fetched reply, Instant now) {
        return reply.observe(json -> subtasks(json, reply, now));
    }

    private static Observed<List<Subtask>> subtasks(Json json, Fetched reply, Instant now) {
        Map<Integer, Subtask> subtasks = new TreeMap<>();
        int position = 0;
        for (Json item : json.at("subtasks").items()) {
            int index = item.count("subtask", -1);
            Provenance from = reply.provenance(now).at("/subtasks/" + position++);
            if (index >= 0) {
                // Speculative attempts are listed inside of the current one.
                subtasks.putIfAbsent(index, subtask(index, item, from));
            }
        }
        return subtasks.isEmpty()
                ? reply.absent(Missing.Why.NOT_YET, "subtasks")
                : Observed.of(new ArrayList<>(subtasks.values()), reply.provenance(now));
    }

    private static Subtask subtask(int index, Json item, Provenance from) {
        Optional<Instant> start = item.instant("start-time");
        Observed<Instant> startedAt =
                start.isPresent()
                        ? Observed.of(start.get(), from.at(from.pointer() + "/start-time"))
                        : Observed.absent(
                                Missing.Why.SENTINEL, "start of the subtask", from.request());
        Observed<String> taskManager =
                item.text("taskmanager-id")
                        .filter(id -> !id.equals("(unassigned)"))
                        .map(id -> Observed.of(id, from.at(from.pointer() + "/taskmanager-id")))
                        .orElse(
                                Observed.absent(
                                        Missing.Why.NOT_YET,
                                        "TaskManager of the subtask",
                                        from.request()));
        Provenance metrics = from.at(from.pointer() + "/metrics");
        return new Subtask(
                index,
                item.text("status").orElse("UNKNOWN"),
                item.count("attempt", 0),
                startedAt,
                taskManager,
                total(item.at("metrics"), "read-records", "records in", metrics),
                total(item.at("metrics"), "write-records", "records out", metrics));
    }

    /** A sum of Flink, unless it says that parts of it are missing. */
    static Observed<Long> total(Json metrics, String field, String what, Provenance from) {
        OptionalLong value = metrics.whole(field);
        if (value.isEmpty()) {
            return Observed.absent(Missing.Why.NOT_EXPOSED, what, from.request());
        }
        if (!metrics.flag(field + "-complete", true)) {
            return Observed.absent(
                    Missing.Why.NOT_YET, what, from.request() + " says that the sum is partial");
        }
        return value.getAsLong() < 0
                ? Observed.absent(Missing.Why.SENTINEL, what, from.request())
                : Observed.of(value.getAsLong(), from.at(from.pointer() + "/" + field));
    }
}
