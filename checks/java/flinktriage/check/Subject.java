package flinktriage.check;

import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.Optional;

/**
 * What a finding is about. Fields that do not apply are empty.
 *
 * @param name as shown: of the vertex, of the TaskManager, of the job
 * @param subtask Flink's index, from 0
 * @param operator the operator within the vertex
 * @param input the upstream vertex whose edge is meant
 */
public record Subject(
        Kind kind,
        String name,
        Optional<VertexId> vertex,
        Optional<Integer> subtask,
        Optional<String> operator,
        Optional<String> input) {

    public enum Kind {
        JOB,
        VERTEX,
        CLUSTER,
        TASK_MANAGER
    }

    public static Subject job(String name) {
        return new Subject(
                Kind.JOB,
                name,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static Subject cluster(String name) {
        return new Subject(
                Kind.CLUSTER,
                name,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static Subject taskManager(String id) {
        return new Subject(
                Kind.TASK_MANAGER,
                id,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static Subject vertex(Vertex v) {
        return new Subject(
                Kind.VERTEX,
                v.name(),
                Optional.of(v.id()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public Subject subtask(int index) {
        return new Subject(kind, name, vertex, Optional.of(index), operator, input);
    }

    public Subject operator(String other) {
        return new Subject(kind, name, vertex, subtask, Optional.of(other), input);
    }

    public Subject input(String other) {
        return new Subject(kind, name, vertex, subtask, operator, Optional.of(other));
    }
}
