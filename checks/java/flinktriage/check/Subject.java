package flinktriage.check;

import flinktriage.model.SourceSpan;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.Optional;

/**
 * What a finding is about. Fields that do not apply are empty.
 *
 * @param name as shown: of the vertex, of the TaskManager, of the job, or the beginning of the
 *     statement
 * @param subtask Flink's index, from 0
 * @param operator the operator within the vertex, or of the statement's plan
 * @param input the upstream vertex whose edge is meant
 * @param source the piece of the script that it is about
 * @param table without catalog and database
 * @param branch of a union, from 1
 */
public record Subject(
        Kind kind,
        String name,
        Optional<VertexId> vertex,
        Optional<Integer> subtask,
        Optional<String> operator,
        Optional<String> input,
        Optional<SourceSpan> source,
        Optional<String> table,
        Optional<Integer> branch) {

    public enum Kind {
        JOB,
        VERTEX,
        CLUSTER,
        TASK_MANAGER,
        STATEMENT
    }

    /** Of a running cluster. */
    public Subject(
            Kind kind,
            String name,
            Optional<VertexId> vertex,
            Optional<Integer> subtask,
            Optional<String> operator,
            Optional<String> input) {
        this(
                kind,
                name,
                vertex,
                subtask,
                operator,
                input,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Subject named(Kind kind, String name, Optional<VertexId> vertex) {
        return new Subject(
                kind, name, vertex, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static Subject job(String name) {
        return named(Kind.JOB, name, Optional.empty());
    }

    public static Subject cluster(String name) {
        return named(Kind.CLUSTER, name, Optional.empty());
    }

    public static Subject taskManager(String id) {
        return named(Kind.TASK_MANAGER, id, Optional.empty());
    }

    public static Subject vertex(Vertex v) {
        return named(Kind.VERTEX, v.name(), Optional.of(v.id()));
    }

    public static Subject statement(String name, SourceSpan source) {
        return named(Kind.STATEMENT, name, Optional.empty()).source(source);
    }

    public Subject subtask(int index) {
        return new Subject(
                kind, name, vertex, Optional.of(index), operator, input, source, table, branch);
    }

    public Subject operator(String other) {
        return new Subject(
                kind, name, vertex, subtask, Optional.of(other), input, source, table, branch);
    }

    public Subject input(String other) {
        return new Subject(
                kind, name, vertex, subtask, operator, Optional.of(other), source, table, branch);
    }

    public Subject source(SourceSpan other) {
        return new Subject(
                kind, name, vertex, subtask, operator, input, Optional.of(other), table, branch);
    }

    /** Of what has no text, such as a running job. */
    public Subject withoutSource() {
        return new Subject(
                kind, name, vertex, subtask, operator, input, Optional.empty(), table, branch);
    }

    public Subject table(String other) {
        return new Subject(
                kind, name, vertex, subtask, operator, input, source, Optional.of(other), branch);
    }

    public Subject branch(int number) {
        return new Subject(
                kind, name, vertex, subtask, operator, input, source, table, Optional.of(number));
    }
}
