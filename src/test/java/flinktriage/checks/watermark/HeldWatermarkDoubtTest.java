package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.HeldWorlds.NO;
import static flinktriage.checks.watermark.HeldWorlds.WINDOW;
import static flinktriage.checks.watermark.HeldWorlds.emptySubtask;
import static flinktriage.checks.watermark.HeldWorlds.silent;
import static flinktriage.checks.watermark.HeldWorlds.union;
import static flinktriage.checks.watermark.Marks.END;
import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.at;
import static flinktriage.checks.watermark.Marks.behind;
import static flinktriage.checks.watermark.Marks.records;
import static flinktriage.checks.watermark.Marks.sends;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the answer is: nobody, or not known. */
class HeldWatermarkDoubtTest {

    private final HeldWatermark check = new HeldWatermark();

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
