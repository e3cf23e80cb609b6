package flinktriage.world;

import static flinktriage.world.JobBuilder.NOW;
import static flinktriage.world.JobBuilder.notAsked;
import static flinktriage.world.JobBuilder.present;

import flinktriage.model.Checkpoint;
import flinktriage.model.Checkpoint.Status;
import flinktriage.model.CheckpointConfig;
import flinktriage.model.CheckpointDetail;
import flinktriage.model.CheckpointDetail.SubtaskCheckpoint;
import flinktriage.model.CheckpointHistory;
import flinktriage.model.Observed;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Checkpoints of a scenario; ages are counted from the trigger to {@link JobBuilder#NOW}. */
public final class Checkpoints {

    private Checkpoints() {}

    public static Duration seconds(double s) {
        return Duration.ofMillis(Math.round(s * 1000));
    }

    public static Checkpoint completed(long id, Duration ago, Duration took) {
        return completed(id, ago, took, 1_000);
    }

    public static Checkpoint completed(long id, Duration ago, Duration took, long stateBytes) {
        return checkpoint(id, Status.COMPLETED, ago, took, stateBytes, Optional.empty());
    }

    public static Checkpoint failed(long id, Duration ago, Duration took, String message) {
        return checkpoint(id, Status.FAILED, ago, took, 0, Optional.of(message));
    }

    public static Checkpoint inProgress(long id, Duration ago) {
        return checkpoint(id, Status.IN_PROGRESS, ago, Duration.ZERO, 0, Optional.empty());
    }

    public static Checkpoint savepoint(Checkpoint c) {
        return new Checkpoint(
                c.id(),
                c.status(),
                true,
                c.unaligned(),
                c.triggeredAt(),
                c.duration(),
                c.stateSize(),
                c.checkpointedSize(),
                c.persistedData(),
                c.subtasks(),
                c.acknowledged(),
                c.failureMessage());
    }

    /** The same one with so many bytes of in-flight data in its size. */
    public static Checkpoint inFlight(Checkpoint c, long persistedBytes) {
        return sized(c, c.checkpointedSize(), persistedBytes);
    }

    /** The same one of which only so many bytes were uploaded. */
    public static Checkpoint uploaded(Checkpoint c, long bytes) {
        return sized(c, bytes, c.persistedData());
    }

    private static Checkpoint sized(Checkpoint c, long checkpointedSize, long persistedData) {
        return new Checkpoint(
                c.id(),
                c.status(),
                c.savepoint(),
                persistedData > 0,
                c.triggeredAt(),
                c.duration(),
                c.stateSize(),
                checkpointedSize,
                persistedData,
                c.subtasks(),
                c.acknowledged(),
                c.failureMessage());
    }

    private static Checkpoint checkpoint(
            long id,
            Status status,
            Duration ago,
            Duration took,
            long stateBytes,
            Optional<String> failure) {
        return new Checkpoint(
                id,
                status,
                false,
                false,
                NOW.minus(ago),
                took,
                stateBytes,
                stateBytes,
                0,
                8,
                status == Status.COMPLETED ? 8 : 4,
                failure);
    }

    public static CheckpointHistory history(Checkpoint... newestFirst) {
        return history(Optional.empty(), newestFirst);
    }

    public static CheckpointHistory restored(Duration ago, Checkpoint... newestFirst) {
        return history(Optional.of(NOW.minus(ago)), newestFirst);
    }

    private static CheckpointHistory history(
            Optional<Instant> restoredAt, Checkpoint... newestFirst) {
        List<Checkpoint> all = List.of(newestFirst);
        return new CheckpointHistory(
                count(all, Status.COMPLETED),
                count(all, Status.FAILED),
                count(all, Status.IN_PROGRESS),
                restoredAt,
                all.stream().filter(c -> c.completed() && !c.savepoint()).findFirst(),
                all);
    }

    private static int count(List<Checkpoint> all, Status status) {
        return (int) all.stream().filter(c -> c.status() == status).count();
    }

    /** Exactly once, aligned, on RocksDB, with a timeout of ten minutes. */
    public static CheckpointConfig every(Duration interval) {
        return config(Optional.of(interval), Duration.ofMinutes(10), Duration.ZERO, 0);
    }

    public static CheckpointConfig off() {
        return config(Optional.empty(), Duration.ofMinutes(10), Duration.ZERO, 0);
    }

    public static CheckpointConfig config(
            Optional<Duration> interval, Duration timeout, Duration minPause, int tolerable) {
        return new CheckpointConfig(
                interval,
                timeout,
                minPause,
                1,
                true,
                false,
                tolerable,
                "EmbeddedRocksDBStateBackend");
    }

    /** The same configuration with that state backend. */
    public static CheckpointConfig on(String stateBackend, CheckpointConfig c) {
        return new CheckpointConfig(
                c.interval(),
                c.timeout(),
                c.minPause(),
                c.maxConcurrent(),
                c.exactlyOnce(),
                c.unaligned(),
                c.tolerableFailures(),
                stateBackend);
    }

    public static CheckpointConfig unaligned(CheckpointConfig c) {
        return new CheckpointConfig(
                c.interval(),
                c.timeout(),
                c.minPause(),
                c.maxConcurrent(),
                c.exactlyOnce(),
                true,
                c.tolerableFailures(),
                c.stateBackend());
    }

    public static Detail detail(Checkpoint checkpoint) {
        return new Detail(checkpoint);
    }

    /** One checkpoint broken down, vertex by vertex. */
    public static final class Detail {

        private final Checkpoint checkpoint;
        private final Map<VertexId, Long> sizes = new HashMap<>();
        private final Map<VertexId, Integer> pending = new HashMap<>();
        private final Map<VertexId, List<SubtaskCheckpoint>> subtasks = new HashMap<>();

        private Detail(Checkpoint checkpoint) {
            this.checkpoint = checkpoint;
        }

        public Detail state(String vertex, long bytes) {
            sizes.put(JobBuilder.id(vertex), bytes);
            return this;
        }

        /** Subtasks that have not acknowledged. */
        public Detail pending(String vertex, int count) {
            pending.put(JobBuilder.id(vertex), count);
            return this;
        }

        /** The phases of the vertex's next subtask, in seconds. */
        public Detail subtask(
                String vertex, double startDelay, double alignment, double sync, double async) {
            List<SubtaskCheckpoint> all =
                    subtasks.computeIfAbsent(JobBuilder.id(vertex), k -> new ArrayList<>());
            all.add(
                    new SubtaskCheckpoint(
                            all.size(),
                            true,
                            millis(startDelay),
                            millis(alignment),
                            millis(sync),
                            millis(async),
                            millis(startDelay + alignment + sync + async),
                            notAsked("state size")));
            return this;
        }

        /** The sizes of the vertex's subtasks in bytes, and their sum as that of the vertex. */
        public Detail subtaskStates(String vertex, long... bytes) {
            List<SubtaskCheckpoint> all = new ArrayList<>();
            for (long size : bytes) {
                all.add(
                        new SubtaskCheckpoint(
                                all.size(),
                                true,
                                millis(0),
                                millis(0),
                                millis(0),
                                millis(0),
                                millis(0),
                                present(size, "/subtasks/" + all.size() + "/state_size")));
            }
            subtasks.put(JobBuilder.id(vertex), all);
            return state(vertex, LongStream.of(bytes).sum());
        }

        public CheckpointDetail build() {
            return new CheckpointDetail(checkpoint, sizes, Map.of(), pending, subtasks);
        }

        private static Observed<Long> millis(double seconds) {
            return present(Math.round(seconds * 1000), "/subtasks");
        }
    }
}
