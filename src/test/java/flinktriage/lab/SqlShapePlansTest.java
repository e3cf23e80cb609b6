package flinktriage.lab;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.JobCheck;
import flinktriage.check.Verdict;
import flinktriage.checks.AllChecks;
import flinktriage.model.Job;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobEdge;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** The shapes as Flink plans them, without a cluster. */
class SqlShapePlansTest {

    @Test
    void theRulesSayWhatThePlanSays() {
        Map<String, List<String>> said = new LinkedHashMap<>();
        Map<String, List<String>> expected = new LinkedHashMap<>();
        for (SqlShape shape : SqlShape.values()) {
            expected.put(shape.name(), shape.rules());
            said.put(shape.name(), rules(job(shape)));
        }

        assertThat(said).isEqualTo(expected);
    }

    private static List<String> rules(Job job) {
        return AllChecks.list().stream()
                .filter(check -> check.spec().id().code().startsWith("FT-SQ-"))
                .filter(JobCheck.class::isInstance)
                .map(JobCheck.class::cast)
                .filter(check -> Examined.of(check, job).verdict() instanceof Verdict.Problem)
                .map(check -> check.spec().id().code().substring("FT-SQ-".length()))
                .toList();
    }

    private static Job job(SqlShape shape) {
        StreamExecutionEnvironment env =
                new StreamExecutionEnvironment(Configuration.fromMap(shape.settings()));
        env.setParallelism(1);
        shape.define(env);
        Map<JobVertexID, String> names = new HashMap<>();
        JobBuilder job = JobBuilder.job(shape.name());
        for (JobVertex vertex :
                env.getStreamGraph().getJobGraph().getVerticesSortedTopologicallyFromSources()) {
            names.put(vertex.getID(), "v" + names.size());
            job.vertex(
                    names.get(vertex.getID()),
                    v -> {
                        v.description(vertex.getOperatorPrettyName().replace("<br/>", "\n"));
                        for (JobEdge edge : vertex.getInputs()) {
                            v.input(
                                    names.get(edge.getSource().getProducer().getID()),
                                    edge.getShipStrategyName());
                        }
                    });
        }
        return job.build();
    }
}
