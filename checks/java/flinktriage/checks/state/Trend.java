package flinktriage.checks.state;

import flinktriage.model.Checkpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How state changed over some checkpoints.
 *
 * @param bytesPerSecond the median of the slopes between all pairs (Theil and Sen): incremental
 *     RocksDB checkpoints go up and down by half with compaction, a mean would follow that
 * @param steady it grew in nearly every step and between most pairs
 */
record Trend(double bytesPerSecond, boolean steady) {

    /** Flink keeps ten checkpoints; with fewer than five a saw-tooth looks like growth. */
    static final int FEWEST_POINTS = 5;

    private static final double GROWING_STEPS = 0.8;

    static Trend of(List<Checkpoint> newestFirst) {
        List<Double> slopes = new ArrayList<>();
        int growing = 0;
        for (int i = 0; i < newestFirst.size(); i++) {
            for (int older = i + 1; older < newestFirst.size(); older++) {
                double slope = slope(newestFirst.get(older), newestFirst.get(i));
                if (Double.isFinite(slope)) {
                    slopes.add(slope);
                }
                growing += older == i + 1 && slope > 0 ? 1 : 0;
            }
        }
        if (slopes.isEmpty()) {
            return new Trend(0, false);
        }
        Collections.sort(slopes);
        double median = slopes.get(slopes.size() / 2);
        double lowerQuartile = slopes.get(slopes.size() / 4);
        return new Trend(
                median, lowerQuartile > 0 && growing >= GROWING_STEPS * (newestFirst.size() - 1));
    }

    private static double slope(Checkpoint older, Checkpoint newer) {
        double seconds =
                Duration.between(older.triggeredAt(), newer.triggeredAt()).toMillis() / 1000.0;
        return (newer.operatorState() - older.operatorState()) / seconds;
    }
}
