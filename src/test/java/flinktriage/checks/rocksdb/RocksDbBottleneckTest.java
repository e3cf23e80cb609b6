package flinktriage.checks.rocksdb;

import static flinktriage.world.Checkpoints.every;
import static flinktriage.world.Checkpoints.on;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Need;
import flinktriage.model.Job;
import flinktriage.model.JobState;
import flinktriage.world.Examined;
import flinktriage.world.JobBuilder;
import flinktriage.world.Said;
import flinktriage.world.VertexBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RocksDbBottleneckTest {

    private static final Duration BEFORE = Duration.ofSeconds(10);
    private static final double GB = 1L << 30;
    private static final String STATE = "count.state.rocksdb_";
    private static final String DATABASE = "count.rocksdb_";

    private final RocksDbBottleneck check = new RocksDbBottleneck();

    @Test
    void aBusyVertexThatReadsManyBlocksFromFilesGetsAWarning() {
        Job job = world(0.8, v -> cache(v, 40_000, 10_000)).build();

        assertThat(Said.by(check, job))
                .isEqualTo(
                        """
                        WARNING CACHE_MISSES vertex count
                        count: RocksDB reads 1,000 blocks/s from files, 20 % of all that it needs
                        - cache misses per second, worst subtask: 1,000 (limit 1,000)
                        - share of the reads that missed the cache: 20 % (limit 20 %)
                        - busy time, hottest subtask: 80 % (limit 80 %)
                        """);
        assertThat(Said.by(check, world(0.8, v -> cache(v, 41_000, 10_000)).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, world(0.8, v -> cache(v, 10_000, 9_990)).build()))
                .isEqualTo("healthy");
        assertThat(Said.by(check, world(0.79, v -> cache(v, 40_000, 10_000)).build()))
                .isEqualTo("healthy");
    }

    @Test
    void withOneSampleTheCountersSinceTheStartCount() {
        Job job =
                base(v ->
                                quiet(busy(v, 0.9))
                                        .metric(DATABASE + "block_cache_hit", 0, 7e6, 0, 0)
                                        .metric(DATABASE + "block_cache_miss", 0, 7.2e6, 0, 0))
                        .build();

        assertThat(Said.by(check, job))
                .startsWith(
                        """
                        WARNING CACHE_MISSES vertex count
                        count: RocksDB reads 1,000 blocks/s from files, 51 % of all that it needs
                        """);
    }

    @Test
    void stoppedWritesAreAWarningAtABusyVertexAndANoteElsewhere() {
        UnaryOperator<VertexBuilder> stopped =
                v -> v.metric(STATE + "is-write-stopped", 0, 1, 0.5, 1);

        assertThat(Said.by(check, world(0.95, stopped).build()))
                .isEqualTo(
                        """
                        WARNING WRITE_STALL vertex count
                        count: RocksDB accepts no writes until flushes or compactions catch up
                        - databases that accept no writes now, at least: 1
                        - busy time, hottest subtask: 95 % (limit 80 %)
                        """);
        assertThat(Said.by(check, world(0.2, stopped).build())).startsWith("INFO WRITE_STALL");
    }

    @Test
    void slowedAndWaitingWritesAreStalls() {
        assertThat(
                        Said.by(
                                check,
                                world(
                                                0.9,
                                                v ->
                                                        v.metric(
                                                                STATE + "actual-delayed-write-rate",
                                                                0,
                                                                2 << 20,
                                                                0,
                                                                0))
                                        .build()))
                .contains("count: RocksDB slows writes to 2 MB/s\n");
        assertThat(Said.by(check, world(0.9, v -> stalled(v, 1_000_000)).build()))
                .contains(
                        """
                        count: writes to RocksDB waited 10 % of the time for flushes or compactions
                        - databases that accept no writes now, at least: 0
                        - share of the time that writes waited: 10 % (limit 10 %)
                        """);
        assertThat(Said.by(check, world(0.9, v -> stalled(v, 999_999)).build()))
                .isEqualTo("healthy");
    }

    @Test
    void muchThatWaitsForCompactionIsNotedAndTheLargestStateCounts() {
        assertThat(Said.by(check, world(0.1, v -> pending(v, 8 * GB)).build()))
                .isEqualTo(
                        """
                        INFO COMPACTION vertex count
                        count: 8 GB of one state wait for compaction
                        - bytes that wait for compaction, largest state: 8 GB (limit 8 GB)
                        - busy time, hottest subtask: 10 % (limit 80 %)
                        """);
        assertThat(Said.by(check, world(0.9, v -> pending(v, 8 * GB - 1)).build()))
                .isEqualTo("healthy");
    }

    @Test
    void withoutTheMetricsItSaysWhichKeysSwitchThemOn() {
        assertThat(Said.by(check, base(v -> busy(v, 0.9)).build()))
                .isEqualTo(
                        "unknown: RocksDB's own metrics are off; set to true"
                                + " state.backend.rocksdb.metrics.block-cache-hit,"
                                + " state.backend.rocksdb.metrics.block-cache-miss,"
                                + " state.backend.rocksdb.metrics.estimate-pending-compaction-bytes,"
                                + " state.backend.rocksdb.metrics.is-write-stopped,"
                                + " state.backend.rocksdb.metrics.stall-micros");
        assertThat(
                        Said.by(
                                check,
                                base(v ->
                                                busy(v, 0.9)
                                                        .metric(
                                                                STATE + "is-write-stopped",
                                                                0,
                                                                0,
                                                                0,
                                                                0))
                                        .build()))
                .isEqualTo(
                        "unknown: some of RocksDB's own metrics are off; set to true"
                                + " state.backend.rocksdb.metrics.block-cache-hit,"
                                + " state.backend.rocksdb.metrics.block-cache-miss,"
                                + " state.backend.rocksdb.metrics.estimate-pending-compaction-bytes");
    }

    @Test
    void metricsThatAreOnWithoutADatabaseAreNotApplicable() {
        Job job =
                base(v -> busy(v, 0.9))
                        .configuration(
                                Map.of("state.backend.rocksdb.metrics.block-cache-hit", "true"))
                        .build();

        assertThat(Said.by(check, job))
                .isEqualTo("not applicable: no running operator has a RocksDB database");
    }

    @Test
    void otherBackendsJobsWithoutKeysAndStoppedJobsAreNotApplicable() {
        assertThat(
                        Said.by(
                                check,
                                base(v -> v)
                                        .checkpointConfig(
                                                on(
                                                        "HashMapStateBackend",
                                                        every(Duration.ofMinutes(1))))
                                        .build()))
                .isEqualTo("not applicable: the state backend is HashMapStateBackend");
        assertThat(
                        Said.by(
                                check,
                                job("orders")
                                        .checkpointConfig(every(Duration.ofMinutes(1)))
                                        .vertex("map", v -> busy(v, 0.9))
                                        .build()))
                .isEqualTo(
                        "not applicable: no running vertex has a keyed input, and only keyed state"
                                + " is in RocksDB");
        assertThat(Said.by(check, base(v -> v).state(JobState.FAILED).build()))
                .isEqualTo("not applicable: the job is FAILED");
    }

    @Test
    void withoutMetricsOrTheBackendItIsUnknown() {
        Job job = world(0.95, v -> cache(v, 40_000, 10_000)).build();

        Examined.needsAbsentGiveUnknown(check, job, Need.CONFIGURATION);
        assertThat(Examined.of(check, base(v -> busy(v, 0.9)).build()).read())
                .isEqualTo(check.spec().needs());
    }

    private static JobBuilder base(UnaryOperator<VertexBuilder> count) {
        return job("orders")
                .checkpointConfig(every(Duration.ofMinutes(1)))
                .vertex("source", v -> busy(v, 0.1))
                .vertex("count", v -> count.apply(v.input("source", "HASH")));
    }

    /** All metrics on and quiet, but for what {@code count} says. */
    private static JobBuilder world(double busy, UnaryOperator<VertexBuilder> count) {
        return base(v -> count.apply(cache(quiet(busy(v, busy)), 0, 0)));
    }

    private static VertexBuilder busy(VertexBuilder v, double share) {
        return v.metric("busyTimeMsPerSecond", 0, share * 1000, 0, 0);
    }

    private static VertexBuilder quiet(VertexBuilder v) {
        return v.metric(STATE + "is-write-stopped", 0, 0, 0, 0)
                .metric("other.state.rocksdb_estimate-pending-compaction-bytes", 0, 1, 0, 0);
    }

    /** Blocks in the ten seconds between the samples. */
    private static VertexBuilder cache(VertexBuilder v, double hits, double misses) {
        return v.metricAgo(BEFORE, DATABASE + "block_cache_hit", 0, 5_000, 0, 0)
                .metricAgo(BEFORE, DATABASE + "block_cache_miss", 0, 9_000, 0, 0)
                .metric(DATABASE + "block_cache_hit", 0, 5_000 + hits, 0, 0)
                .metric(DATABASE + "block_cache_miss", 0, 9_000 + misses, 0, 0);
    }

    private static VertexBuilder stalled(VertexBuilder v, double micros) {
        return v.metricAgo(BEFORE, DATABASE + "stall_micros", 0, 77, 0, 0)
                .metric(DATABASE + "stall_micros", 0, 77 + micros, 0, 0);
    }

    private static VertexBuilder pending(VertexBuilder v, double bytes) {
        return v.metric(STATE + "estimate-pending-compaction-bytes", 0, bytes, 0, 0);
    }
}
