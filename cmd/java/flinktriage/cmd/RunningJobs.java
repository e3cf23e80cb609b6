package flinktriage.cmd;

import flinktriage.model.Job;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.RunningPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a script of a running job: one statement without a text, with the plan of REST. */
final class RunningJobs {

    private RunningJobs() {}

    static SqlScript script(Job job, RunningPlan plan) {
        Provenance from = new Provenance("GET /jobs/" + job.id().hex(), "/plan/nodes", job.now());
        SqlStatement statement =
                new SqlStatement(
                        SqlStatement.Kind.OTHER,
                        new SourceSpan(job.name(), 1, 1, 1, 1),
                        "",
                        List.of(),
                        Map.of(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        Observed.of(plan.plan(), from),
                        Optional.empty());
        return new SqlScript(
                job.name(),
                SqlScript.Form.RUNNING_JOB,
                job.cluster().flinkVersion(),
                job.now(),
                List.of(statement),
                "");
    }
}
