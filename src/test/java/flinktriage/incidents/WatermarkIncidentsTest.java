package flinktriage.incidents;

import static flinktriage.incidents.Calm.EARLIER;
import static flinktriage.incidents.Calm.NO_WATERMARK;
import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.backlog;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.outputWatermark;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.JobBuilder.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Watermark;
import flinktriage.world.JobBuilder;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Windows that do not fire, and who holds them. */
class WatermarkIncidentsTest {

    private static final String WINDOW =
            "Window(TumblingEventTimeWindows(15000), EventTimeTrigger, Sum)";

    // https://github.com/apache/flink-playgrounds/pull/43
    @Test
    void emptyPartitionsThatKeepAWindowFromFiringAreNamedBySubtask() {
        JobBuilder world =
                Calm.job("playground")
                        .vertex(
                                "Source: clicks",
                                v -> onlyFirst(source(v, 3, 300), 2_160_000).busy(all(3, 0.1)))
                        .vertex(
                                "counts",
                                v ->
                                        noWatermark(vertex(v, 3, 300))
                                                .input("Source: clicks", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-PA-001 IDLE_SUBTASKS Source: clicks
                          FT-WM-001 EMPTY_SUBTASK Source: clicks
                          FT-WM-002 STUCK counts
                        """);
        assertThat(diagnosed.says("FT-WM-001"))
                .isEqualTo(
                        "Source: clicks holds back the watermark of counts: 2 of 3 subtasks sent no"
                                + " watermark and no records");
    }

    // https://github.com/apache/flink/pull/26453
    @Test
    void sourcesThatAlignmentNeverResumesAreTheLimitAndNotShortOfPartitions() {
        double stuck = NOW.minus(Duration.ofMinutes(10)).toEpochMilli();
        JobBuilder world =
                Calm.job("aligned")
                        .vertex(
                                "Source: in",
                                v ->
                                        backlog(
                                                        outputWatermark(
                                                                source(v, 4, 0), stuck, stuck),
                                                        5e5,
                                                        6e5)
                                                .metricAgo(
                                                        EARLIER,
                                                        "op.currentOutputWatermark",
                                                        stuck,
                                                        stuck,
                                                        stuck,
                                                        stuck)
                                                .metricAgo(
                                                        EARLIER,
                                                        "Source.watermarkAlignmentDrift",
                                                        90_000,
                                                        90_000,
                                                        90_000,
                                                        360_000)
                                                .metric(
                                                        "Source.watermarkAlignmentDrift",
                                                        90_000,
                                                        90_000,
                                                        90_000,
                                                        360_000))
                        .vertex(
                                "windows",
                                v ->
                                        outputWatermark(vertex(v, 4, 0), stuck, stuck)
                                                .description(WINDOW)
                                                .inputWatermarks(new Watermark.At((long) stuck))
                                                .input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-003 SOURCE_BOUND Source: in
                          FT-LG-001 GROWING Source: in
                          FT-WM-003 BACKLOG Source: in
                        """);
        assertThat(diagnosed.says("FT-BP-003"))
                .endsWith(
                        "; watermark alignment pauses it, as it is 1 min 30 s ahead of what its"
                                + " group allows");
    }

    // https://github.com/apache/flink/pull/25167
    @Test
    void recordsDroppedWhileTheJobIsHeldBackStandBesideTheBackpressure() {
        double now = NOW.minusSeconds(5).toEpochMilli();
        JobBuilder world =
                Calm.job("false-idleness")
                        .vertex(
                                "Source: in",
                                v ->
                                        outputWatermark(source(v, 4, 900), now, now)
                                                .backpressured(all(4, 0.9)))
                        .vertex("windows", v -> dropping(vertex(v, 4, 900), now).busy(all(4, 1)));

        assertThat(Diagnosed.of(cores(world, 4)).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 BUSY windows
                        FT-WM-005 LATE_DROPS windows
                        """);
    }

    // https://github.com/apache/flink/pull/29239
    @Test
    void recordsDroppedAfterAQuietTimeAreCountedAndNoClockIsBlamed() {
        double now = NOW.minusSeconds(5).toEpochMilli();
        JobBuilder world =
                Calm.job("still-idle")
                        .vertex("Source: in", v -> outputWatermark(source(v, 4, 900), now, now))
                        .vertex("windows", v -> dropping(vertex(v, 4, 900), now));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-WM-005 LATE_DROPS windows\n");
        assertThat(diagnosed.everything()).doesNotContain("in the future", "clock");
    }

    // https://github.com/apache/beam/issues/31085
    @Test
    void oneRecordInOnePartitionIsEnoughToSeeWhoHasNotSentAny() {
        JobBuilder world =
                Calm.job("one-record")
                        .vertex("Source: kinesis", v -> onlyFirst(source(v, 3, 0), 1))
                        .vertex(
                                "counts",
                                v -> noWatermark(vertex(v, 3, 0)).input("Source: kinesis", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo("WARNING\nFT-WM-001 EMPTY_SUBTASK Source: kinesis\n");
        assertThat(diagnosed.says("FT-WM-001")).contains("2 of 3 subtasks sent no watermark");
    }

    // http://www.dtcms.com/a/478061.html
    @Test
    void aWatermarkThatIsFrozenByAnIdlePartitionIsToldFromOneThatNeverCame() {
        double frozen = NOW.minusMillis(1_259_006).toEpochMilli();
        double now = NOW.minusSeconds(3).toEpochMilli();
        JobBuilder world =
                Calm.job("cep")
                        .vertex(
                                "Source: in",
                                v ->
                                        outputWatermark(source(v, 2, 900), frozen, now)
                                                .subtaskMetric(0, "op.currentOutputWatermark", now)
                                                .subtaskMetric(
                                                        1, "op.currentOutputWatermark", frozen)
                                                .metric(
                                                        "Source.sourceIdleTime",
                                                        0,
                                                        1_250_000,
                                                        0,
                                                        0))
                        .vertex(
                                "pattern",
                                v ->
                                        outputWatermark(vertex(v, 2, 900), frozen, frozen)
                                                .metricAgo(
                                                        EARLIER,
                                                        "op.currentOutputWatermark",
                                                        frozen,
                                                        frozen,
                                                        frozen,
                                                        frozen)
                                                .inputWatermarks(new Watermark.At((long) frozen))
                                                .input("Source: in", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo(
                        """
                        WARNING
                        FT-WM-001 IDLE_INPUT Source: in[1]
                          FT-WM-002 STUCK pattern
                        """);
        assertThat(diagnosed.says("FT-WM-001"))
                .isEqualTo(
                        "Source: in holds back the watermark of pattern: it sends nothing and its"
                                + " event time is 20 min 56 s behind its furthest subtask");
        assertThat(diagnosed.everything()).doesNotContain("year");
    }

    // https://github.com/apache/flink/pull/20844
    @Test
    void oneSourceSubtaskThatIsIdleWithWorkWaitingIsNamedByItsIndex() {
        double held = NOW.minus(Duration.ofMinutes(10)).toEpochMilli();
        double now = NOW.minusSeconds(3).toEpochMilli();
        JobBuilder world =
                Calm.job("lookahead")
                        .vertex(
                                "Source: kinesis",
                                v -> {
                                    outputWatermark(source(v, 8, 900), held, now);
                                    for (int i = 0; i < 8; i++) {
                                        v.subtaskMetric(
                                                i,
                                                "op.currentOutputWatermark",
                                                i == 3 ? held : now);
                                    }
                                })
                        .vertex(
                                "windows",
                                v ->
                                        outputWatermark(vertex(v, 8, 900), held, held)
                                                .description(WINDOW)
                                                .inputWatermarks(new Watermark.At((long) held))
                                                .input("Source: kinesis", "HASH"));

        Diagnosed diagnosed = Diagnosed.of(world);

        assertThat(diagnosed.text())
                .isEqualTo("WARNING\nFT-WM-001 LAGGING_INPUT Source: kinesis[3]\n");
        assertThat(diagnosed.says("FT-WM-001"))
                .isEqualTo(
                        "Source: kinesis holds back the watermark of windows: its event time is"
                                + " 9 min 57 s behind its furthest subtask");
    }

    /** Only the first of three subtasks has sent records, and a watermark. */
    private static VertexBuilder onlyFirst(VertexBuilder v, long records) {
        double now = NOW.minusSeconds(3).toEpochMilli();
        return outputWatermark(v, NO_WATERMARK, now)
                .metric("numRecordsOut", 0, records, records / 3.0, records)
                .subtaskRecordsOut(records, 0, 0)
                .subtaskMetric(0, "op.currentOutputWatermark", now)
                .subtaskMetric(1, "op.currentOutputWatermark", NO_WATERMARK)
                .subtaskMetric(2, "op.currentOutputWatermark", NO_WATERMARK);
    }

    private static VertexBuilder noWatermark(VertexBuilder v) {
        return v.description(WINDOW);
    }

    private static VertexBuilder dropping(VertexBuilder v, double watermark) {
        return outputWatermark(v, watermark, watermark)
                .description(WINDOW)
                .inputWatermarks(new Watermark.At((long) watermark))
                .metricAgo(EARLIER, "windows.numLateRecordsDropped", 0, 0, 0, 100_000)
                .metric("windows.numLateRecordsDropped", 0, 0, 0, 160_000)
                .input("Source: in", "HASH");
    }
}
