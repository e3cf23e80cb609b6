package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.behind;
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

class DistantEventTimeTest {

    private static final Duration AGO = Duration.ofSeconds(20);

    private final DistantEventTime check = new DistantEventTime();

    private static JobBuilder source(double lag) {
        return JobBuilder.job("job").vertex("a", v -> sends(v, "a", behind(lag), behind(lag)));
    }

    /** Lags in seconds behind the newest sample's clock, 20 s apart. */
    private static JobBuilder moving(double lagThen, double lagNow, double pending) {
        return source(lagNow)
                .vertex(
                        "a",
                        v ->
                                sendsAgo(v, AGO, "a", behind(lagThen), behind(lagThen))
                                        .metric("a.pendingRecords", 0, 0, 0, pending)
                                        .metric("numRecordsOutPerSecond", 0, 0, 0, 10));
    }

    @Test
    void oldDataIsANote() {
        Finding f = Examined.of(check, source(864_000).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
        assertThat(f.reason()).isEqualTo("DELAY");
        assertThat(f.summary())
                .isEqualTo(
                        "a is 10 d behind now in event time: its records are that old or come that"
                                + " late");
    }

    @Test
    void aSourceThatSendsNothingIsNotSaidToSendOldRecords() {
        JobBuilder world =
                source(7_200)
                        .vertex(
                                "a",
                                v ->
                                        v.metric("numRecordsOutPerSecond", 0, 0, 0, 0)
                                                .metric("a.numRecordsInPerSecond", 0, 0, 0, 0));

        Finding f = Examined.of(check, world.build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
        assertThat(f.reason()).isEqualTo("DELAY");
        assertThat(f.summary())
                .isEqualTo(
                        "a is 2 h behind now in event time: it sends no records, so event time"
                                + " stands where the last one left it");
    }

    @Test
    void aSourceThatReadsWhatItsFilterDropsIsNotSilent() {
        JobBuilder world =
                source(7_200)
                        .vertex(
                                "a",
                                v ->
                                        v.metric("numRecordsOutPerSecond", 0, 0, 0, 0)
                                                .metric("a.numRecordsInPerSecond", 0, 9, 4, 9));

        assertThat(Examined.of(check, world.build()).finding().summary())
                .endsWith(": its records are that old or come that late");
    }

    @Test
    void eventTimeMayBeBehindUpToTheThreshold() {
        assertThat(Examined.of(check, source(300).build()).verdict())
                .isEqualTo(new Verdict.Healthy());
        assertThat(Examined.of(check, source(300.001).build()).findings()).hasSize(1);
    }

    @Test
    void aJobThatCatchesUpReadsABacklog() {
        Finding f = Examined.of(check, moving(7200, 3600, 0).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
        assertThat(f.reason()).isEqualTo("BACKLOG");
        assertThat(f.summary()).endsWith(": it is catching up");
    }

    @Test
    void aJobThatFallsBehindWithWorkWaitingIsTooSlow() {
        // Event time moved by 10 s in 20 s; 1,000 records wait at 10 records/s.
        Finding f = Examined.of(check, moving(3610, 3600, 1000).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.WARNING);
        assertThat(f.reason()).isEqualTo("BACKLOG");
        assertThat(f.evidence())
                .extracting(Evidence::label)
                .containsExactly(
                        "event time behind now",
                        "event time lost per time that passes",
                        "time to read what is pending");
    }

    @Test
    void aBacklogThatDoesNotGrowIsANote() {
        assertThat(Examined.of(check, moving(3620, 3600, 1000).build()).finding().severity())
                .isEqualTo(Severity.INFO);
    }

    @Test
    void fallingBehindWithNothingWaitingIsLateData() {
        Finding f = Examined.of(check, moving(3600, 3600, 0).build()).finding();

        assertThat(f.severity()).isEqualTo(Severity.INFO);
        assertThat(f.reason()).isEqualTo("DELAY");
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
        Examined.needsAbsentGiveUnknown(check, source(5).build(), Need.PLAN);
        Examined.needsAbsentGiveUnknown(check, source(5000).build(), Need.PLAN);
    }
}
