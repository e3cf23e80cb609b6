package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.behind;
import static flinktriage.checks.watermark.Marks.records;
import static flinktriage.checks.watermark.Marks.sends;
import static flinktriage.checks.watermark.Marks.sendsAgo;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StuckWatermarkTest {

    private static final String WINDOW = "Window(TumblingEventTimeWindows(5000), EventTimeTrigger)";

    private final StuckWatermark check = new StuckWatermark();

    /** Two samples of a window and a sink behind it. */
    private static JobBuilder twoSamples(
            Duration apart, double lagThen, double lagNow, double recordsBetween) {
        return JobBuilder.job("job")
                .vertex("a", v -> sends(v, "a", behind(lagNow), behind(lagNow)))
                .vertex(
                        "w",
                        v ->
                                sends(
                                                sendsAgo(
                                                        v,
                                                        apart,
                                                        "w",
                                                        behind(lagThen),
                                                        behind(lagThen)),
                                                "w",
                                                behind(lagNow),
                                                behind(lagNow))
                                        .metricAgo(apart, "numRecordsIn", 0, 1000, 500, 1000)
                                        .metric("numRecordsIn", 0, 0, 0, 1000 + recordsBetween)
                                        .description(WINDOW)
                                        .input("a", "HASH"))
                .vertex(
                        "s",
                        v ->
                                sends(
                                                sendsAgo(
                                                        v,
                                                        apart,
                                                        "s",
                                                        behind(lagThen),
                                                        behind(lagThen)),
                                                "s",
                                                behind(lagNow),
                                                behind(lagNow))
                                        .metricAgo(apart, "numRecordsIn", 0, 1000, 500, 1000)
                                        .metric("numRecordsIn", 0, 0, 0, 1000 + recordsBetween)
                                        .description("s: Writer")
                                        .input("w", "HASH"));
    }

    /** One sample of a window that never had a watermark. */
    private static JobBuilder never(Duration running) {
        return JobBuilder.job("job")
                .runningFor(running)
                .vertex("a", v -> sends(v, "a", NONE, behind(3)))
                .vertex(
                        "w",
                        v ->
                                records(sends(v, "w", NONE, NONE), "numRecordsIn", 5000)
                                        .description(WINDOW)
                                        .input("a", "HASH"));
    }

    @Test
    void aWatermarkThatStandsWhileRecordsFlowIsStuck() {
        Finding f =
                Examined.of(check, twoSamples(Duration.ofSeconds(30), 90, 90, 5000).build())
                        .finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("STUCK");
        assertThat(f.subject().vertex()).contains(JobBuilder.id("w"));
        assertThat(f.summary())
                .isEqualTo("w has a watermark that stood still for 30 s while records came in");
        assertThat(f.evidence())
                .extracting(Evidence::label)
                .containsExactly(
                        "watermark unchanged for",
                        "records received meanwhile",
                        "watermark behind now");
    }

    @Test
    void aShortStandstillIsANoteUnlessTheWatermarkIsFarBehind() {
        assertThat(
                        Examined.of(check, twoSamples(Duration.ofSeconds(12), 90, 90, 5000).build())
                                .finding()
                                .severity())
                .isEqualTo(Severity.INFO);
        assertThat(
                        Examined.of(
                                        check,
                                        twoSamples(Duration.ofSeconds(12), 300, 300, 5000).build())
                                .finding()
                                .severity())
                .isEqualTo(Severity.WARNING);
    }

    @Test
    void aWatermarkThatMovesIsHealthy() {
        assertThat(
                        Examined.of(check, twoSamples(Duration.ofSeconds(30), 90, 89, 5000).build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void fewRecordsMayAllBeOfTheSameTime() {
        assertThat(
                        Examined.of(check, twoSamples(Duration.ofSeconds(30), 90, 90, 99).build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(
                        Examined.of(check, twoSamples(Duration.ofSeconds(30), 90, 90, 100).build())
                                .findings())
                .hasSize(1);
    }

    @Test
    void samplesOfTheSameFetchCannotTell() {
        assertThat(
                        Examined.of(
                                        check,
                                        twoSamples(Duration.ofMillis(9_999), 90, 90, 5000).build())
                                .verdict())
                .isEqualTo(
                        new Verdict.Unknown(
                                "it takes two samples to tell whether a watermark moves"));
    }

    @Test
    void oneSampleTellsOfAJobThatNeverHadAWatermark() {
        Finding f = Examined.of(check, never(Duration.ofMinutes(2)).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.summary()).isEqualTo("w has no watermark after 2 min with records");
        assertThat(Examined.of(check, never(Duration.ofSeconds(119)).build()).verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void aVertexThatWasNotMeasuredIsNotHealthy() {
        assertThat(
                        Examined.of(
                                        check,
                                        twoSamples(Duration.ofSeconds(30), 90, 60, 5000)
                                                .vertex("other", v -> v.input("a", "HASH"))
                                                .build())
                                .verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void aBranchWithoutEventTimeIsNotStuck() {
        Duration apart = Duration.ofSeconds(30);
        JobBuilder twoBranches =
                twoSamples(apart, 90, 60, 5000)
                        .vertex("p", v -> sends(v, "p", NONE, NONE))
                        .vertex(
                                "q",
                                v ->
                                        sends(sendsAgo(v, apart, "q", NONE, NONE), "q", NONE, NONE)
                                                .metricAgo(apart, "numRecordsIn", 0, 0, 0, 0)
                                                .metric("numRecordsIn", 0, 5000, 2500, 5000)
                                                .input("p", "HASH"));

        assertThat(Examined.of(check, twoBranches.build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aJobWithoutEventTimeIsNotAsked() {
        assertThat(
                        Examined.of(
                                        check,
                                        JobBuilder.job("job")
                                                .vertex("a", v -> sends(v, "a", NONE, NONE))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("no event time"));
    }

    @Test
    void withoutMeasurementsItIsUnknown() {
        Examined.needsAbsentGiveUnknown(
                check, twoSamples(Duration.ofSeconds(30), 90, 90, 5000).build(), Need.PLAN);
    }

    /** A stream with watermarks that becomes a table without any, in two versions' words. */
    private static JobBuilder converted(String conversion) {
        return JobBuilder.job("job")
                .runningFor(Duration.ofMinutes(5))
                .vertex(
                        "a",
                        v ->
                                sends(sends(v, "a", behind(3), behind(3)), "t", NONE, NONE)
                                        .description("a\n+- Map\n   +- " + conversion))
                .vertex(
                        "u",
                        v ->
                                records(sends(v, "u", NONE, NONE), "numRecordsIn", 5000)
                                        .description(
                                                "[5]:GroupAggregate(groupBy=[id], select=[id])\n"
                                                        + "+- TableToDataStream(type=ROW<`id` BIGINT>, rowtime=false)\n"
                                                        + "   +- my operator")
                                        .input("a", "HASH"));
    }

    @Test
    void aTableThatDeclaresNoWatermarkHasNoEventTimeToStandStill() {
        for (String conversion :
                new String[] {
                    "DataStreamToTable(stream=c.d.t, type=ROW<`id` BIGINT>, rowtime=false, watermark=false)",
                    "[1]:TableSourceScan(table=[[c, d, t]], fields=[id])"
                }) {
            assertThat(Examined.of(check, converted(conversion).build()).verdict())
                    .as(conversion)
                    .isEqualTo(new Verdict.NotApplicable("no event time"));
        }
    }

    @Test
    void aTableThatDeclaresTheWatermarksOfItsStreamHasEventTime() {
        for (String conversion :
                new String[] {
                    "DataStreamToTable(stream=c.d.t, type=ROW<`id` BIGINT>, rowtime=true, watermark=true)",
                    "[1]:TableSourceScan(table=[[c, d, t, watermark=[SOURCE_WATERMARK()]]], fields=[id])"
                }) {
            assertThat(Examined.of(check, converted(conversion).build()).verdict())
                    .as(conversion)
                    .isInstanceOf(Verdict.Problem.class);
        }
    }
}
