package flinktriage.world;

import static flinktriage.world.JobBuilder.notAsked;

import flinktriage.check.Need;
import flinktriage.model.Cluster;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.Outside;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import flinktriage.model.VertexMeasures;
import flinktriage.model.VertexTotals;
import java.util.HashMap;
import java.util.Map;

/** A job from which one need is taken away. */
final class Without {

    private Without() {}

    static Job need(Need need, Job job) {
        Map<VertexId, VertexMeasures> measures = new HashMap<>();
        job.measures().forEach((id, m) -> measures.put(id, need(need, m)));
        Cluster c = job.cluster();
        return new Job(
                job.id(),
                job.name(),
                job.state(),
                job.now(),
                job.startedAt(),
                job.runningSince(),
                job.streaming(),
                new JobGraph(job.graph().vertices().stream().map(v -> need(need, v)).toList()),
                measures,
                need == Need.CHECKPOINTS ? notAsked("checkpoint history") : job.checkpoints(),
                need == Need.CHECKPOINT_CONFIG
                        ? notAsked("checkpoint configuration")
                        : job.checkpointConfig(),
                need == Need.CHECKPOINT_DETAILS
                        ? notAsked("checkpoint details")
                        : job.checkpointDetails(),
                need == Need.EXCEPTIONS ? notAsked("exception history") : job.exceptions(),
                need == Need.RESTARTS ? notAsked("restarts") : job.restarts(),
                new Cluster(
                        c.flinkVersion(),
                        need == Need.CONFIGURATION ? notAsked("configuration") : c.configuration(),
                        need == Need.TASK_MANAGERS ? notAsked("TaskManagers") : c.taskManagers(),
                        need == Need.TASK_MANAGER_METRICS
                                ? notAsked("TaskManager metrics")
                                : c.taskManagerMetrics(),
                        need == Need.TASK_MANAGER_METRICS ? notAsked("CPU time") : c.coresInUse(),
                        c.otherJobs()),
                need(need, job.outside()));
    }

    private static Outside need(Need need, Outside outside) {
        return need == Need.KAFKA
                ? outside.withKafkaTopics(Outside.NOT_ASKED.kafkaTopics())
                : need == Need.REPORTER
                        ? outside.withReporter(Outside.NOT_ASKED.reporter())
                        : outside;
    }

    private static Vertex need(Need need, Vertex v) {
        VertexTotals none =
                new VertexTotals(
                        notAsked("read-records"),
                        notAsked("write-records"),
                        notAsked("read-bytes"),
                        notAsked("write-bytes"));
        return new Vertex(
                v.id(),
                v.name(),
                need == Need.PLAN ? "" : v.description(),
                v.parallelism(),
                v.maxParallelism(),
                v.state(),
                v.tasks(),
                v.inputs(),
                need == Need.TOTALS ? none : v.totals());
    }

    private static VertexMeasures need(Need need, VertexMeasures m) {
        return new VertexMeasures(
                need == Need.TIMES ? notAsked("busy time") : m.times(),
                need == Need.SUBTASKS ? notAsked("subtasks") : m.subtasks(),
                need == Need.METRICS ? notAsked("metrics") : m.samples(),
                need == Need.WATERMARKS ? notAsked("input watermarks") : m.inputWatermarks(),
                need == Need.SOURCES ? notAsked("metrics per subtask") : m.perSubtask());
    }
}
