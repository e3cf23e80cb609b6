package flinktriage.incidents;

import static flinktriage.world.Checkpoints.completed;
import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.history;
import static flinktriage.world.Checkpoints.seconds;

import flinktriage.model.Checkpoint;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.TaskManager;
import flinktriage.model.Watermark;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** A job in which all is well, so that an incident states only what is not. */
final class Calm {

    static final double NO_WATERMARK = Long.MIN_VALUE;
    static final Duration EARLIER = Duration.ofSeconds(30);

    private Calm() {}

    /** Two TaskManagers, a checkpoint a minute that takes two seconds, no failure. */
    static JobBuilder job(String name) {
        return JobBuilder.job(name)
                .checkpointConfig(every(Duration.ofMinutes(1)))
                .checkpoints(steady(10, id -> 1_000))
                .exceptions()
                .restarts(0)
                .configuration(Map.of("execution.checkpointing.incremental", "true"))
                .taskManagers(taskManager("tm1", 8, 0), taskManager("tm2", 8, 0))
                .taskManagerMetric("Status.JVM.CPU.Load", 0.2, 0.2, 0.2, 0.4)
                .taskManagerMetric("Status.JVM.GarbageCollector.All.TimeMsPerSecond", 4, 5, 4.5, 9)
                .taskManagerMetric("Status.JVM.Memory.Heap.Used", 4e8, 5e8, 4.5e8, 9e8)
                .taskManagerMetric("Status.JVM.Memory.Heap.Max", 1e9, 1e9, 1e9, 2e9)
                .taskManagerMetric("Status.JVM.Memory.Metaspace.Used", 1e8, 1e8, 1e8, 2e8)
                .taskManagerMetric("Status.JVM.Memory.Metaspace.Max", 2.5e8, 2.5e8, 2.5e8, 5e8);
    }

    /** Four cores, 1 GB of heap, 1 GB of managed memory. */
    static TaskManager taskManager(String id, int slots, int free) {
        return new TaskManager(id, slots, free, 4, 1_000_000_000, 1_000_000_000, Optional.empty());
    }

    /**
     * One checkpoint a minute.
     *
     * @param bytes of state by id; ids count up to the newest
     */
    static CheckpointHistory steady(int count, LongUnaryOperator bytes) {
        return history(
                LongStream.range(0, count)
                        .mapToObj(
                                i ->
                                        completed(
                                                count - i,
                                                Duration.ofMinutes(i).plusSeconds(20),
                                                seconds(2),
                                                bytes.applyAsLong(count - i)))
                        .toArray(Checkpoint[]::new));
    }

    /** Subtasks with time to spare that get equal parts of the records, without event time. */
    static VertexBuilder vertex(VertexBuilder v, int parallelism, double recordsPerSecond) {
        double each = recordsPerSecond / parallelism;
        long total = Math.round(each * 7_200);
        long before = Math.round(each * (7_200 - EARLIER.toSeconds()));
        long[] records = new long[parallelism];
        Arrays.fill(records, total);
        v.parallelism(parallelism)
                .maxParallelism(720 * parallelism)
                .busy(all(parallelism, 0.1))
                .backpressured(all(parallelism, 0))
                .idle(all(parallelism, 0.9))
                .subtaskRecordsIn(records)
                .subtaskRecordsOut(records)
                .totalRecords(total * parallelism, total * parallelism)
                .taskManagers(Collections.nCopies(parallelism, "tm1").toArray(String[]::new))
                .inputWatermarks(
                        Collections.nCopies(parallelism, new Watermark.None())
                                .toArray(Watermark[]::new));
        for (String metric : List.of("numRecordsIn", "numRecordsOut")) {
            v.metricAgo(EARLIER, metric, before, before, before, before * parallelism);
            v.metric(metric, total, total, total, total * parallelism);
            v.metric(metric + "PerSecond", each, each, each, recordsPerSecond);
        }
        return outputWatermark(v, NO_WATERMARK, NO_WATERMARK);
    }

    /** A source: records are counted by its operator, and each subtask has metrics. */
    static VertexBuilder source(VertexBuilder v, int parallelism, double recordsPerSecond) {
        double each = recordsPerSecond / parallelism;
        vertex(v, parallelism, recordsPerSecond)
                .metric("Source.numRecordsInPerSecond", each, each, each, recordsPerSecond);
        for (int i = 0; i < parallelism; i++) {
            v.subtaskMetric(i, "Source.numRecordsIn", each * 7_200);
        }
        return v;
    }

    /** The same records, but nearly all of them at one subtask. */
    static VertexBuilder hotKey(
            VertexBuilder v, int parallelism, int hot, double recordsPerSecond) {
        double rest = recordsPerSecond / 100;
        double most = recordsPerSecond - rest * (parallelism - 1);
        long[] records = new long[parallelism];
        Arrays.fill(records, Math.round(rest * 7_200));
        records[hot] = Math.round(most * 7_200);
        double mean = recordsPerSecond / parallelism;
        return v.subtaskRecordsIn(records)
                .metric("numRecordsInPerSecond", rest, most, mean, recordsPerSecond);
    }

    /** The backlog of a source, 30 seconds ago and now. */
    static VertexBuilder backlog(VertexBuilder v, double before, double now) {
        return v.metricAgo(EARLIER, "Source.pendingRecords", before, before, before, before)
                .metric("Source.pendingRecords", now, now, now, now);
    }

    /** The slowest and the furthest subtask, now. */
    static VertexBuilder outputWatermark(VertexBuilder v, double low, double high) {
        return v.metric("op.currentOutputWatermark", low, high, low, low);
    }

    static double[] all(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }

    /** Subtask {@code index} has one value, its siblings another. */
    static double[] one(int count, int index, double value, double others) {
        double[] values = all(count, others);
        values[index] = value;
        return values;
    }

    /** CPU cores in use by both TaskManagers, of eight. */
    static JobBuilder cores(JobBuilder job, double used) {
        double load = used / 8;
        return job.taskManagerMetric("Status.JVM.CPU.Load", load, load, load, 2 * load);
    }
}
