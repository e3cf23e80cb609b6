package flinktriage.cmd;

import flinktriage.model.CheckpointDetail;
import flinktriage.model.Job;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.Vertex;
import flinktriage.plan.RunningPlan;
import flinktriage.report.OperatorView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a script of a running job: one statement without a text, with the plan of REST. */
final class RunningJobs {

    private RunningJobs() {}

    static SqlScript script(Job job, RunningPlan plan) {
        Provenance from = new Provenance("GET /jobs/" + job.id().hex(), "/plan/nodes", job.now());
        SqlStatement statement =
                SqlStatement.ofPlan(
                        new SourceSpan(job.name(), 1, 1, 1, 1), Observed.of(plan.plan(), from));
        return new SqlScript(
                job.name(),
                SqlScript.Form.RUNNING_JOB,
                job.cluster().flinkVersion(),
                job.now(),
                List.of(statement),
                "");
    }

    /** The state of each operator's vertex in the newest checkpoint that completed. */
    static Map<String, OperatorView.Measured> measured(Job job, RunningPlan plan) {
        Map<String, OperatorView.Measured> measured = new HashMap<>();
        Optional<CheckpointDetail> newest =
                job.checkpointDetails().stream()
                        .findFirst()
                        .flatMap(CheckpointDetail::newestCompleted);
        for (var operator : plan.vertices().entrySet()) {
            Optional<Long> bytes = newest.map(n -> n.stateSize().get(operator.getValue()));
            Optional<Vertex> vertex = job.graph().vertex(operator.getValue());
            if (bytes.isPresent() && vertex.isPresent()) {
                measured.put(
                        operator.getKey(),
                        new OperatorView.Measured(vertex.get().name(), bytes.get()));
            }
        }
        return measured;
    }
}
