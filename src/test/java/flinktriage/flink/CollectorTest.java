package flinktriage.flink;

import static flinktriage.flink.FakeCluster.vertex;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Aggregate;
import flinktriage.model.Job;
import flinktriage.model.JobId;
import flinktriage.model.JobState;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Unreachable;
import flinktriage.model.VertexId;
import flinktriage.model.VertexMeasures;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CollectorTest {

    private static final Target TARGET = new Target("test", "http://127.0.0.1");
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private final List<String> said = new ArrayList<>();

    @Test
    void makesTheClusterFetchMetricsBeforeItReadsThem() {
        FakeCluster cluster = new FakeCluster(3, 2);

        Job job = job(cluster, CollectSettings.quick());

        MetricSample sample = measures(job, 1).samples().require().get(0);
        assertThat(sample.metric("numRecordsIn").require())
                .isEqualTo(new Aggregate(60_000, 60_000, 60_000, 120_000));
        assertThat(sample.at()).isEqualTo(FakeCluster.SUBMITTED.plusSeconds(600));
        assertThat(cluster.pauses).containsExactly(Duration.ofMillis(150));
        assertThat(said).isEmpty();
    }

    @Test
    void takesTwoSamplesOfDifferentData() {
        FakeCluster cluster = new FakeCluster(3, 2);

        Snapshot snapshot = collect(cluster, CollectSettings.standard());

        List<MetricSample> samples = measures(Recording.job(snapshot), 1).samples().require();
        assertThat(samples).hasSize(2);
        double records =
                samples.get(1).metric("numRecordsIn").require().max()
                        - samples.get(0).metric("numRecordsIn").require().max();
        double seconds =
                Duration.between(samples.get(0).at(), samples.get(1).at()).toMillis() / 1_000.0;
        assertThat(seconds).isEqualTo(12.15);
        assertThat(records).isEqualTo(100 * seconds);
        assertThat(said).hasSize(12);
        assertThat(said.get(0)).isEqualTo("waiting for the second sample, 12 s left");
        assertThat(said.get(11)).isEqualTo("waiting for the second sample, 1 s left");
        assertThat(snapshot.notes()).isEmpty();
        assertThat(Recording.job(snapshot).now()).isEqualTo(samples.get(1).at());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 150})
    void staysWithinItsAllowanceWhenEverythingHasToBeAskedAgain(int vertices) {
        FakeCluster cluster = new FakeCluster(vertices, 2);
        cluster.version = "1.18.1";
        cluster.ghosts.add("ghost.pendingRecords");
        cluster.answer("/checkpoints/details/1", 404, "{\"errors\":[\"gone\"]}");

        Snapshot snapshot = collect(cluster, CollectSettings.standard());

        assertThat(snapshot.traffic().requests()).isLessThanOrEqualTo(12 + 7 * vertices);
        assertThat(cluster.paths).hasSize(snapshot.traffic().requests());
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "20"})
    void costsTheSameAtAnyParallelism(int vertices) {
        FakeCluster narrow = new FakeCluster(vertices, 2);
        FakeCluster wide = new FakeCluster(vertices, 200);

        collect(narrow, CollectSettings.standard());
        Snapshot snapshot = collect(wide, CollectSettings.standard());

        assertThat(wide.paths).hasSameSizeAs(narrow.paths);
        assertThat(wide.paths).allMatch(path -> path.length() < 4_000);
        VertexMeasures source = measures(Recording.job(snapshot), 0);
        assertThat(source.perSubtask().require().names()).hasSize(200);
        assertThat(source.perSubtask().require().complete()).isFalse();
        assertThat(source.times().require()).hasSize(200);
    }

    @Test
    void saysThatValuesAreOldIfNoFreshOnesCome() {
        FakeCluster cluster = new FakeCluster(3, 2).stale(Duration.ofMinutes(4));

        Snapshot snapshot = collect(cluster, CollectSettings.quick());

        assertThat(snapshot.notes()).containsExactly("the metrics are 4 min old");
        assertThat(measures(Recording.job(snapshot), 1).samples().require().get(0).at())
                .isEqualTo(FakeCluster.SUBMITTED.plus(Duration.ofMinutes(6)));
        assertThat(cluster.paths.stream().filter(path -> path.endsWith("numRestarts,uptime")))
                .hasSize(4);
    }

    @Test
    void waitsForFreshValuesIfTheFetchIsSlow() {
        FakeCluster cluster = new FakeCluster(4, 2).stale(Duration.ofMinutes(4));
        cluster.fetches = true;
        cluster.fetchTakes = 1_500;

        Snapshot snapshot = collect(cluster, CollectSettings.quick());

        assertThat(snapshot.notes()).isEmpty();
        assertThat(measures(Recording.job(snapshot), 1).samples().require().get(0).at())
                .isEqualTo(FakeCluster.SUBMITTED.plusSeconds(600));
        assertThat(cluster.pauses)
                .containsExactly(
                        Duration.ofMillis(150), Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    @Test
    void keepsTheFirstSampleOfAJobThatFailsDuringTheRun() {
        FakeCluster cluster = new FakeCluster(3, 2);
        cluster.change(
                "/jobs/" + FakeCluster.JOB,
                reply ->
                        cluster.pauses.size() > 12 && reply.request().endsWith(FakeCluster.JOB)
                                ? replaced(reply, "RUNNING\",\"job", "FAILED\",\"job")
                                : reply);

        Snapshot snapshot = collect(cluster, CollectSettings.standard());

        Job job = Recording.job(snapshot);
        assertThat(snapshot.notes())
                .containsExactly("the job went from RUNNING to FAILED during the run");
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(measures(job, 1).samples().require()).hasSize(1);
        assertThat(missing(measures(job, 1).times()))
                .isEqualTo(
                        new Missing(
                                Missing.Why.NOT_ASKED,
                                "busy and backpressured time",
                                "the job is FAILED"));
    }

    @Test
    void keepsThePlanIfFlinkHasNoneLater() {
        FakeCluster cluster = new FakeCluster(3, 2);
        cluster.change(
                "/jobs/" + FakeCluster.JOB,
                reply ->
                        cluster.pauses.size() > 12 && reply.request().endsWith(FakeCluster.JOB)
                                ? replaced(reply, "\"plan\"", "\"no plan\"")
                                : reply);

        Job job = job(cluster, CollectSettings.standard());

        assertThat(job.graph().sources()).hasSize(1);
    }

    @Test
    void listsTheJobsIfTheChoiceIsNotClear() {
        FakeCluster cluster = new FakeCluster(3, 2);

        Collected collected =
                collector(cluster).collect(TARGET, new JobChoice("other"), CollectSettings.quick());

        JobSummary only =
                new JobSummary(
                        new JobId(FakeCluster.JOB), "job", JobState.RUNNING, FakeCluster.SUBMITTED);
        assertThat(collected)
                .isEqualTo(
                        new Collected.NoSuchJob(
                                List.of(only), "no job has a name or id that begins with other"));
        assertThat(collector(cluster).jobs())
                .isEqualTo(new JobListing(List.of(only), Optional.empty()));
    }

    @Test
    void leavesOutWhatIsTooLarge() {
        FakeCluster cluster =
                new FakeCluster(2, 2)
                        .change("/exceptions", reply -> new Reply.TooLarge(reply.request(), 1_000));

        Job job = job(cluster, CollectSettings.quick());

        assertThat(missing(job.exceptions()).why()).isEqualTo(Missing.Why.TOO_LARGE);
    }

    @Test
    void tellsAJobWithoutCheckpointsFromOneThatIsGone() {
        FakeCluster cluster =
                new FakeCluster(2, 2)
                        .answer(
                                "/checkpoints",
                                404,
                                "{\"errors\":[\"org.x.RestHandlerException: Checkpointing has not been enabled.\\n\\tat x\"]}");

        Job job = job(cluster, CollectSettings.quick());

        assertThat(missing(job.checkpoints()).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
        assertThat(missing(job.checkpointConfig()).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
        assertThat(missing(job.checkpointDetails()).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
    }

    @Test
    void asksOnceMoreForNamesThatShouldBeThere() {
        FakeCluster cluster = new FakeCluster(4, 2);
        cluster.fetches = false;

        Job job = job(cluster, CollectSettings.quick());

        assertThat(cluster.paths.stream().filter(path -> path.matches("/jobs.*/metrics")))
                .hasSize(8);
        assertThat(missing(measures(job, 1).samples()).why()).isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(measures(job, 0).perSubtask()).why()).isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(measures(job, 1).times()).why()).isEqualTo(Missing.Why.NOT_YET);
        assertThat(job.cluster().taskManagerMetrics().isPresent()).isFalse();
    }

    @Test
    void survivesAMetricThatVanishes() {
        FakeCluster cluster = new FakeCluster(4, 2);
        cluster.ghosts.add("sink.pendingRecords");

        Job job = job(cluster, CollectSettings.quick());

        MetricSample sample = measures(job, 1).samples().require().get(0);
        assertThat(sample.metric("numRecordsIn").isPresent()).isTrue();
        assertThat(missing(sample.metric("sink.pendingRecords")).why())
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(missing(sample.metric("unheardOf")).why()).isEqualTo(Missing.Why.NOT_EXPOSED);
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

        Snapshot snapshot = collect(cluster, CollectSettings.standard());

        Job job = Recording.job(snapshot);
        assertThat(snapshot.notes()).containsExactly("the job has gone during the run");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.graph().vertices()).hasSize(3);
        assertThat(measures(job, 1).samples().require()).hasSize(1);
        assertThat(missing(job.checkpoints()))
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

        Job job = job(cluster, CollectSettings.quick());

        assertThat(measures(job, 199).times().isPresent()).isTrue();
        assertThat(measures(job, 198).times().isPresent()).isTrue();
        assertThat(missing(measures(job, 150).times()))
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
        collect(whole, CollectSettings.standard());

        for (int n = 2; n < whole.paths.size(); n++) {
            FakeCluster cluster = new FakeCluster(3, 2);
            cluster.failAfter = n;
            Snapshot snapshot = collect(cluster, CollectSettings.standard());
            assertThat(snapshot.jobs()).hasSize(1);
            assertThat(snapshot.unreachable()).isEmpty();
        }
    }

    @Test
    void survivesRepliesThatAreCutOffOrSomethingElse() {
        FakeCluster whole = new FakeCluster(2, 2);
        collect(whole, CollectSettings.quick());
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
                assertThat(collect(cluster, CollectSettings.quick()).jobs()).hasSize(1);
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
            assertThat(collect(cut, CollectSettings.quick()).jobs()).hasSize(1);
        }
    }

    @Test
    void leavesOutWhatIsNotCompleteJson() {
        FakeCluster cluster = new FakeCluster(2, 2).answer("/watermarks", 200, "[{\"id\":\"0.cu");

        Job job = job(cluster, CollectSettings.quick());

        assertThat(missing(measures(job, 1).inputWatermarks()))
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

        Snapshot snapshot = collect(cluster, CollectSettings.quick());

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
                collector(cluster)
                        .collect(TARGET, new JobChoice(FakeCluster.JOB), CollectSettings.quick());
        Collected byName =
                collector(cluster).collect(TARGET, new JobChoice("job"), CollectSettings.quick());

        assertThat(((Collected.Taken) byId).snapshot().jobs()).hasSize(1);
        assertThat(((Collected.Taken) byName).snapshot().unreachable())
                .contains(
                        new Unreachable(
                                Unreachable.Reason.NO_LEADER,
                                "GET /jobs/overview",
                                "answered 503"));
    }

    @Test
    void readsCollectorsOfGarbageBeforeFlink119() {
        FakeCluster cluster = new FakeCluster(4, 2);
        cluster.version = "1.18.1";

        Job job = job(cluster, CollectSettings.quick());

        assertThat(job.cluster().taskManagerMetrics().require().ids())
                .contains("Status.JVM.GarbageCollector.Copy.Time")
                .doesNotContain(MetricSelection.GARBAGE_COLLECTION);
    }

    @Test
    void masksValuesOfSecretKeys() {
        Job job = job(new FakeCluster(1, 1), CollectSettings.quick());

        assertThat(job.cluster().configuration().require())
                .containsOnly(
                        java.util.Map.entry("s3.access-key", "******"),
                        java.util.Map.entry("rest.port", "8081"));
    }

    private static Reply replaced(Reply reply, String old, String other) {
        String body = new String(((Reply.Answered) reply).body(), StandardCharsets.UTF_8);
        return new Reply.Answered(
                reply.request(), 200, body.replace(old, other).getBytes(StandardCharsets.UTF_8));
    }

    private Collector collector(FakeCluster cluster) {
        return new Collector(cluster, CLOCK, cluster, said::add);
    }

    private Snapshot collect(FakeCluster cluster, CollectSettings settings) {
        Collected collected = collector(cluster).collect(TARGET, JobChoice.onlyRunning(), settings);
        return ((Collected.Taken) collected).snapshot();
    }

    private Job job(FakeCluster cluster, CollectSettings settings) {
        return Recording.job(collect(cluster, settings));
    }

    private static VertexMeasures measures(Job job, int vertex) {
        return job.measures().get(new VertexId(vertex(vertex)));
    }

    private static Missing missing(Observed<?> observed) {
        return ((Observed.Absent<?>) observed).missing();
    }
}
