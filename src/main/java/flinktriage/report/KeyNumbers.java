package flinktriage.report;

import flinktriage.model.Aggregate;
import flinktriage.model.Backlog;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.Job;
import flinktriage.model.MetricSample;
import flinktriage.model.Quantity;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Vertex;
import flinktriage.model.VertexMeasures;
import flinktriage.model.Watermark;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The numbers of a job that tell whether it is better or worse than it was. */
final class KeyNumbers {

    /** What a larger value of a number means. */
    enum Larger {
        WORSE,
        /** Depends on why: more records may be more load, or a bottleneck that has gone. */
        NEITHER
    }

    /** A number that is compared; the order is that of the report. */
    enum Label {
        BACKLOG("backlog", Larger.WORSE),
        CHECKPOINT_DURATION("last completed checkpoint took", Larger.WORSE),
        CHECKPOINT_SIZE("state in the last checkpoint", Larger.NEITHER),
        CHECKPOINTS_FAILED("checkpoints failed", Larger.WORSE),
        RESTARTS("restarts", Larger.WORSE),
        /** What was really applied: a scheduler may give less than was asked for. */
        PARALLELISM("parallelism", Larger.NEITHER),
        BUSY("busy (max)", Larger.NEITHER),
        BACKPRESSURED("backpressured (max)", Larger.WORSE),
        RECORDS_IN("records in", Larger.NEITHER),
        RECORDS_OUT("records out", Larger.NEITHER),
        STATE("state", Larger.NEITHER),
        WATERMARK_LAG("watermark lag", Larger.WORSE);

        private final String text;
        private final Larger larger;

        Label(String text, Larger larger) {
            this.text = text;
            this.larger = larger;
        }

        String text() {
            return text;
        }

        Larger larger() {
            return larger;
        }
    }

    private KeyNumbers() {}

    /** Those that are known. */
    static Map<Label, Quantity> of(Job job) {
        Map<Label, Quantity> numbers = new LinkedHashMap<>();
        job.graph().sources().stream()
                .flatMap(v -> measures(job, v).stream())
                .flatMap(m -> Backlog.of(m.samples(), "").stream())
                .mapToDouble(Backlog::records)
                .reduce(Double::sum)
                .ifPresent(sum -> numbers.put(Label.BACKLOG, Quantity.records(sum)));
        job.checkpoints().stream()
                .forEach(
                        history -> {
                            history.newestCompleted()
                                    .ifPresent(
                                            last -> {
                                                numbers.put(
                                                        Label.CHECKPOINT_DURATION,
                                                        Quantity.of(last.duration()));
                                                numbers.put(
                                                        Label.CHECKPOINT_SIZE,
                                                        Quantity.bytes(last.stateSize()));
                                            });
                            numbers.put(Label.CHECKPOINTS_FAILED, Quantity.count(history.failed()));
                        });
        job.restarts().stream().forEach(n -> numbers.put(Label.RESTARTS, Quantity.count(n)));
        return numbers;
    }

    /** Those of one vertex that are known. */
    static Map<Label, Quantity> of(Job job, Vertex v) {
        Map<Label, Quantity> numbers = new LinkedHashMap<>();
        numbers.put(Label.PARALLELISM, Quantity.count(v.parallelism()));
        Optional<VertexMeasures> measures = measures(job, v);
        if (measures.isEmpty()) {
            return numbers;
        }
        VertexMeasures m = measures.get();
        ratio(numbers, Label.BUSY, HealthText.max(m, SubtaskTimes::busy));
        ratio(numbers, Label.BACKPRESSURED, HealthText.max(m, SubtaskTimes::backpressured));
        m.samples().stream()
                .map(list -> list.get(list.size() - 1))
                .forEach(
                        sample -> {
                            rate(numbers, Label.RECORDS_IN, sample, "numRecordsInPerSecond");
                            rate(numbers, Label.RECORDS_OUT, sample, "numRecordsOutPerSecond");
                        });
        job.checkpointDetails().stream()
                .findFirst()
                .flatMap(CheckpointDetail::newestCompleted)
                .map(detail -> detail.stateSize().get(v.id()))
                .ifPresent(bytes -> numbers.put(Label.STATE, Quantity.bytes(bytes)));
        m.inputWatermarks().stream()
                .flatMap(bySubtask -> bySubtask.values().stream())
                .min(Watermark::compareTo)
                .filter(Watermark.At.class::isInstance)
                .map(slowest -> ((Watermark.At) slowest).behind(job.now()))
                .map(behind -> behind.isNegative() ? Duration.ZERO : behind)
                .ifPresent(behind -> numbers.put(Label.WATERMARK_LAG, Quantity.of(behind)));
        return numbers;
    }

    private static Optional<VertexMeasures> measures(Job job, Vertex v) {
        return Optional.ofNullable(job.measures().get(v.id()));
    }

    private static void ratio(Map<Label, Quantity> to, Label label, OptionalDouble value) {
        value.ifPresent(v -> to.put(label, Quantity.ratio(v)));
    }

    private static void rate(
            Map<Label, Quantity> to, Label label, MetricSample sample, String metric) {
        sample.metric(metric).stream()
                .mapToDouble(Aggregate::sum)
                .forEach(sum -> to.put(label, Quantity.recordsPerSecond(sum)));
    }
}
