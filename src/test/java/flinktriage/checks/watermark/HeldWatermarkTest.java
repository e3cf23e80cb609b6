package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.Marks.END;
import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.at;
import static flinktriage.checks.watermark.Marks.behind;
import static flinktriage.checks.watermark.Marks.records;
import static flinktriage.checks.watermark.Marks.sends;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.Watermark;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeldWatermarkTest {

    private static final Watermark NO = new Watermark.None();
    private static final String WINDOW =
            "Window(TumblingEventTimeWindows(5000), EventTimeTrigger, Sum)\n+- out: Writer";

    private final HeldWatermark check = new HeldWatermark();

    /** A window over the union of two sources, of which {@code slow} is behind. */
    private static JobBuilder union(double slow, double fast) {
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
    private static JobBuilder silent(double recordsOut) {
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

    private static JobBuilder emptySubtask() {
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

    @Test
    void theSourceThatIsBehindHoldsTheUnionBack() {
        Finding f = Examined.of(check, union(3600, 10).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("LAGGING_INPUT");
        assertThat(f.subject().vertex()).contains(JobBuilder.id("b"));
        assertThat(f.subject().input()).contains("b into w");
        assertThat(f.summary())
                .isEqualTo(
                        "b holds back the watermark of w: its event time is 59 min 50 s behind a");
        assertThat(f.evidence())
                .extracting(Evidence::label, Evidence::observed)
                .containsExactly(
                        tuple(
                                "event time behind the input that is furthest ahead",
                                Quantity.millis(3_590_000)),
                        tuple("records sent by b", Quantity.records(400)),
                        tuple("slowest watermark of b behind now", Quantity.millis(3_600_000)),
                        tuple("furthest watermark of a behind now", Quantity.millis(10_000)));
    }

    @Test
    void inputsThatAreCloseAreHealthyUpToTheThreshold() {
        assertThat(Examined.of(check, union(70, 10).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(check, union(70.001, 10).build()).finding().reason())
                .isEqualTo("LAGGING_INPUT");
        Limits wide = new Limits(Map.of("apart", Quantity.of(Duration.ofHours(2))));
        assertThat(Examined.of(check, union(3600, 10).build(), wide).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void inputsThatBothReplayOldDataAreNoProblem() {
        assertThat(Examined.of(check, union(864_050, 864_000).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(check, union(867_600, 864_000).build()).finding().severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void anInputFromTheFutureDoesNotMakeTheOthersLate() {
        assertThat(Examined.of(check, union(10, -28_800).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aSourceThatWentQuietIsIdle() {
        Finding f =
                Examined.of(
                                check,
                                union(3600, 10)
                                        .vertex(
                                                "b",
                                                v ->
                                                        v.metric(
                                                                "b.sourceIdleTime",
                                                                3_590_000,
                                                                3_590_000,
                                                                3_590_000,
                                                                7_180_000))
                                        .build())
                        .finding();

        assertThat(f.reason()).isEqualTo("IDLE_INPUT");
        assertThat(f.summary())
                .isEqualTo(
                        "b holds back the watermark of w: it sends nothing and its event time is"
                                + " 59 min 50 s behind a");
    }

    @Test
    void aSourceWithoutRecordsIsIdle() {
        Finding f = Examined.of(check, silent(0).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("IDLE_INPUT");
        assertThat(f.subject().vertex()).contains(JobBuilder.id("b"));
        assertThat(f.summary())
                .isEqualTo(
                        "b holds back the watermark of w: it has sent neither a record nor a"
                                + " watermark");
        assertThat(f.evidence())
                .extracting(Evidence::label)
                .containsExactly(
                        "records sent by b",
                        "time with nothing to read",
                        "furthest watermark of a behind now");
    }

    @Test
    void aSourceWithRecordsButNoWatermarkLacksAStrategy() {
        Finding f = Examined.of(check, silent(1).build()).finding();

        assertThat(f.reason()).isEqualTo("NO_WATERMARK");
        assertThat(f.summary())
                .isEqualTo("b holds back the watermark of w: it sends records but no watermarks");
    }

    @Test
    void aSourceThatIsMarkedIdleHoldsNobodyBack() {
        // A union's valve leaves it out: the consumer's own input watermark moves on.
        assertThat(
                        Examined.of(
                                        check,
                                        silent(0)
                                                .vertex(
                                                        "w",
                                                        v ->
                                                                sends(v, "w", behind(5), behind(5))
                                                                        .inputWatermarks(
                                                                                at(5), at(5)))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
        // A join shows the raw minimum, and its output moves on.
        assertThat(
                        Examined.of(
                                        check,
                                        silent(0)
                                                .vertex(
                                                        "w",
                                                        v -> sends(v, "w", behind(5), behind(5)))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aSubtaskWithoutRecordsHoldsBackItsOnlyConsumer() {
        Finding f = Examined.of(check, emptySubtask().build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("EMPTY_SUBTASK");
        assertThat(f.subject().vertex()).contains(JobBuilder.id("a"));
        assertThat(f.subject().subtask()).contains(2);
        assertThat(f.summary())
                .isEqualTo(
                        "a holds back the watermark of w: 1 of 4 subtasks sent no watermark"
                                + " and no records");
    }

    @Test
    void theSubtaskThatIsBehindIsNamed() {
        Finding f =
                Examined.of(
                                check,
                                JobBuilder.job("job")
                                        .vertex(
                                                "a",
                                                v ->
                                                        sends(v, "a", behind(900), behind(5))
                                                                .parallelism(2)
                                                                .subtaskMetric(0, id("scan"), NONE)
                                                                .subtaskMetric(
                                                                        0, id("a"), behind(5))
                                                                .subtaskMetric(1, id("scan"), NONE)
                                                                .subtaskMetric(
                                                                        1, id("a"), behind(900)))
                                        .vertex(
                                                "w",
                                                v ->
                                                        sends(v, "w", behind(900), behind(900))
                                                                .input("a", "HASH")
                                                                .inputWatermarks(at(900)))
                                        .build())
                        .finding();

        assertThat(f.reason()).isEqualTo("LAGGING_INPUT");
        assertThat(f.subject().subtask()).contains(1);
        assertThat(f.summary())
                .isEqualTo(
                        "a holds back the watermark of w: its event time is 14 min 55 s behind its"
                                + " furthest subtask");
    }

    private static String id(String operator) {
        return operator + ".currentOutputWatermark";
    }

    @Test
    void theBlameGoesUpToTheSource() {
        Finding f =
                Examined.of(
                                check,
                                JobBuilder.job("job")
                                        .vertex("a", v -> sends(v, "a", behind(5), behind(5)))
                                        .vertex("b", v -> sends(v, "b", behind(900), behind(900)))
                                        .vertex(
                                                "map",
                                                v ->
                                                        sends(v, "map", behind(902), behind(900))
                                                                .input("b", "FORWARD")
                                                                .inputWatermarks(at(900)))
                                        .vertex(
                                                "w",
                                                v ->
                                                        sends(v, "w", behind(901), behind(901))
                                                                .input("a", "HASH")
                                                                .input("map", "HASH")
                                                                .inputWatermarks(at(901)))
                                        .build())
                        .finding();

        assertThat(f.subject().vertex()).contains(JobBuilder.id("b"));
        assertThat(f.subject().input()).contains("map into w");
        assertThat(f.severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void aGapThatArisesBehindTheSourcesIsOnlyANote() {
        Finding f =
                Examined.of(
                                check,
                                JobBuilder.job("job")
                                        .vertex("a", v -> sends(v, "a", behind(5), behind(5)))
                                        .vertex(
                                                "interval",
                                                v ->
                                                        sends(v, "i", behind(605), behind(605))
                                                                .input("a", "HASH")
                                                                .inputWatermarks(at(5)))
                                        .vertex(
                                                "w",
                                                v ->
                                                        sends(v, "w", behind(605), behind(605))
                                                                .input("a", "HASH")
                                                                .input("interval", "HASH")
                                                                .inputWatermarks(at(605)))
                                        .build())
                        .finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
        assertThat(f.subject().vertex()).contains(JobBuilder.id("interval"));
    }

    @Test
    void nobodyIsWarnedWhereNoOperatorWaitsForEventTime() {
        Finding f =
                Examined.of(
                                check,
                                union(3600, 10)
                                        .vertex(
                                                "w",
                                                v ->
                                                        v.description(
                                                                "[7]:Join(joinType=[InnerJoin])\n"
                                                                        + "+- [8]:Calc(select=[x])\n"
                                                                        + "   +- out[9]: Writer\n"))
                                        .build())
                        .finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
    }

    @Test
    void anOperatorInFrontOfTheGeneratorSaysNothing() {
        assertThat(
                        Examined.of(
                                        check,
                                        union(10, 10)
                                                .vertex("a", v -> sends(v, "scan", NONE, NONE))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aFinishedInputHoldsNobodyBack() {
        assertThat(
                        Examined.of(
                                        check,
                                        union(10, 10)
                                                .vertex("b", v -> sends(v, "b", END, END))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void anEventTimeWindowWithoutAnyWatermarkNamesTheSource() {
        JobBuilder job =
                JobBuilder.job("job")
                        .vertex("a", v -> records(sends(v, "a", NONE, NONE), "numRecordsOut", 1000))
                        .vertex(
                                "w",
                                v ->
                                        sends(v, "w", NONE, NONE)
                                                .description(WINDOW)
                                                .input("a", "HASH")
                                                .inputWatermarks(NO));

        assertThat(Examined.of(check, job.build()).finding().reason()).isEqualTo("NO_WATERMARK");
        assertThat(
                        Examined.of(
                                        check,
                                        job.vertex("a", v -> records(v, "numRecordsOut", 0))
                                                .build())
                                .verdict())
                .as("no data at all")
                .isEqualTo(new Verdict.Healthy());
    }

    @Test
    void aProcessingTimeJobHasNoEventTime() {
        assertThat(
                        Examined.of(
                                        check,
                                        silent(1)
                                                .vertex("a", v -> sends(v, "a", NONE, NONE))
                                                .vertex("w", v -> v.description("stage"))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("no event time"));
    }

    @Test
    void theClockOfAMiniBatchIsNoEventTime() {
        String miniBatch = "[3]:MiniBatchAssigner(interval=[2000ms], mode=[ProcTime])\n";
        assertThat(
                        Examined.of(
                                        check,
                                        union(3600, 10)
                                                .vertex("a", v -> v.description(miniBatch))
                                                .vertex("b", v -> v.description(miniBatch))
                                                .build())
                                .verdict())
                .isEqualTo(new Verdict.NotApplicable("no event time"));
    }

    @Test
    void aJobThatDoesNotRunOrIsABatchJobIsNotAsked() {
        assertThat(Examined.of(check, union(3600, 10).state(JobState.RESTARTING).build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("the job is not running"));
        assertThat(Examined.of(check, union(3600, 10).batch().build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("a batch job does not wait for watermarks"));
    }

    @Test
    void aMissingWatermarkCountsOnceTheJobHasSettled() {
        assertThat(
                        Examined.of(check, silent(0).runningFor(Duration.ofSeconds(30)).build())
                                .verdict())
                .isInstanceOf(Verdict.Problem.class);
        assertThat(
                        Examined.of(check, silent(0).runningFor(Duration.ofSeconds(29)).build())
                                .verdict())
                .isEqualTo(
                        new Verdict.Unknown(
                                "the job is too young: its sources may still be starting"));
    }

    @Test
    void withoutMeasurementsItIsUnknown() {
        Examined.needsAbsentGiveUnknown(
                check, union(3600, 10).build(), Need.PLAN, Need.SUBTASKS, Need.SOURCES);
        Examined.needsAbsentGiveUnknown(
                check, union(10, 10).build(), Need.PLAN, Need.SUBTASKS, Need.SOURCES);
        Examined.needsAbsentGiveUnknown(
                check, emptySubtask().build(), Need.PLAN, Need.SUBTASKS, Need.SOURCES);
    }

    @Test
    void aProblemIsReportedAlthoughAnotherVertexIsUnseen() {
        assertThat(
                        Examined.of(
                                        check,
                                        union(3600, 10)
                                                .vertex("other", v -> v.input("a", "HASH"))
                                                .build())
                                .finding()
                                .reason())
                .isEqualTo("LAGGING_INPUT");
        assertThat(
                        Examined.of(
                                        check,
                                        union(10, 10)
                                                .vertex("other", v -> v.input("a", "HASH"))
                                                .build())
                                .verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void garbageIsSurvived() {
        assertThat(
                        Examined.of(
                                        check,
                                        union(10, 10)
                                                .vertex("b", v -> sends(v, "b", -9.1e18, 9.1e18))
                                                .build())
                                .verdict())
                .isNotNull();
    }

    @Test
    void aSourceThatHasFinishedHidesNoneThatHoldsBack() {
        JobBuilder world =
                JobBuilder.job("job")
                        .vertex("a", v -> sends(v, "a", behind(3), behind(3)))
                        .vertex("b", v -> sends(v, "b", behind(3600), behind(3600)))
                        .vertex("few", v -> v.state("FINISHED", Map.of("FINISHED", 1)))
                        .vertex(
                                "w",
                                v ->
                                        sends(v, "w", behind(3600), behind(3600))
                                                .description(WINDOW)
                                                .input("a", "HASH")
                                                .input("b", "HASH")
                                                .input("few", "HASH")
                                                .inputWatermarks(at(3600), at(3600)));

        Verdict verdict = Examined.of(check, world.build()).verdict();

        assertThat(((Verdict.Problem) verdict).findings())
                .extracting(f -> f.subject().name())
                .containsExactly("b");
    }

    @Test
    void aJobWithoutEventTimeGetsNoneFromASourceThatHasFinished() {
        JobBuilder world =
                JobBuilder.job("job")
                        .vertex("a", v -> sends(v, "a", Marks.NONE, Marks.NONE))
                        .vertex("few", v -> v.state("FINISHED", Map.of("FINISHED", 1)))
                        .vertex(
                                "s",
                                v ->
                                        sends(v, "s", Marks.NONE, Marks.NONE)
                                                .description("s: Writer")
                                                .input("a", "HASH")
                                                .input("few", "HASH"));

        assertThat(Examined.of(check, world.build()).verdict())
                .isEqualTo(new Verdict.NotApplicable("no event time"));
    }
}
