package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Coverage;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.model.Cluster;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.model.Unreachable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    private static final Map<RunVerdict, Map<FailOn, Integer>> TABLE =
            Map.of(
                    RunVerdict.OK,
                    Map.of(FailOn.WARNING, 0, FailOn.CRITICAL, 0, FailOn.NEVER, 0),
                    RunVerdict.WARNING,
                    Map.of(FailOn.WARNING, 1, FailOn.CRITICAL, 0, FailOn.NEVER, 0),
                    RunVerdict.CRITICAL,
                    Map.of(FailOn.WARNING, 2, FailOn.CRITICAL, 2, FailOn.NEVER, 0),
                    RunVerdict.UNKNOWN,
                    Map.of(FailOn.WARNING, 3, FailOn.CRITICAL, 3, FailOn.NEVER, 3));

    @Test
    void follows_the_table() {
        for (RunVerdict verdict : RunVerdict.values()) {
            for (FailOn failOn : FailOn.values()) {
                assertThat(ExitCode.of(report(verdict, Optional.empty()), failOn))
                        .as("%s with --fail-on %s", verdict, failOn)
                        .isEqualTo(TABLE.get(verdict).get(failOn));
            }
        }
    }

    @Test
    void is_critical_without_an_answer_whatever_the_verdict_and_the_threshold() {
        Unreachable why =
                new Unreachable(Unreachable.Reason.REFUSED, "GET /config", "connection refused");
        for (RunVerdict verdict : RunVerdict.values()) {
            for (FailOn failOn : FailOn.values()) {
                assertThat(ExitCode.of(report(verdict, Optional.of(why)), failOn)).isEqualTo(2);
            }
        }
    }

    private static Report report(RunVerdict verdict, Optional<Unreachable> unreachable) {
        Missing none = new Missing(Missing.Why.NOT_ASKED, "value", "");
        return new Report(
                "0.1.0",
                new Snapshot(
                        new Target("http://jm:8081", "http://jm:8081"),
                        Instant.EPOCH,
                        unreachable,
                        new Cluster(
                                Observed.absent(none),
                                Observed.absent(none),
                                Observed.absent(none),
                                Observed.absent(none),
                                0),
                        List.of(),
                        new Traffic(0, 0, Duration.ZERO),
                        List.of()),
                verdict,
                List.of(),
                List.of(),
                new Coverage(List.of(), List.of(), List.of(), List.of(), List.of()));
    }
}
