package flinktriage.engine;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Job;
import flinktriage.model.JobHistory;
import flinktriage.model.Outside;
import flinktriage.model.TimeSeries;
import flinktriage.model.VertexId;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class OnsetTest {

    private static final VertexId SINK = JobBuilder.id("sink");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** A value each minute of the last hour. */
    private static TimeSeries hour(IntToDoubleFunction valueMinutesAgo) {
        List<TimeSeries.Point> points = new ArrayList<>();
        for (int m = 60; m >= 0; m--) {
            points.add(
                    new TimeSeries.Point(
                            JobBuilder.NOW.minus(MINUTE.multipliedBy(m)),
                            valueMinutesAgo.applyAsDouble(m)));
        }
        return new TimeSeries(points, MINUTE, JobBuilder.from("query"));
    }

    private static Job with(TimeSeries busy, TimeSeries restarts, TimeSeries state) {
        Job job = JobBuilder.job("j").vertex("sink", v -> {}).build();
        return job.withOutside(
                Outside.NOT_ASKED.withHistory(
                        JobBuilder.present(
                                new JobHistory(
                                        JobBuilder.NOW.minus(Duration.ofHours(6)),
                                        Map.of(SINK, busy),
                                        Map.of(),
                                        Map.of(),
                                        Map.of(),
                                        Optional.of(restarts),
                                        Optional.empty(),
                                        Optional.of(state)),
                                "")));
    }

    private static LinkedFinding finding(Job job, String code) {
        return new LinkedFinding(
                "f1",
                new CheckId(code),
                new Finding(
                        Severity.WARNING,
                        "BUSY",
                        Subject.vertex(job.graph().vertex(SINK).orElseThrow()),
                        "sink cannot keep up",
                        List.of()),
                List.of());
    }

    private static String told(Job job, String code, List<String> roots) {
        Finding finding = Onset.tell(job, roots, List.of(finding(job, code))).get(0).finding();
        StringBuilder text = new StringBuilder(finding.summary());
        for (Evidence e : finding.evidence()) {
            text.append("\n- ").append(e.label()).append(": ").append(Numbers.show(e.observed()));
        }
        return text.toString();
    }

    @Test
    void aRootCauseHasABeginningAndWhatCameJustBefore() {
        Job job = with(hour(m -> m > 37 ? .3 : .95), hour(m -> m > 39 ? 1 : 2), hour(m -> 5));

        assertThat(told(job, "FT-BP-001", List.of("f1")))
                .isEqualTo(
                        """
                        sink cannot keep up; since 23:23 UTC, 37 min before this run; the job \
                        restarted at 23:21
                        - busy above 80 % for: 37 min
                        - the job restarted, ago: 39 min""");
    }

    @Test
    void aRestartLongBeforeIsNotMentioned() {
        Job job = with(hour(m -> m > 30 ? .3 : .95), hour(m -> m > 46 ? 1 : 2), hour(m -> 5));

        assertThat(told(job, "FT-BP-001", List.of("f1")))
                .startsWith("sink cannot keep up; since 23:30 UTC, 30 min before this run\n");
    }

    @Test
    void whatWasSoAllTheTimeIsSaidToBeSoAtTheLatest() {
        Job job = with(hour(m -> .95), hour(m -> 1), hour(m -> 5));

        assertThat(told(job, "FT-BP-001", List.of("f1")))
                .startsWith("sink cannot keep up; since 23:00 UTC at the latest, 1 h before");
    }

    @Test
    void stateGrowsAsFastAsMostPairsOfPointsSay() {
        Job job = with(hour(m -> .1), hour(m -> 1), hour(m -> m == 3 ? 9e9 : 6_000 * (60 - m)));

        assertThat(told(job, "FT-ST-001", List.of()))
                .isEqualTo("sink cannot keep up\n- growth of the state over 1 h: 100 B/s");
    }

    @Test
    void withoutHistoryNothingChanges() {
        Job job = JobBuilder.job("j").vertex("sink", v -> {}).build();

        assertThat(told(job, "FT-BP-001", List.of("f1"))).isEqualTo("sink cannot keep up");
    }

    @Test
    void oneDipIsNoBreakTwoAreAndSoIsAGap() {
        assertThat(hour(m -> m == 10 ? .1 : m > 20 ? .1 : .9).aboveSince(.8))
                .contains(JobBuilder.NOW.minus(Duration.ofMinutes(20)));
        assertThat(hour(m -> m == 10 || m == 11 ? .1 : .9).aboveSince(.8))
                .contains(JobBuilder.NOW.minus(Duration.ofMinutes(9)));
        assertThat(hour(m -> m == 0 ? .1 : .9).aboveSince(.8)).isEmpty();
        TimeSeries whole = hour(m -> .9);
        List<TimeSeries.Point> gap = new ArrayList<>(whole.points());
        gap.subList(30, 34).clear();
        assertThat(new TimeSeries(gap, MINUTE, whole.from()).aboveSince(.8))
                .contains(JobBuilder.NOW.minus(Duration.ofMinutes(26)));
    }
}
