package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Aggregate;
import flinktriage.model.Job;
import flinktriage.model.JobId;
import flinktriage.model.JobState;
import flinktriage.model.MetricSample;
import flinktriage.model.Missing;
import flinktriage.model.Snapshot;
import flinktriage.model.VertexMeasures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CollectorTest {

    @Test
    void makesTheClusterFetchMetricsBeforeItReadsThem() {
        FakeCluster cluster = new FakeCluster(3, 2);

        Job job = Runs.job(cluster, CollectSettings.quick());

        MetricSample sample = Runs.measures(job, 1).samples().require().get(0);
        assertThat(sample.metric("numRecordsIn").require())
                .isEqualTo(new Aggregate(60_000, 60_000, 60_000, 120_000));
        assertThat(sample.at()).isEqualTo(FakeCluster.SUBMITTED.plusSeconds(600));
        assertThat(cluster.pauses).containsExactly(Duration.ofMillis(150));
        assertThat(cluster.said).isEmpty();
    }

    @Test
    void takesTwoSamplesOfDifferentData() {
        FakeCluster cluster = new FakeCluster(3, 2);

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());

        List<MetricSample> samples = Runs.measures(Recording.job(snapshot), 1).samples().require();
        assertThat(samples).hasSize(2);
        double records =
                samples.get(1).metric("numRecordsIn").require().max()
                        - samples.get(0).metric("numRecordsIn").require().max();
        double seconds =
                Duration.between(samples.get(0).at(), samples.get(1).at()).toMillis() / 1_000.0;
        assertThat(seconds).isEqualTo(12.15);
        assertThat(records).isEqualTo(100 * seconds);
        assertThat(cluster.said).hasSize(12);
        assertThat(cluster.said.get(0)).isEqualTo("waiting for the second sample, 12 s left");
        assertThat(cluster.said.get(11)).isEqualTo("waiting for the second sample, 1 s left");
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

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());

        assertThat(snapshot.traffic().requests()).isLessThanOrEqualTo(12 + 7 * vertices);
        assertThat(cluster.paths).hasSize(snapshot.traffic().requests());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void staysWithinItsAllowanceWhenEverythingThatHasAPlaceIsAskedFor(int vertices) {
        FakeCluster cluster = new FakeCluster(vertices, 2);
        cluster.metrics.add("Source__a.KafkaSourceReader.topic.t.partition.0.currentOffset");

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());

        String source = "/vertices/" + FakeCluster.vertex(0) + "/metrics?get=";
        assertThat(cluster.paths)
                .anyMatch(p -> p.contains(source) && p.contains(".currentOffset"))
                .anyMatch(p -> p.contains(source) && p.contains(".currentOutputWatermark"))
                .anyMatch(p -> p.contains("/checkpoints/details/6"));
        assertThat(cluster.paths.stream().filter(p -> p.endsWith("/watermarks")))
                .hasSize(vertices - 1);
        assertThat(cluster.paths).hasSizeLessThanOrEqualTo(12 + 7 * vertices);
        assertThat(cluster.paths).hasSize(snapshot.traffic().requests());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6})
    void asksForTheCpuTimeOfTheFirstSampleEvenWhenEverythingHasToBeAskedAgain(int vertices) {
        FakeCluster cluster = new FakeCluster(vertices, 2);
        cluster.version = "1.18.1";
        cluster.ghosts.add("ghost.pendingRecords");
        cluster.metrics.add("Source__a.KafkaSourceReader.topic.t.partition.0.currentOffset");

        Job job = Runs.job(cluster, CollectSettings.standard());

        assertThat(job.cluster().coresInUse().require()).isEqualTo(0.5);
        assertThat(cluster.paths).hasSizeLessThanOrEqualTo(12 + 7 * vertices);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "20"})
    void costsTheSameAtAnyParallelism(int vertices) {
        FakeCluster narrow = new FakeCluster(vertices, 2);
        FakeCluster wide = new FakeCluster(vertices, 200);

        Runs.collect(narrow, CollectSettings.standard());
        Snapshot snapshot = Runs.collect(wide, CollectSettings.standard());

        assertThat(wide.paths).hasSameSizeAs(narrow.paths);
        assertThat(wide.paths).allMatch(path -> path.length() < 4_000);
        VertexMeasures source = Runs.measures(Recording.job(snapshot), 0);
        assertThat(source.perSubtask().require().names()).hasSize(200);
        assertThat(source.perSubtask().require().complete()).isFalse();
        assertThat(source.times().require()).hasSize(200);
    }

    @Test
    void saysThatValuesAreOldIfNoFreshOnesCome() {
        FakeCluster cluster = new FakeCluster(3, 2).stale(Duration.ofMinutes(4));

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.quick());

        assertThat(snapshot.notes()).containsExactly("the metrics are 4 min old");
        assertThat(Runs.measures(Recording.job(snapshot), 1).samples().require().get(0).at())
                .isEqualTo(FakeCluster.SUBMITTED.plus(Duration.ofMinutes(6)));
        assertThat(cluster.paths.stream().filter(path -> path.endsWith("numRestarts,uptime")))
                .hasSize(4);
    }

    @Test
    void waitsForFreshValuesIfTheFetchIsSlow() {
        FakeCluster cluster = new FakeCluster(4, 2).stale(Duration.ofMinutes(4));
        cluster.fetches = true;
        cluster.fetchTakes = 1_500;

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.quick());

        assertThat(snapshot.notes()).isEmpty();
        assertThat(Runs.measures(Recording.job(snapshot), 1).samples().require().get(0).at())
                .isEqualTo(FakeCluster.SUBMITTED.plusSeconds(600));
        assertThat(cluster.pauses)
                .containsExactly(
                        Duration.ofMillis(150), Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    @Test
    void waitsForASecondSampleThatIsNotTheFirstOneAgain() {
        FakeCluster cluster = new FakeCluster(4, 2).stale(Duration.ofSeconds(5));
        cluster.fetches = true;
        cluster.fetchTakes = 900;

        Snapshot snapshot = Runs.collect(cluster, CollectSettings.standard());

        assertThat(Runs.measures(Recording.job(snapshot), 1).samples().require())
                .extracting(sample -> Duration.between(FakeCluster.SUBMITTED, sample.at()))
                .containsExactly(Duration.ofSeconds(595), Duration.ofMillis(612_150));
    }

    @Test
    void saysThatAnotherJobOfTheSameNameRuns() {
        String other = "fedcba9876543210fedcba9876543210";
        String gone = "00000000000000000000000000000001";
        FakeCluster cluster = new FakeCluster(3, 2);
        cluster.moreJobs = listed(other, "RUNNING", 1) + listed(gone, "CANCELED", 2);

        Snapshot snapshot =
                ((Collected.Taken)
                                Runs.collector(cluster)
                                        .collect(
                                                Runs.TARGET,
                                                new JobChoice(FakeCluster.JOB),
                                                CollectSettings.quick()))
                        .snapshot();

        assertThat(Recording.job(snapshot).id().hex()).isEqualTo(FakeCluster.JOB);
        assertThat(snapshot.notes())
                .containsExactly(
                        "another job of this name is RUNNING: "
                                + other
                                + ", submitted later; a copy reads and writes everything once"
                                + " more");
    }

    private static String listed(String id, String state, long later) {
        return ",{\"jid\":\"%s\",\"name\":\"job\",\"state\":\"%s\",\"start-time\":%d}"
                .formatted(id, state, FakeCluster.SUBMITTED.toEpochMilli() + later);
    }

    @Test
    void asksForTheJobOnceASample() {
        FakeCluster cluster = new FakeCluster(20, 200);

        Runs.collect(cluster, CollectSettings.standard());

        assertThat(cluster.paths.stream().filter(("/jobs/" + FakeCluster.JOB)::equals))
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void listsTheJobsIfTheChoiceIsNotClear() {
        FakeCluster cluster = new FakeCluster(3, 2);

        Collected collected =
                Runs.collector(cluster)
                        .collect(Runs.TARGET, new JobChoice("other"), CollectSettings.quick());

        JobSummary only =
                new JobSummary(
                        new JobId(FakeCluster.JOB), "job", JobState.RUNNING, FakeCluster.SUBMITTED);
        assertThat(collected)
                .isEqualTo(
                        new Collected.NoSuchJob(
                                List.of(only), "no job has a name or id that begins with other"));
        assertThat(Runs.collector(cluster).jobs())
                .isEqualTo(new JobListing(List.of(only), Optional.empty()));
    }

    @Test
    void asksOnceMoreForNamesThatShouldBeThere() {
        FakeCluster cluster = new FakeCluster(4, 2);
        cluster.fetches = false;

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(cluster.paths.stream().filter(path -> path.matches("/jobs.*/metrics")))
                .hasSize(8);
        assertThat(Runs.missing(Runs.measures(job, 1).samples()).why())
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(Runs.missing(Runs.measures(job, 0).perSubtask()).why())
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(Runs.missing(Runs.measures(job, 1).times()).why())
                .isEqualTo(Missing.Why.NOT_YET);
        assertThat(job.cluster().taskManagerMetrics().isPresent()).isFalse();
    }

    @Test
    void readsCollectorsOfGarbageBeforeFlink119() {
        FakeCluster cluster = new FakeCluster(4, 2);
        cluster.version = "1.18.1";

        Job job = Runs.job(cluster, CollectSettings.quick());

        assertThat(job.cluster().taskManagerMetrics().require().ids())
                .contains("Status.JVM.GarbageCollector.Copy.Time")
                .doesNotContain(MetricSelection.GARBAGE_COLLECTION);
    }

    @Test
    void masksValuesOfSecretKeys() {
        Job job = Runs.job(new FakeCluster(1, 1), CollectSettings.quick());

        assertThat(job.cluster().configuration().require())
                .containsOnly(
                        java.util.Map.entry("s3.access-key", "******"),
                        java.util.Map.entry("rest.port", "8081"));
    }
}
