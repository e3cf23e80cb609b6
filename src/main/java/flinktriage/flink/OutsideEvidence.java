package flinktriage.flink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.model.JobHistory;
import flinktriage.model.JvmUse;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.Provenance;
import flinktriage.model.Reporter;
import flinktriage.model.Snapshot;
import flinktriage.model.TimeSeries;
import flinktriage.model.VertexId;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What other systems than Flink said about a job, as a capture keeps it: without secrets, and what
 * was made of the answers rather than the answers. Kafka's are no text, and 200 TaskManagers show
 * some hundred megabytes of which a few numbers are read.
 *
 * @param notes for the reader of the report
 */
record OutsideEvidence(Outside outside, List<String> notes) {

    static final String NAME = "outside.json";

    OutsideEvidence {
        notes = List.copyOf(notes);
    }

    /** With it, as if it had been asked for in this run. */
    Snapshot in(Snapshot snapshot) {
        return snapshot.with(
                snapshot.jobs().stream().map(job -> job.withOutside(outside)).toList(), notes);
    }

    byte[] bytes() throws IOException {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode list = root.putArray("notes");
        notes.forEach(note -> list.add(Redaction.text(note)));
        write(
                outside.kafkaTopics(),
                root.putObject("kafkaTopics"),
                (topics, node) -> {
                    ArrayNode array = node.putArray("value");
                    topics.forEach(topic -> write(topic, array.addObject()));
                });
        write(
                outside.reporter(),
                root.putObject("reporter"),
                (reporter, node) -> write(reporter, node.putObject("value")));
        write(
                outside.history(),
                root.putObject("history"),
                (history, node) -> write(history, node.putObject("value")));
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    }

    private interface Writer<T> {
        void write(T value, ObjectNode node);
    }

    private static <T> void write(Observed<T> observed, ObjectNode node, Writer<T> value) {
        if (observed instanceof Observed.Present<T> present) {
            write(present.from(), node);
            value.write(present.value(), node);
        } else if (observed instanceof Observed.Absent<T> absent) {
            node.putObject("missing")
                    .put("why", absent.missing().why().name())
                    .put("what", Redaction.text(absent.missing().what()))
                    .put("detail", Redaction.text(absent.missing().detail()));
        }
    }

    private static void write(Provenance from, ObjectNode node) {
        node.putObject("from")
                .put("request", Redaction.text(from.request()))
                .put("pointer", Redaction.text(from.pointer()))
                .put("at", from.at().toString());
    }

    private static void write(KafkaTopic topic, ObjectNode node) {
        node.put("name", Redaction.text(topic.name())).put("partitions", topic.partitions());
        write(
                topic.endOffsets(),
                node.putObject("endOffsets"),
                (offsets, to) -> {
                    ObjectNode byPartition = to.putObject("value");
                    offsets.forEach((p, offset) -> byPartition.put(String.valueOf(p), offset));
                });
        write(topic.arriving(), node.putObject("arriving"), (v, to) -> to.put("value", v));
        write(topic.committedLag(), node.putObject("committedLag"), (v, to) -> to.put("value", v));
    }

    private static void write(Reporter reporter, ObjectNode node) {
        node.put("complete", reporter.complete());
        ObjectNode readers = node.putObject("readers");
        reporter.readers()
                .forEach(
                        (vertex, seen) -> {
                            ObjectNode of = readers.putObject(vertex.hex());
                            of.put("partitions", seen.partitions());
                            write(seen.from(), of);
                            ObjectNode bySubtask = of.putObject("bySubtask");
                            seen.bySubtask().forEach((s, n) -> bySubtask.put(String.valueOf(s), n));
                        });
        ArrayNode taskManagers = node.putArray("taskManagers");
        reporter.taskManagers().forEach(use -> write(use, taskManagers.addObject()));
    }

    private static void write(JvmUse use, ObjectNode node) {
        node.put("taskManager", Redaction.text(use.taskManager()));
        write(use.collecting(), node.putObject("collecting"), (v, to) -> to.put("value", v));
        write(use.heap(), node.putObject("heap"), (v, to) -> to.put("value", v));
        write(use.metaspace(), node.putObject("metaspace"), (v, to) -> to.put("value", v));
        write(use.cpu(), node.putObject("cpu"), (v, to) -> to.put("value", v));
    }

    private static void write(JobHistory history, ObjectNode node) {
        node.put("since", history.since().toString());
        write(history.busy(), node.putObject("busy"));
        write(history.backpressured(), node.putObject("backpressured"));
        write(history.backlog(), node.putObject("backlog"));
        write(history.parallelism(), node.putObject("parallelism"));
        history.restarts().ifPresent(s -> write(s, node.putObject("restarts")));
        history.failedCheckpoints().ifPresent(s -> write(s, node.putObject("failedCheckpoints")));
        history.stateBytes().ifPresent(s -> write(s, node.putObject("stateBytes")));
    }

    private static void write(Map<VertexId, TimeSeries> byVertex, ObjectNode node) {
        byVertex.forEach((vertex, series) -> write(series, node.putObject(vertex.hex())));
    }

    /** One string for all points: a reader's limit is on the number of JSON values. */
    private static void write(TimeSeries series, ObjectNode node) {
        write(series.from(), node);
        node.put("step", series.step().toString())
                .put(
                        "points",
                        series.points().stream()
                                .map(p -> p.at().toEpochMilli() + " " + p.value())
                                .collect(Collectors.joining(", ")));
    }
}
