package flinktriage.engine;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Check;
import flinktriage.check.CheckSpec;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobReport;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Verdict;
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

class EngineTest {

    private final Job job = JobBuilder.job("orders").vertex("src", v -> {}).build();

    @Test
    void theWorstSeverityIsTheVerdictAndInfoIsNone() {
        assertThat(run(says("FT-BP-001", finding(Severity.INFO))).verdict())
                .isEqualTo(RunVerdict.OK);
        assertThat(run(says("FT-BP-001", finding(Severity.WARNING))).verdict())
                .isEqualTo(RunVerdict.WARNING);
        assertThat(
                        run(
                                        says("FT-BP-001", finding(Severity.WARNING)),
                                        says("FT-CP-001", finding(Severity.CRITICAL)))
                                .verdict())
                .isEqualTo(RunVerdict.CRITICAL);
    }

    @Test
    void aRunThatAssessedNothingIsUnknown() {
        assertThat(run(says("FT-WM-003", new Verdict.Unknown("no data"))).verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
        assertThat(run(says("FT-WM-003", new Verdict.NotApplicable("no event time"))).verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
        assertThat(run().verdict()).isEqualTo(RunVerdict.UNKNOWN);
    }

    @Test
    void aCheckThatCrashesIsIsolatedAndMakesAtLeastUnknown() {
        JobReport report =
                run(
                                says("FT-BP-001", new Verdict.Healthy()),
                                check(
                                        "FT-BP-002",
                                        view -> {
                                            throw new IllegalStateException("boom");
                                        }))
                        .jobs()
                        .get(0);

        assertThat(report.verdict()).isEqualTo(RunVerdict.UNKNOWN);
        assertThat(report.coverage().crashed())
                .extracting(c -> c.code() + ": " + c.why())
                .containsExactly("FT-BP-002: java.lang.IllegalStateException: boom");
        assertThat(report.coverage().healthy())
                .extracting(Object::toString)
                .containsExactly("FT-BP-001");
    }

    @Test
    void aFailedRequestOfAnEssentialCheckMakesUnknownAndAMetricThatDoesNotExistDoesNot() {
        Check healthy = says("FT-CP-001", new Verdict.Healthy());

        assertThat(run(healthy, lacks("FT-BP-001", Missing.Why.REQUEST_FAILED)).verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
        assertThat(run(healthy, lacks("FT-BP-001", Missing.Why.NOT_EXPOSED)).verdict())
                .isEqualTo(RunVerdict.OK);
        assertThat(run(healthy, lacks("FT-BP-003", Missing.Why.REQUEST_FAILED)).verdict())
                .isEqualTo(RunVerdict.OK);
        assertThat(
                        run(
                                        says("FT-CP-001", finding(Severity.WARNING)),
                                        lacks("FT-BP-001", Missing.Why.REQUEST_FAILED))
                                .verdict())
                .isEqualTo(RunVerdict.WARNING);
    }

    @Test
    void whatIsMissingStandsInTheCoverageWithItsRequest() {
        assertThat(
                        run(lacks("FT-BP-001", Missing.Why.REQUEST_FAILED))
                                .jobs()
                                .get(0)
                                .coverage()
                                .unknown())
                .extracting(u -> u.code() + ": " + u.why())
                .containsExactly("FT-BP-001: no busy time: the request failed (GET /x: timed out)");
    }

    @Test
    void aCheckThatReadsWhatItDidNotDeclareCrashes() {
        assertThat(
                        run(check(
                                        "FT-BP-001",
                                        view -> {
                                            view.checkpoints();
                                            return new Verdict.Healthy();
                                        }))
                                .jobs()
                                .get(0)
                                .coverage()
                                .crashed())
                .hasSize(1);
    }

    @Test
    void withoutAJobTheClusterDecidesAndSilenceIsUnknown() {
        ClusterCheck fine = cluster(new Verdict.Healthy());
        ClusterCheck sick =
                cluster(
                        Verdict.problem(
                                new Finding(
                                        Severity.CRITICAL,
                                        "REFUSED",
                                        Subject.cluster("jm"),
                                        "jm is down",
                                        List.of())));

        assertThat(new Engine(List.of(fine), "test").diagnose(snapshot(List.of())).verdict())
                .isEqualTo(RunVerdict.UNKNOWN);
        Report report = new Engine(List.of(sick), "test").diagnose(snapshot(List.of()));
        assertThat(report.verdict()).isEqualTo(RunVerdict.CRITICAL);
        assertThat(report.clusterFindings()).hasSize(1);
    }

    private Report run(Check... checks) {
        return new Engine(List.of(checks), "test").diagnose(snapshot(List.of(job)));
    }

    private Snapshot snapshot(List<Job> jobs) {
        return new Snapshot(
                new Target("test", "http://jm:8081"),
                JobBuilder.NOW,
                Optional.empty(),
                job.cluster(),
                jobs,
                new Traffic(1, 1, Duration.ZERO),
                List.of());
    }

    private static Verdict finding(Severity severity) {
        return Verdict.problem(
                new Finding(severity, "BUSY", Subject.job("orders"), "orders is busy", List.of()));
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

    private static ClusterCheck cluster(Verdict verdict) {
        CheckSpec spec = CheckSpec.of("FT-CL-001", "can it be reached?", Set.of());
        return new ClusterCheck() {
            @Override
            public CheckSpec spec() {
                return spec;
            }

            @Override
            public Verdict examine(Snapshot snapshot, Limits limits) {
                return verdict;
            }
        };
    }
}
