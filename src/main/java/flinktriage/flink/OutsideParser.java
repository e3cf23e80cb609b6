package flinktriage.flink;

import flinktriage.model.JobHistory;
import flinktriage.model.JvmUse;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.PartitionReaders;
import flinktriage.model.Provenance;
import flinktriage.model.Reporter;
import flinktriage.model.TimeSeries;
import flinktriage.model.VertexId;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads what {@link OutsideEvidence} wrote, or anything else that claims to be that. */
final class OutsideParser {

    private static final int LONGEST = 8_192;
    private static final int LONGEST_SERIES = 8 * 1024 * 1024;
    private static final String VALUE = "value";

    private OutsideParser() {}

    /**
     * @throws IOException if it is no JSON
     */
    static OutsideEvidence parse(byte[] body) throws IOException {
        Json root = Json.parse(body);
        return new OutsideEvidence(
                new Outside(
                        observed(root.at("kafkaTopics"), o -> topics(o.at(VALUE))),
                        observed(root.at("reporter"), o -> reporter(o.at(VALUE))),
                        observed(root.at("history"), o -> history(o.at(VALUE)))),
                root.at("notes").texts());
    }

    private static <T> Observed<T> observed(Json node, Function<Json, Optional<T>> value) {
        if (node.at("from").isObject()) {
            Provenance from = provenance(node.at("from"));
            return value.apply(node)
                    .map(v -> Observed.of(v, from))
                    .orElseGet(
                            () ->
                                    Observed.absent(
                                            Missing.Why.NOT_A_NUMBER,
                                            "value",
                                            OutsideEvidence.NAME + " of the capture"));
        }
        Json missing = node.at("missing");
        Missing.Why why = Missing.Why.NOT_EXPOSED;
        for (Missing.Why known : Missing.Why.values()) {
            if (known.name().equals(missing.text("why").orElse(""))) {
                why = known;
            }
        }
        return Observed.absent(
                why,
                missing.text("what", LONGEST).orElse("value"),
                missing.text("detail", LONGEST).orElse(OutsideEvidence.NAME + " of the capture"));
    }

    private static Provenance provenance(Json from) {
        return new Provenance(
                from.text("request", LONGEST).orElse(""),
                from.text("pointer", LONGEST).orElse(""),
                instant(from.text("at")));
    }

    private static Instant instant(Optional<String> text) {
        try {
            return Instant.parse(text.orElse(""));
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static Observed<Double> number(Json node) {
        return observed(
                node,
                n -> {
                    OptionalDouble value = n.number(VALUE);
                    return value.isPresent() && Double.isFinite(value.getAsDouble())
                            ? Optional.of(value.getAsDouble())
                            : Optional.empty();
                });
    }

    private static Observed<Long> whole(Json node) {
        return observed(
                node,
                n -> {
                    OptionalLong value = n.whole(VALUE);
                    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
                });
    }

    private static Optional<List<KafkaTopic>> topics(Json list) {
        return Optional.of(
                list.items().stream()
                        .map(
                                topic ->
                                        new KafkaTopic(
                                                topic.text("name").orElse(""),
                                                topic.count("partitions", 0),
                                                observed(
                                                        topic.at("endOffsets"),
                                                        o -> Optional.of(numbered(o.at(VALUE)))),
                                                number(topic.at("arriving")),
                                                whole(topic.at("committedLag"))))
                        .toList());
    }

    /** The whole numbers of an object whose keys are numbers. */
    private static SortedMap<Integer, Long> numbered(Json object) {
        SortedMap<Integer, Long> byNumber = new TreeMap<>();
        for (Map.Entry<String, Json> field : object.fields()) {
            OptionalLong value = object.whole(field.getKey());
            if (field.getKey().matches("[0-9]{1,9}") && value.isPresent()) {
                byNumber.put(Integer.valueOf(field.getKey()), value.getAsLong());
            }
        }
        return byNumber;
    }

    private static Optional<Reporter> reporter(Json value) {
        Map<VertexId, PartitionReaders> readers = new HashMap<>();
        for (Map.Entry<String, Json> field : value.at("readers").fields()) {
            Json seen = field.getValue();
            SortedMap<Integer, Integer> bySubtask = new TreeMap<>();
            numbered(seen.at("bySubtask"))
                    .forEach((s, n) -> bySubtask.put(s, (int) Math.max(0, Math.min(n, 1 << 30))));
            readers.put(
                    new VertexId(field.getKey()),
                    new PartitionReaders(
                            seen.count("partitions", 0), bySubtask, provenance(seen.at("from"))));
        }
        List<JvmUse> taskManagers =
                value.at("taskManagers").items().stream()
                        .map(
                                use ->
                                        new JvmUse(
                                                use.text("taskManager").orElse(""),
                                                number(use.at("collecting")),
                                                number(use.at("heap")),
                                                number(use.at("metaspace")),
                                                number(use.at("cpu"))))
                        .toList();
        return Optional.of(new Reporter(readers, taskManagers, value.flag("complete", false)));
    }

    private static Optional<JobHistory> history(Json value) {
        return Optional.of(
                new JobHistory(
                        instant(value.text("since")),
                        byVertex(value.at("busy")),
                        byVertex(value.at("backpressured")),
                        byVertex(value.at("backlog")),
                        byVertex(value.at("parallelism")),
                        one(value.at("restarts")),
                        one(value.at("failedCheckpoints")),
                        one(value.at("stateBytes"))));
    }

    private static Map<VertexId, TimeSeries> byVertex(Json object) {
        Map<VertexId, TimeSeries> series = new HashMap<>();
        object.fields()
                .forEach(
                        field ->
                                series.put(new VertexId(field.getKey()), series(field.getValue())));
        return series;
    }

    private static Optional<TimeSeries> one(Json value) {
        return value.isObject() ? Optional.of(series(value)) : Optional.empty();
    }

    private static TimeSeries series(Json value) {
        List<TimeSeries.Point> points = new ArrayList<>();
        for (String point : value.text("points", LONGEST_SERIES).orElse("").split(", ")) {
            point(point).ifPresent(points::add);
        }
        return new TimeSeries(points, step(value.text("step")), provenance(value.at("from")));
    }

    private static Optional<TimeSeries.Point> point(String text) {
        String[] parts = text.split(" ");
        if (parts.length != 2 || !parts[0].matches("[0-9]{1,15}")) {
            return Optional.empty();
        }
        try {
            double value = Double.parseDouble(parts[1]);
            return Double.isFinite(value)
                    ? Optional.of(
                            new TimeSeries.Point(
                                    Instant.ofEpochMilli(Long.parseLong(parts[0])), value))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Duration step(Optional<String> text) {
        try {
            Duration step = Duration.parse(text.orElse("PT1M"));
            return step.isNegative() || step.compareTo(Duration.ofDays(1)) > 0
                    ? Duration.ofMinutes(1)
                    : step;
        } catch (DateTimeException e) {
            return Duration.ofMinutes(1);
        }
    }
}
