package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.flink.Recording;
import flinktriage.model.Job;
import flinktriage.world.JobBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningPlanTest {

    @Test
    void puts_the_union_back_that_is_only_edges_at_run_time() {
        StatementPlan plan = plan("2.3.0/e-union-distinct");

        PlanNode distinct = node(plan, "GroupAggregate");
        assertThat(distinct.streamsInto()).isEqualTo(2);
        assertThat(distinct.operator().distinct()).isTrue();
        assertThat(plan.sinks()).hasSize(1);
        assertThat(distinct.upstream())
                .filteredOn(n -> n.operator().is("TableSourceScan"))
                .hasSize(2);
    }

    @Test
    void keeps_the_inputs_of_a_join_apart() {
        PlanNode join = node(plan("2.3.0/k01-join-no-ttl"), "Join");

        assertThat(join.inputs()).hasSize(2);
        assertThat(join.inputs())
                .allSatisfy(i -> assertThat(i.operator().kind()).isEqualTo("Exchange"));
        assertThat(join.single()).isFalse();
    }

    @Test
    void tells_an_operator_that_gets_everything_in_one_subtask() {
        Job job =
                JobBuilder.job("top")
                        .vertex(
                                "scan",
                                v ->
                                        v.description(
                                                "[1]:TableSourceScan(table=[[c, d, t]], fields=[a])"))
                        .vertex(
                                "limit",
                                v ->
                                        v.input("scan", "GLOBAL")
                                                .description("[3]:Limit(offset=[0], fetch=[10])"))
                        .build();

        StatementPlan plan = StatementPlan.of(RunningPlan.of(job.graph()).plan());

        assertThat(node(plan, "Limit").single()).isTrue();
    }

    @Test
    void knows_the_vertex_of_each_operator() {
        Job job = job("2.3.0/e-union-distinct");
        RunningPlan plan = RunningPlan.of(job.graph());

        assertThat(plan.vertices().values())
                .isNotEmpty()
                .allMatch(id -> job.graph().vertex(id).isPresent());
    }

    private static PlanNode node(StatementPlan plan, String kind) {
        List<PlanNode> found =
                plan.nodes().stream().filter(n -> n.operator().kind().equals(kind)).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static StatementPlan plan(String recording) {
        return StatementPlan.of(RunningPlan.of(job(recording).graph()).plan());
    }

    private static Job job(String recording) {
        return Recording.of(recording).snapshot().jobs().get(0);
    }
}
