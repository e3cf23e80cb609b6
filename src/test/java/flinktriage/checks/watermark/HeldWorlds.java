package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.at;
import static flinktriage.checks.watermark.Marks.behind;
import static flinktriage.checks.watermark.Marks.records;
import static flinktriage.checks.watermark.Marks.sends;

import flinktriage.model.Watermark;
import flinktriage.world.JobBuilder;

/** Jobs in which an input holds a watermark back, or seems to. */
final class HeldWorlds {

    static final Watermark NO = new Watermark.None();
    static final String WINDOW =
            "Window(TumblingEventTimeWindows(5000), EventTimeTrigger, Sum)\n+- out: Writer";

    private HeldWorlds() {}

    /** A window over the union of two sources, of which {@code slow} is behind. */
    static JobBuilder union(double slow, double fast) {
        return JobBuilder.job("job")
                .vertex(
                        "a",
                        v ->
                                records(
                                        sends(v, "a", behind(fast), behind(fast)),
                                        "numRecordsOut",
                                        500))
                .vertex(
                        "b",
                        v ->
                                records(
                                        sends(v, "b", behind(slow), behind(slow)),
                                        "numRecordsOut",
                                        400))
                .vertex(
                        "w",
                        v ->
                                sends(v, "w", behind(slow), behind(slow))
                                        .description(WINDOW)
                                        .input("a", "HASH")
                                        .input("b", "HASH")
                                        .inputWatermarks(at(slow), at(slow)));
    }

    /** The same with a source that has no watermark; the consumer waits. */
    static JobBuilder silent(double recordsOut) {
        return JobBuilder.job("job")
                .vertex("a", v -> sends(v, "a", behind(5), behind(5)))
                .vertex(
                        "b",
                        v ->
                                records(sends(v, "b", NONE, NONE), "numRecordsOut", recordsOut)
                                        .metric(
                                                "b.sourceIdleTime",
                                                90_000,
                                                95_000,
                                                92_500,
                                                185_000))
                .vertex(
                        "w",
                        v ->
                                sends(v, "w", NONE, NONE)
                                        .description(WINDOW)
                                        .input("a", "HASH")
                                        .input("b", "HASH")
                                        .inputWatermarks(NO, NO));
    }

    static JobBuilder emptySubtask() {
        return JobBuilder.job("job")
                .vertex(
                        "a",
                        v ->
                                records(sends(v, "a", NONE, behind(5)), "numRecordsOut", 300)
                                        .parallelism(4)
                                        .subtaskRecordsOut(100, 100, 0, 100))
                .vertex(
                        "w",
                        v ->
                                sends(v, "w", NONE, NONE)
                                        .description(WINDOW)
                                        .input("a", "HASH")
                                        .inputWatermarks(NO));
    }
}
