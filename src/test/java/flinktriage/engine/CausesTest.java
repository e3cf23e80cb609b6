package flinktriage.engine;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.engine.Causes.Coded;
import flinktriage.engine.Causes.Linked;
import flinktriage.engine.Causes.Row;
import flinktriage.model.JobGraph;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import flinktriage.world.JobBuilder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static final Set<String> STANDING_RISKS =
            Set.of("FT-SQ-10*", "FT-SQ-110", "FT-SQ-115", "FT-PA-001");

    /** src --> union --> map --> sink. */
    static final JobGraph CHAIN =
            JobBuilder.job("chain")
                    .vertex("src", v -> {})
                    .vertex("union", v -> v.input("src", "HASH"))
                    .vertex("map", v -> v.input("union", "FORWARD"))
                    .vertex("sink", v -> v.input("map", "REBALANCE"))
                    .build()
                    .graph();

    @Test
    void aSlowSinkExplainsTheBacklogOfTheSourceAndTheExpiredCheckpointsOfTheJob() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-CP-001", "EXPIRED", Severity.CRITICAL, null),
                                coded("FT-LG-001", "GROWING", Severity.WARNING, "src"),
                                coded("FT-CP-003", "START_DELAY", Severity.WARNING, "map"),
                                coded("FT-BP-001", "SINK_SLOW", Severity.WARNING, "sink")));

        assertThat(linked.roots()).containsExactly("f1");
        assertThat(linked.findings().get(0).code().code()).isEqualTo("FT-BP-001");
        assertThat(explained(linked, "FT-BP-001"))
                .containsExactlyInAnyOrder("FT-CP-001", "FT-LG-001", "FT-CP-003");
    }

    @Test
    void checkpointsThatTakeLongerThanTheirIntervalAreTheWorkOfABottleneckAndNotOfTheInterval() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-CP-004", "INTERVAL_TOO_SHORT", Severity.INFO, null),
                                coded("FT-CP-004", "DISABLED", Severity.WARNING, null),
                                coded("FT-BP-001", "SKEW", Severity.WARNING, "map")));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).finding().reason())
                .containsExactly("SKEW", "DISABLED");
    }

    @Test
    void aDeduplicatingUnionThatGrowsIsRaisedToAWarningAndStandsBesideTheSlowSink() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-SQ-101", "UNION_DISTINCT", Severity.INFO, "union"),
                                coded("FT-ST-001", "GROWING", Severity.WARNING, "union"),
                                coded("FT-BP-001", "SINK_SLOW", Severity.WARNING, "sink")));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-SQ-101", "FT-BP-001");
        assertThat(find(linked, linked.roots().get(0)).finding().severity())
                .isEqualTo(Severity.WARNING);
        assertThat(explained(linked, "FT-SQ-101")).containsExactly("FT-ST-001");
    }

    @Test
    void aPlanRuleWithoutASymptomAtItsOperatorStaysInfoAndIsNoCause() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-SQ-103", "NO_UNIQUE_KEY", Severity.INFO, "union"),
                                coded("FT-BP-001", "BUSY", Severity.WARNING, "map")));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-BP-001");
        assertThat(linked.findings())
                .extracting(f -> f.finding().severity())
                .containsExactly(Severity.WARNING, Severity.INFO);
    }

    @Test
    void backpressureDoesNotExplainWhatStandsInAnotherBranch() {
        JobGraph branches =
                JobBuilder.job("branches")
                        .vertex("src", v -> {})
                        .vertex("left", v -> v.input("src", "HASH"))
                        .vertex("other", v -> {})
                        .build()
                        .graph();

        Linked linked =
                Causes.link(
                        branches,
                        List.of(
                                coded("FT-BP-001", "BUSY", Severity.WARNING, "left"),
                                coded("FT-LG-001", "GROWING", Severity.WARNING, "other")));

        assertThat(linked.roots()).containsExactly("f1", "f2");
    }

    @Test
    void rootsAreOrderedByTheWorstThatTheyExplain() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-WM-005", "LATE_DROPS", Severity.WARNING, "map"),
                                coded("FT-BP-001", "BUSY", Severity.WARNING, "sink"),
                                coded("FT-CP-001", "EXPIRED", Severity.CRITICAL, null)));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-BP-001", "FT-WM-005");
    }

    @Test
    void anUnevenSpreadExplainsASlowSourceOnlyWhereItShows() {
        for (String reason : List.of("AT_LIMIT", "UNEVEN")) {
            Linked linked =
                    Causes.link(
                            CHAIN,
                            List.of(
                                    coded("FT-BP-003", "SOURCE_BOUND", Severity.WARNING, "src"),
                                    coded("FT-PA-002", reason, Severity.INFO, "src")));

            assertThat(linked.roots())
                    .extracting(ref -> find(linked, ref).code().code())
                    .containsExactly(reason.equals("AT_LIMIT") ? "FT-PA-002" : "FT-BP-003");
        }
    }

    @Test
    void unevenPartitionsExplainTheirSourceWhereTheyShow() {
        Coded bound = coded("FT-BP-003", "SOURCE_BOUND", Severity.WARNING, "src");
        Coded backlog = coded("FT-LG-001", "GROWING", Severity.WARNING, "src");
        Coded elsewhere = coded("FT-LG-001", "GROWING", Severity.WARNING, "map");

        Linked shows =
                Causes.link(
                        CHAIN,
                        List.of(
                                bound,
                                backlog,
                                elsewhere,
                                coded("FT-PA-002", "UNEVEN", Severity.WARNING, "src")));
        Linked standing =
                Causes.link(
                        CHAIN, List.of(bound, coded("FT-PA-002", "UNEVEN", Severity.INFO, "src")));

        assertThat(shows.roots())
                .extracting(ref -> find(shows, ref).code().code())
                .containsExactly("FT-PA-002", "FT-LG-001");
        assertThat(standing.roots())
                .extracting(ref -> find(standing, ref).code().code())
                .containsExactly("FT-BP-003");
    }

    @Test
    void adviceForASlowOperatorExplainsNothing() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-SQ-116", "ONE_PHASE", Severity.INFO, "map"),
                                coded("FT-SQ-118", "SYNCHRONOUS", Severity.INFO, "map"),
                                coded("FT-BP-001", "LOOKUP_SLOW", Severity.WARNING, "map")));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-BP-001");
    }

    @Test
    void theTableHasNoCircleSoThatEveryFindingHasARoot() {
        for (Row row : Causes.TABLE) {
            Deque<Row> todo = new ArrayDeque<>(List.of(row));
            Set<Row> seen = new HashSet<>();
            while (!todo.isEmpty()) {
                Row at = todo.poll();
                for (Row next : Causes.TABLE) {
                    if (feeds(at, next) && seen.add(next)) {
                        assertThat(feeds(next, row)).as("%s ... %s", row, next).isFalse();
                        todo.add(next);
                    }
                }
            }
        }
    }

    @Test
    void onlyStandingRisksAreReportedAsInfoUntilTheyHurt() {
        assertThat(Causes.TABLE).extracting(Row::cause).containsAll(STANDING_RISKS);
    }

    private static boolean feeds(Row a, Row b) {
        boolean code =
                a.symptom().equals(b.cause())
                        || (a.symptom().endsWith("*")
                                && b.cause().startsWith(a.symptom().replace("*", "")))
                        || (b.cause().endsWith("*")
                                && a.symptom().startsWith(b.cause().replace("*", "")));
        boolean reason =
                a.symptomReasons().isEmpty()
                        || b.causeReasons().isEmpty()
                        || a.symptomReasons().stream().anyMatch(b.causeReasons()::contains);
        // The symptom of a failure tells of one.
        boolean failure =
                a.relation() == Relation.SAME_FAILURE && b.relation() == Relation.NO_FAILURE;
        return code && reason && !failure;
    }

    static Coded coded(String code, String reason, Severity severity, String vertex) {
        Subject subject =
                vertex == null
                        ? Subject.job("chain")
                        : Subject.vertex(
                                JobBuilder.job("any")
                                        .vertex(vertex, v -> {})
                                        .build()
                                        .graph()
                                        .vertices()
                                        .stream()
                                        .filter((Vertex v) -> v.name().equals(vertex))
                                        .findFirst()
                                        .orElseThrow());
        return new Coded(
                new CheckId(code), new Finding(severity, reason, subject, "summary", List.of()));
    }

    /** With evidence of a failure that long ago. */
    static Coded aged(Coded coded, long millis) {
        Finding f = coded.finding();
        Evidence age =
                Evidence.of(
                        "time since the failure",
                        Quantity.millis(millis),
                        JobBuilder.from("/exceptionHistory"));
        return new Coded(
                coded.code(),
                new Finding(f.severity(), f.reason(), f.subject(), f.summary(), List.of(age)));
    }

    static LinkedFinding find(Linked linked, String ref) {
        return linked.findings().stream()
                .filter(f -> f.ref().equals(ref))
                .findFirst()
                .orElseThrow();
    }

    static List<String> explained(Linked linked, String code) {
        List<String> codes = new ArrayList<>();
        linked.findings().stream()
                .filter(f -> f.code().code().equals(code))
                .flatMap(f -> f.explains().stream())
                .forEach(ref -> codes.add(find(linked, ref).code().code()));
        return codes;
    }
}
