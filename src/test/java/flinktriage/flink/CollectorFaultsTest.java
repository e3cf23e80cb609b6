package flinktriage.flink;

import static flinktriage.flink.FakeCluster.vertex;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Snapshot;
import flinktriage.model.Unreachable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CollectorFaultsTest {

    @Test
    void keepsTheFirstSampleOfAJobThatFailsDuringTheRun() {
        FakeCluster cluster = new FakeCluster(3, 2);
        cluster.change(
                "/jobs/" + FakeCluster.JOB,
                reply ->
                        cluster.pauses.size() > 12 && reply.request().endsWith(FakeCluster.JOB)
                                ? Runs.replaced(reply, "RUNNING\",\"job", "FAILED\",\"job")
                                : reply);

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());

        Job job = Recording.job(snapshot);
        assertThat(snapshot.notes())
                .containsExactly("the job went from RUNNING to FAILED during the run");
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(Runs.measures(job, 1).samples().require()).hasSize(1);
        assertThat(Runs.missing(Runs.measures(job, 1).times()))
                .isEqualTo(
                        new Missing(
                                Missing.Why.NOT_ASKED,
                                "busy and backpressured time",
                                "the job is FAILED"));
    }

    @Test
    void goesOnIfTheSourceRefusesAPath() {
        FakeCluster cluster =
                new FakeCluster(2, 2)
                        .change(
                                "/watermarks",
                                reply -> {
                                    throw new IllegalArgumentException("not allowed");
                                });

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(Runs.missing(Runs.measures(job, 1).inputWatermarks()).detail())
                .endsWith("/watermarks: IllegalArgumentException");
    }

    @Test
    void keepsThePlanIfFlinkHasNoneLater() {
        FakeCluster cluster = new FakeCluster(3, 2);
        cluster.change(
                "/jobs/" + FakeCluster.JOB,
                reply ->
                        cluster.pauses.size() > 12 && reply.request().endsWith(FakeCluster.JOB)
                                ? Runs.replaced(reply, "\"plan\"", "\"no plan\"")
                                : reply);

        Job job = Runs.job(cluster, CollectSettings.standard());

        assertThat(job.graph().sources()).hasSize(1);
    }

    @Test
    void leavesOutWhatIsTooLarge() {
        FakeCluster cluster =
                new FakeCluster(2, 2)
                        .change("/exceptions", reply -> new Reply.TooLarge(reply.request(), 1_000));

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(Runs.missing(job.exceptions()).why()).isEqualTo(Missing.Why.TOO_LARGE);
    }

    @Test
    void tellsAJobWithoutCheckpointsFromOneThatIsGone() {
        FakeCluster cluster =
                new FakeCluster(2, 2)
                        .answer(
                                "/checkpoints",
                                404,
                                "{\"errors\":[\"org.x.RestHandlerException: Checkpointing has not been enabled.\\n\\tat x\"]}");

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(Runs.missing(job.checkpoints()).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
        assertThat(Runs.missing(job.checkpointConfig()).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
        assertThat(Runs.missing(job.checkpointDetails()).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
    }

    @Test
    void survivesAMetricThatVanishes() {
        FakeCluster cluster = new FakeCluster(4, 2);
        cluster.ghosts.add("sink.pendingRecords");

        Job job = Runs.job(cluster, CollectSettings.quick());

        MetricSample sample = Runs.measures(job, 1).samples().require().get(0);
        assertThat(sample.metric("numRecordsIn").isPresent()).isTrue();
        assertThat(Runs.missing(sample.metric("sink.pendingRecords")).why())
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(Runs.missing(sample.metric("unheardOf")).why())
                .isEqualTo(Missing.Why.NOT_EXPOSED);
    }

    @Test
    void goesOnWhenTheJobEndsDuringTheRun() {
        FakeCluster cluster = new FakeCluster(3, 2);
        int[] looks = {0};
        cluster.change(
                "/jobs/" + FakeCluster.JOB,
                reply ->
                        ++looks[0] > 8
                                ? new Reply.Answered(
                                        reply.request(),
                                        404,
                                        "{\"errors\":[\"org.x.NotFoundException: Job gone not found\"]}"
                                                .getBytes(StandardCharsets.UTF_8))
                                : reply);

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());

        Job job = Recording.job(snapshot);
        assertThat(snapshot.notes()).containsExactly("the job has gone during the run");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.graph().vertices()).hasSize(3);
        assertThat(Runs.measures(job, 1).samples().require()).hasSize(1);
        assertThat(Runs.missing(job.checkpoints()))
                .isEqualTo(
                        new Missing(
                                Missing.Why.REQUEST_FAILED,
                                "checkpoint history",
                                "GET /jobs/"
                                        + FakeCluster.JOB
                                        + "/checkpoints: answered 404 (Job gone not found)"));
    }

    @Test
    void asksAboutTheLoadedVerticesFirstSoThatADeadlineLeavesThem() {
        FakeCluster cluster = new FakeCluster(200, 1);
        cluster.failAfter = 400;

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(Runs.measures(job, 199).times().isPresent()).isTrue();
        assertThat(Runs.measures(job, 198).times().isPresent()).isTrue();
        assertThat(Runs.missing(Runs.measures(job, 150).times()))
                .isEqualTo(
                        new Missing(
                                Missing.Why.REQUEST_FAILED,
                                "busy and backpressured time",
                                "GET /jobs/%s/vertices/%s/backpressure: no answer in time"
                                        .formatted(FakeCluster.JOB, vertex(150))));
    }

    @Test
    void survivesADeadlineAtAnyRequest() {
        FakeCluster whole = new FakeCluster(3, 2);
        Runs.collect(whole, CollectSettings.standard());

        for (int n = 2; n < whole.paths.size(); n++) {
            FakeCluster cluster = new FakeCluster(3, 2);
            cluster.failAfter = n;
            Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());
            assertThat(snapshot.jobs()).hasSize(1);
            assertThat(snapshot.unreachable()).isEmpty();
        }
    }

    @Test
    void survivesRepliesThatAreCutOffOrSomethingElse() {
        FakeCluster whole = new FakeCluster(2, 2);
        Runs.collect(whole, CollectSettings.quick());
        List<String> garbage =
                List.of(
                        "",
                        "[]",
                        "{}",
                        "null",
                        "1",
                        "\"x\"",
                        "[null,1,[]]",
                        "<html>",
                        "{\"errors\":[1]}",
                        "{\"jobs\":7,\"vertices\":[{\"id\":7},{}],\"now\":\"NaN\",\"status\":\"ok\",\"subtasks\":[{}]}");

        for (String path : whole.paths.subList(2, whole.paths.size())) {
            for (String body : garbage) {
                FakeCluster cluster = new FakeCluster(2, 2).answer(path, 200, body);
                assertThat(Runs.collect(cluster, CollectSettings.quick()).jobs()).hasSize(1);
            }
            FakeCluster cut =
                    new FakeCluster(2, 2)
                            .change(
                                    path,
                                    reply -> {
                                        byte[] body = ((Reply.Answered) reply).body();
                                        return new Reply.Answered(
                                                reply.request(),
                                                200,
                                                Arrays.copyOf(body, body.length / 2));
                                    });
            assertThat(Runs.collect(cut, CollectSettings.quick()).jobs()).hasSize(1);
        }
    }

    @Test
    void leavesOutWhatIsNotCompleteJson() {
        FakeCluster cluster = new FakeCluster(2, 2).answer("/watermarks", 200, "[{\"id\":\"0.cu");

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(Runs.missing(Runs.measures(job, 1).inputWatermarks()))
                .isEqualTo(
                        new Missing(
                                Missing.Why.REQUEST_FAILED,
                                "input watermarks",
                                "GET /jobs/%s/vertices/%s/watermarks: the reply is not complete JSON"
                                        .formatted(FakeCluster.JOB, vertex(1))));
    }

    @Test
    void saysWhyTheJobManagerGaveNoAnswer() {
        FakeCluster cluster = new FakeCluster(2, 2);
        cluster.failAfter = 0;

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.quick());

        assertThat(snapshot.unreachable())
                .contains(
                        new Unreachable(
                                Unreachable.Reason.TIMEOUT, "GET /config", "no answer in time"));
        assertThat(snapshot.jobs()).isEmpty();
        assertThat(cluster.paths).containsExactly("/config", "/jobs/overview");
    }

    @Test
    void goesOnWithAnIdIfOnlyTheListOfJobsFails() {
        FakeCluster cluster = new FakeCluster(2, 2).answer("/jobs/overview", 503, "{}");

        Collected byId =
                Runs.collector(cluster)
                        .collect(
                                Runs.TARGET,
                                new JobChoice(FakeCluster.JOB),
                                CollectSettings.quick());
        Collected byName =
                Runs.collector(cluster)
                        .collect(Runs.TARGET, new JobChoice("job"), CollectSettings.quick());

        assertThat(((Collected.Taken) byId).snapshot().jobs()).hasSize(1);
        assertThat(((Collected.Taken) byName).snapshot().unreachable())
                .contains(
                        new Unreachable(
                                Unreachable.Reason.NO_LEADER,
                                "GET /jobs/overview",
                                "answered 503"));
    }
}
