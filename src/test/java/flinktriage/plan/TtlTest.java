package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.StatementView;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.plan.Ttl.Source;
import flinktriage.world.ExplainedPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TtlTest {

    static Stream<ExplainedPlan> compiled() {
        return ExplainedPlan.all().stream().filter(p -> !p.states().isEmpty());
    }

    /** An operator has the longest of its states' TTLs, or none if one state has none. */
    @ParameterizedTest
    @MethodSource("compiled")
    void theTtlIsTheOneThatThePlannerWritesIntoTheCompiledPlan(ExplainedPlan plan) {
        Map<String, List<Duration>> perState = new TreeMap<>();
        for (String state : plan.states()) {
            String[] parts = state.split(" ", 3);
            perState.computeIfAbsent(parts[0], k -> new ArrayList<>())
                    .add(DurationText.parse(parts[2]).orElseThrow());
        }
        Map<String, List<Duration>> read = new TreeMap<>();
        for (PlanNode n : StatementPlan.of(plan.plan()).nodes()) {
            String kind = n.operator().kind();
            boolean stateful =
                    perState.containsKey(kind)
                            && (!kind.equals("Sink") && !kind.equals("LookupJoin")
                                    || Ttl.materializes(n.operator()));
            if (stateful) {
                Ttl ttl = of(n, plan.statement());
                read.computeIfAbsent(kind, k -> new ArrayList<>())
                        .add(ttl.value().orElse(Duration.ZERO));
            }
        }

        assertThat(read.keySet()).isEqualTo(perState.keySet());
        read.forEach(
                (kind, ttls) ->
                        assertThat(ttls)
                                .as(kind)
                                .containsExactlyInAnyOrderElementsOf(
                                        perOperator(perState.get(kind), ttls.size())));
    }

    private static List<Duration> perOperator(List<Duration> states, int operators) {
        int each = states.size() / operators;
        List<Duration> all = new ArrayList<>();
        for (int i = 0; i < operators; i++) {
            List<Duration> own = states.subList(i * each, (i + 1) * each);
            boolean forEver = own.contains(Duration.ZERO);
            all.add(forEver ? Duration.ZERO : own.stream().max(Duration::compareTo).orElseThrow());
        }
        return all;
    }

    private static Ttl of(PlanNode n, StatementView view) {
        return Ttl.of(n, view.statement(), view.script().form());
    }

    private static PlanNode node(ExplainedPlan plan, String kind) {
        return StatementPlan.of(plan.plan()).nodes().stream()
                .filter(n -> n.operator().kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "union-ttl        | GroupAggregate | SETTING    | 1",
                "join-hint        | Join           | HINT       | 2",
                "join-hint-one    | Join           | NONE       | 0",
                "join-hint-one-and-setting | Join  | HINT       | 3",
                "join-hint-zero-and-setting | Join | NONE       | 0",
                "agg-hint         | GroupAggregate | HINT       | 1",
                "join             | Join           | NONE       | 0",
                "temporal-ttl     | TemporalJoin   | SETTING    | 1",
                "over-unbounded-ttl | OverAggregate | SETTING   | 1",
                "match-ttl        | Match          | NOT_HEEDED | 0",
                "match-nowithin   | Match          | NONE       | 0"
            })
    void aTtlHasASource(String name, String kind, Source source, int hours) {
        for (String version : List.of("1.20", "2.3")) {
            ExplainedPlan plan = ExplainedPlan.of(version, name);

            assertThat(of(node(plan, kind), plan.statement()))
                    .isEqualTo(
                            new Ttl(
                                    source,
                                    hours == 0
                                            ? Optional.empty()
                                            : Optional.of(Duration.ofHours(hours))));
        }
    }

    @Test
    void withoutAScriptOnlyAHintThatCoversAllIsKnown() {
        assertThat(source("join")).isEqualTo(Source.UNKNOWN);
        assertThat(source("join-hint")).isEqualTo(Source.HINT);
        assertThat(source("join-hint-one")).isEqualTo(Source.UNKNOWN);
    }

    private static Source source(String name) {
        ExplainedPlan plan = ExplainedPlan.of("2.3", name);
        return of(node(plan, "Join"), plan.withoutSql()).source();
    }

    @Test
    void aCompiledPlanCounts() {
        PlanNode n =
                StatementPlan.of(
                                new SqlPlan.Nodes(
                                        List.of(
                                                new SqlPlan.Node(
                                                        1,
                                                        "Join(joinType=[InnerJoin])",
                                                        List.of(),
                                                        List.of(
                                                                new SqlPlan.State(
                                                                        0,
                                                                        "leftState",
                                                                        Duration.ofHours(2)),
                                                                new SqlPlan.State(
                                                                        1,
                                                                        "rightState",
                                                                        Duration.ZERO))))))
                        .nodes()
                        .get(0);
        StatementView view = ExplainedPlan.of("2.3", "join").withoutSql();

        assertThat(Ttl.of(n, view.statement(), SqlScript.Form.COMPILED_PLAN))
                .isEqualTo(new Ttl(Source.NONE, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"1 h,PT1H", "1h,PT1H", "90 min,PT1H30M", "500,PT0.5S", "2 D,PT48H", "0 ms,PT0S"})
    void aDurationIsReadAsFlinkReadsIt(String text, Duration duration) {
        assertThat(DurationText.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @CsvSource({"1 parsec", "h", "-1 h", "1 h 2", "99999999999999 d"})
    void whatIsNoDurationIsNone(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }
}
