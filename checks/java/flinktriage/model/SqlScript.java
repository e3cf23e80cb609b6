package flinktriage.model;

import java.time.Instant;
import java.util.List;

/**
 * What is linted: a script, a plan without its SQL, or the plan of a running job.
 *
 * @param name the file as the user named it, {@code -}, or the job's name
 * @param flinkVersion of the planner that made the plans: {@code 2.3.0}; absent for a plan from
 *     elsewhere
 * @param statements in the order of the file
 * @param source the text of the file; empty for a running job
 */
public record SqlScript(
        String name,
        Form form,
        Observed<String> flinkVersion,
        Instant takenAt,
        List<SqlStatement> statements,
        String source) {

    public enum Form {
        SQL,
        EXPLAIN,
        COMPILED_PLAN,
        RUNNING_JOB
    }

    public SqlScript {
        statements = List.copyOf(statements);
    }
}
