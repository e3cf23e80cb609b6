package flinktriage.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Check;
import flinktriage.check.CheckId;
import flinktriage.check.CheckSpec;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
import flinktriage.check.Walk;
import flinktriage.engine.Engine;
import flinktriage.model.Job;
import flinktriage.model.Missing;
import flinktriage.model.MissingMeasurementException;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RunbookRunTest {

    private static final String RUNBOOK =
            """
            ---
            id: ours
            title: Our own
            steps:
              - check: FT-BP-001
              - check: FT-LG-001
                when: FT-BP-001 found
              - ask: "Is it slow?"
                when: FT-LG-001 healthy
              - ask: "Is it large?"
            ---

            ## FT-BP-001: Look at it

            Here.

            ## FT-LG-001: Look at the backlog

            There.

            ## Is it slow?

            Ask them.

            ## Is it large?

            Ask others.
            """;

    private final Job job =
            JobBuilder.job("orders").vertex("map", v -> {}).vertex("sink", v -> {}).build();

    @Test
    void a_step_is_taken_only_after_the_verdict_that_it_waits_for() {
        Walk taken =
                walk(
                        says("FT-BP-001", problem(Severity.WARNING, "BUSY", "map")),
                        says("FT-LG-001", new Verdict.Healthy()));
        Walk skipped =
                walk(
                        says("FT-BP-001", new Verdict.Healthy()),
                        says("FT-LG-001", problem(Severity.CRITICAL, "GROWING", "map")));

        assertThat(said(taken)).containsExactly("found", "healthy", "question", "question");
        assertThat(said(skipped))
                .containsExactly(
                        "healthy",
                        "skipped: only if FT-BP-001 is found, it is healthy",
                        "skipped: only if FT-LG-001 is healthy, it is skipped",
                        "question");
        assertThat(taken.verdict()).isEqualTo(RunVerdict.WARNING);
        assertThat(skipped.verdict()).isEqualTo(RunVerdict.OK);
        assertThat(skipped.elsewhere()).hasSize(1);
    }

    @Test
    void what_was_not_assessed_says_why() {
        assertThat(
                        said(
                                walk(
                                        says("FT-BP-001", new Verdict.NotApplicable("no task")),
                                        says("FT-LG-001", new Verdict.Healthy()))))
                .startsWith("not-applicable: no task");
        assertThat(said(walk(says("FT-BP-001", new Verdict.Unknown("no metric")))))
                .startsWith("unknown: no metric");
        assertThat(
                        said(
                                walk(
                                        check(
                                                "FT-BP-001",
                                                view -> {
                                                    throw new IllegalStateException("boom");
                                                }))))
                .startsWith("unknown: the check crashed: java.lang.IllegalStateException: boom");
        assertThat(said(walk(says("FT-CP-001", new Verdict.Healthy()))))
                .startsWith("unknown: the check did not run");
    }

    @Test
    void hints_alone_are_noted_and_open_no_step_that_waits_for_a_find() {
        Walk walk =
                walk(
                        says("FT-BP-001", problem(Severity.INFO, "BUSY", "map")),
                        says("FT-LG-001", new Verdict.Healthy()));

        assertThat(said(walk))
                .startsWith("noted", "skipped: only if FT-BP-001 is found, it is noted");
        assertThat(walk.verdict()).isEqualTo(RunVerdict.OK);
        assertThat(walk.causes()).isEmpty();
    }

    @Test
    void the_verdict_follows_the_rule_of_the_engine_for_the_steps_alone() {
        assertThat(
                        walk(
                                        says("FT-BP-001", new Verdict.Healthy()),
                                        says("FT-RS-001", problem(Severity.CRITICAL, "LOOP", "")))
                                .verdict())
                .isEqualTo(RunVerdict.OK);
        assertThat(
                        walk(
                                        lacks("FT-BP-001", Missing.Why.REQUEST_FAILED),
                                        says("FT-CP-001", new Verdict.Healthy()))
                                .verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
        assertThat(
                        walk(
                                        says("FT-CP-001", new Verdict.Healthy()),
                                        says("FT-LG-001", new Verdict.Healthy()))
                                .verdict())
                .as("the only check that it could take did not run")
                .isEqualTo(RunVerdict.UNKNOWN);
        assertThat(
                        walk(
                                        says("FT-BP-001", new Verdict.Unknown("no metric")),
                                        says("FT-CP-001", new Verdict.Healthy()))
                                .verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
    }

    @Test
    void ids_come_from_the_find_of_the_step_or_of_the_one_before() {
        Walk walk =
                walk(
                        says("FT-BP-001", problem(Severity.WARNING, "BUSY", "sink")),
                        says("FT-LG-001", problem(Severity.WARNING, "GROWING", "map")));

        assertThat(walk.steps())
                .extracting(s -> s.subject().name())
                .containsExactly("sink", "map", "map", "sink");
    }

    @Test
    void a_cause_outside_the_runbook_leads_when_it_explains_what_a_step_found() {
        Walk walk =
                walk(
                        says("FT-RS-001", problem(Severity.CRITICAL, "LOOP", "")),
                        says("FT-BP-001", problem(Severity.WARNING, "BUSY", "map")));

        assertThat(walk.causes()).extracting(f -> f.code().code()).containsExactly("FT-RS-001");
        assertThat(walk.behind(walk.steps().get(0).findings().get(0))).isEqualTo(walk.causes());
        assertThat(walk.elsewhere()).isEmpty();
        assertThat(walk.verdict()).isEqualTo(RunVerdict.WARNING);
    }

    private static List<String> said(Walk walk) {
        return walk.steps().stream()
                .map(s -> s.verdict().word() + (s.why().isEmpty() ? "" : ": " + s.why()))
                .toList();
    }

    private Walk walk(Check... checks) {
        Snapshot snapshot = snapshot();
        Runbook runbook =
                new RunbookParser(Set.of(new CheckId("FT-BP-001"), new CheckId("FT-LG-001")))
                        .parse("f.md", RUNBOOK);
        return RunbookRun.of(runbook, new Engine(List.of(checks), "test").diagnose(snapshot));
    }

    private Snapshot snapshot() {
        return new Snapshot(
                new Target("test", "http://jm:8081"),
                JobBuilder.NOW,
                Optional.empty(),
                job.cluster(),
                List.of(job),
                new Traffic(1, 1, Duration.ZERO),
                List.of());
    }

    private static Verdict problem(Severity severity, String reason, String vertex) {
        Subject subject = Subject.job("orders");
        if (!vertex.isEmpty()) {
            subject =
                    new Subject(
                            Subject.Kind.VERTEX,
                            vertex,
                            Optional.of(JobBuilder.id(vertex)),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty());
        }
        return Verdict.problem(new Finding(severity, reason, subject, "it is sick", List.of()));
    }

    private static Check says(String code, Verdict verdict) {
        return check(code, view -> verdict);
    }

    private static Check lacks(String code, Missing.Why why) {
        return check(
                code,
                view -> {
                    throw new MissingMeasurementException(
                            new Missing(why, "busy time", "GET /x: timed out"));
                });
    }

    private static Check check(String code, Function<JobView, Verdict> examine) {
        CheckSpec spec = CheckSpec.of(code, "is it?", Set.of(Need.TIMES));
        return new JobCheck() {
            @Override
            public CheckSpec spec() {
                return spec;
            }

            @Override
            public Verdict examine(JobView view, Limits limits) {
                return examine.apply(view);
            }
        };
    }
}
