package flinktriage.lab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** Gives the records that are due by the clock, its splits in turn. */
final class LabReader implements SourceReader<Event, LabSplit> {

    private static final long LATEST_MILLIS = 10;

    /** How late, of the time between two records: a cluster of many slow sources must rest. */
    private static final double LATENESS = 0.25;

    private final LabSource source;
    private final String payload;
    private final Executor soon;
    private final List<String> splits = new ArrayList<>();
    private final Map<String, Long> next = new HashMap<>();
    private CompletableFuture<Void> assigned = new CompletableFuture<>();
    private long startNanos = System.nanoTime();
    private long emitted;

    LabReader(LabSource source) {
        this.source = source;
        this.payload = "x".repeat(source.payload());
        long pause = (long) (LATENESS * 1000 / Math.max(1, source.perSecond()));
        this.soon =
                CompletableFuture.delayedExecutor(
                        Math.max(LATEST_MILLIS, pause), TimeUnit.MILLISECONDS);
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<Event> out) {
        if (emitted >= due()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        if (source.fetchMillis() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(source.fetchMillis()));
        }
        String split = splits.get((int) (emitted % splits.size()));
        long number = next.merge(split, 1L, Long::sum) - 1;
        long time = System.currentTimeMillis() - source.behindMillis();
        long id = number * source.splits() + Long.parseLong(split);
        // A split without a record has no output yet, and takes no part in the watermark: the
        // readers of Kafka do the same.
        out.createOutputForSplit(split).collect(new Event(id, time, payload), time);
        emitted++;
        return InputStatus.MORE_AVAILABLE;
    }

    private long due() {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return (long) (seconds * source.perSecond() * splits.size());
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        if (splits.isEmpty() || source.perSecond() == 0) {
            return assigned;
        }
        return emitted < due()
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(() -> {}, soon);
    }

    @Override
    public void addSplits(List<LabSplit> more) {
        more.forEach(
                split -> {
                    splits.add(split.splitId());
                    next.put(split.splitId(), split.next());
                });
        startNanos = System.nanoTime();
        emitted = 0;
        if (source.perSecond() > 0) {
            assigned.complete(null);
            assigned = new CompletableFuture<>();
        }
    }

    @Override
    public List<LabSplit> snapshotState(long checkpoint) {
        return splits.stream().map(split -> new LabSplit(split, next.get(split))).toList();
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
}
