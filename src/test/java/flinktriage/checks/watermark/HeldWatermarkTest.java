package flinktriage.checks.watermark;

import static flinktriage.checks.watermark.HeldWorlds.emptySubtask;
import static flinktriage.checks.watermark.HeldWorlds.silent;
import static flinktriage.checks.watermark.HeldWorlds.union;
import static flinktriage.checks.watermark.Marks.NONE;
import static flinktriage.checks.watermark.Marks.at;
import static flinktriage.checks.watermark.Marks.behind;
import static flinktriage.checks.watermark.Marks.sends;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeldWatermarkTest {

    private final HeldWatermark check = new HeldWatermark();

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
}
