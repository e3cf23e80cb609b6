package flinktriage.checks.watermark;

import flinktriage.model.Watermark;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;

/** States the watermarks of a scenario: each as seconds behind now, by subtask. */
final class Marks {

    /** Long.MIN_VALUE as it arrives in an aggregated metric. */
    static final double NONE = -9.223372036854776E18;

    /** Long.MAX_VALUE as it arrives in an aggregated metric. */
    static final double END = 9.223372036854776E18;

    private Marks() {}

    static double behind(double seconds) {
        return JobBuilder.NOW.toEpochMilli() - Math.round(seconds * 1000);
    }

    static Watermark at(double seconds) {
        return Watermark.of(behind(seconds));
    }

    /**
     * In the newest sample; {@link #NONE} and {@link #END} are values, others from {@link #behind}.
     */
    static VertexBuilder sends(VertexBuilder v, String operator, double min, double max) {
        return sendsAgo(v, Duration.ZERO, operator, min, max);
    }

    static VertexBuilder sendsAgo(
            VertexBuilder v, Duration ago, String operator, double min, double max) {
        String id = operator + ".currentOutputWatermark";
        return v.metricAgo(ago, id, min, max, (min + max) / 2, min + max);
    }

    static VertexBuilder records(VertexBuilder v, String metric, double sum) {
        return v.metric(metric, 0, sum, sum / 2, sum);
    }
}
