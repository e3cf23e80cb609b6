package flinktriage.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.StepVerdict;
import flinktriage.check.Walk;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.flink.Recording;
import flinktriage.report.Pages;
import flinktriage.report.TextStyle;
import flinktriage.report.WalkText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each runbook against real clusters that were recorded. */
class RecordedRunbooksTest {

    private static final Set<CheckId> KNOWN =
            AllChecks.list().stream().map(c -> c.spec().id()).collect(Collectors.toSet());

    private static final Runbooks PACKED = Runbooks.packed(KNOWN);

    @ParameterizedTest
    @CsvSource({
        "backpressure, 2.3.0/b-slow-sink-steady, FT-BP-001",
        "backpressure, 2.3.0/c-cpu-hot-map-steady, FT-BP-001",
        "backpressure, 2.3.0/p-slow-source, FT-BP-003",
        "backpressure, 2.3.0/l-heap-pressure, FT-TM-001",
        "checkpoints-failing, 2.3.0/i2-checkpoint-timeout, FT-BP-001",
        "checkpoints-failing, 1.20.3/x-declined, FT-CP-001",
        "checkpoints-failing, 1.20.3/x-sync-slow, FT-CP-003",
        "checkpoints-failing, 1.20.3/x-no-checkpoints, FT-CP-004",
        "consumer-lag, 2.3.0/kafka-lag, FT-BP-001",
        "consumer-lag, 2.3.0/kafka-3p-p4, FT-PA-001",
        "watermark-stuck, 2.3.0/g1-wm-frozen, FT-WM-001",
        "watermark-stuck, 2.3.0/g2-wm-idle-source, FT-WM-001",
        "watermark-stuck, 1.20.3/h-few-splits, FT-PA-001",
        "watermark-stuck, 1.20.3/x-late, FT-WM-005",
        "state-growing, 2.3.0/n-state-growth, FT-ST-001",
        "restart-loop, 2.3.0/j-restart-loop, FT-RS-001",
        "restart-loop, 1.20.3/x-tm-lost-wide, FT-TM-005",
        "memory-and-gc, 2.3.0/l-heap-pressure, FT-TM-001",
        "job-not-running, 1.20.3/x-failed, FT-RS-002",
        "job-not-running, 1.20.3/x-slots, FT-TM-004",
        "parallelism-and-partitions, 2.3.0/h-few-splits, FT-PA-001",
        "parallelism-and-partitions, 1.20.3/x-singleton, FT-BP-001",
        "parallelism-and-partitions, 2.3.0/d-key-skew-steady, FT-BP-001",
        "slow-external-system, 2.3.0/p-slow-source, FT-BP-003",
        "checkpoints-failing, 2.3.0/l-heap-pressure, FT-TM-001",
        "slow-external-system, 2.3.0/o-async-slow, FT-BP-001",
        "slow-external-system, 1.20.3/b-slow-sink-steady, FT-BP-001"
    })
    void reports_the_cause_in_the_first_step_that_can(String id, String recording, String code) {
        Walk walk = walk(id, recording);

        LinkedFinding cause = walk.causes().get(0);
        assertThat(cause.code().code()).isEqualTo(code);
        assertThat(walk.with(StepVerdict.FOUND).get(0).findings()).contains(cause);
        assertThat(walk.verdict()).isGreaterThanOrEqualTo(RunVerdict.WARNING);
        String text = text(walk);
        assertThat(text)
                .contains("Root cause")
                .contains("Result        found in step")
                .doesNotContain("{job}", "{vertex}", "{url}");
    }

    @Test
    void a_union_that_does_no_harm_yet_is_noted() {
        Walk walk = walk("union-deduplicates", "2.3.0/e-union-distinct");

        assertThat(walk.steps().get(0).verdict()).isEqualTo(StepVerdict.NOTED);
        assertThat(walk.steps().get(0).findings().get(0).finding().reason())
                .isEqualTo("UNION_DISTINCT");
        assertThat(walk.verdict()).isEqualTo(RunVerdict.OK);
        assertThat(text(walk)).contains("nothing found by", "1 noted");
    }

    /** A rule about a plan is noted until something is linked to its operator. */
    @ParameterizedTest
    @CsvSource({
        "sql-state, 2.3.0/k06-intersect, FT-SQ-105, SEMI_JOIN",
        "sql-state, 2.3.0/k07-except, FT-SQ-105, ANTI_JOIN",
        "sql-state, 1.20.3/k18-upsert-materialize, FT-SQ-110, UPSERT_MATERIALIZE",
        "sql-state, 2.3.0/k18b-upsert-on-conflict, FT-SQ-110, UPSERT_MATERIALIZE"
    })
    void what_a_plan_keeps_is_noted(String id, String recording, String code, String reason) {
        Walk walk = walk(id, recording);

        assertThat(walk.with(StepVerdict.NOTED))
                .flatExtracting(step -> step.findings())
                .extracting(f -> f.code().code() + " " + f.finding().reason())
                .contains(code + " " + reason);
        assertThat(walk.verdict()).isEqualTo(RunVerdict.OK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.20.3/a-healthy",
                "2.3.0/a-healthy",
                "1.20.3/x-healthy-busy",
                "1.20.3/x-healthy-backfill-steady"
            })
    void a_healthy_job_ends_with_nothing_found(String recording) {
        Map<String, String> wrong = new TreeMap<>();
        for (Runbook runbook : PACKED.list()) {
            Walk walk = walk(runbook.id(), recording);
            String text = text(walk);
            boolean open =
                    !walk.with(StepVerdict.UNKNOWN).isEmpty()
                            || !walk.with(StepVerdict.NOT_APPLICABLE).isEmpty();
            if (walk.verdict() != RunVerdict.OK
                    || !walk.causes().isEmpty()
                    || !text.contains("Result        nothing found by ")
                    || text.contains("Not assessed") != open) {
                wrong.put(runbook.id(), text);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void all_steps_speak_of_the_report_of_diagnose() {
        Report report = report("2.3.0/i2-checkpoint-timeout");
        for (Runbook runbook : PACKED.list()) {
            Walk walk = RunbookRun.of(runbook, report);

            assertThat(walk.report()).isSameAs(report);
            List<LinkedFinding> all = report.jobs().get(0).findings();
            walk.steps().forEach(step -> assertThat(all).containsAll(step.findings()));
        }
    }

    @Test
    void a_cause_that_no_step_has_to_do_with_stands_elsewhere_and_does_not_fail_the_run() {
        Walk walk = walk("memory-and-gc", "2.3.0/g2-wm-idle-source");

        assertThat(walk.causes()).isEmpty();
        assertThat(walk.elsewhere()).extracting(f -> f.code().code()).contains("FT-WM-001");
        assertThat(walk.verdict()).isEqualTo(RunVerdict.OK);
        assertThat(text(walk)).contains("nothing found by", "Elsewhere     ");
    }

    private static Walk walk(String id, String recording) {
        return RunbookRun.of(PACKED.find(id).orElseThrow(), report(recording));
    }

    private static Report report(String recording) {
        return new Engine(AllChecks.list(), "test").diagnose(Recording.of(recording).snapshot());
    }

    private static String text(Walk walk) {
        return new WalkText(Pages.packed(), TextStyle.PLAIN).render(walk);
    }
}
