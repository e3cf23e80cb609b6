package flinktriage.model;

import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobGraphTasksTest {

    @Test
    void aTaskBelongsToTheVertexWithTheLongestFittingName() {
        JobGraph graph =
                job("orders")
                        .vertex("map", v -> {})
                        .vertex("map (1", v -> {})
                        .vertex("map -> sink", v -> {})
                        .build()
                        .graph();

        assertThat(graph.vertexOfTask("map (1/2) - execution #0").map(Vertex::name))
                .contains("map");
        assertThat(graph.vertexOfTask("map -> sink (2/2) - execution #0").map(Vertex::name))
                .contains("map -> sink");
        assertThat(graph.vertexOfTask("map (1 (1/1)").map(Vertex::name)).contains("map (1");
        assertThat(graph.vertexOfTask("other (1/2)")).isEmpty();
    }

    @Test
    void tasksThatFinishedCountAsRunningAndNoVerticesAsNone() {
        JobGraph graph =
                job("orders")
                        .vertex("source", v -> v.state("FINISHED", Map.of("FINISHED", 1)))
                        .vertex("map", v -> v.parallelism(2))
                        .build()
                        .graph();

        assertThat(graph.allTasksRunning()).isTrue();
        assertThat(graph.tasks("RUNNING")).isEqualTo(2);
        assertThat(new JobGraph(List.of()).allTasksRunning()).isFalse();
    }
}
