package flinktriage.incidents;

import static flinktriage.incidents.Calm.EARLIER;
import static flinktriage.incidents.Calm.all;
import static flinktriage.incidents.Calm.cores;
import static flinktriage.incidents.Calm.source;
import static flinktriage.incidents.Calm.vertex;
import static flinktriage.world.Exceptions.failure;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.world.JobBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tasks that wait for something outside are busy for Flink, and do not compute. */
class SlowExternalIncidentsTest {

    private static final String SEND_ERRORS = "es8__Writer.numRecordsSendErrors";

    // https://github.com/getindata/flink-http-connector/issues/38
    @Test
    void aFullQueueOfDeadRequestsWaitsAndDoesNotCompute() {
        Diagnosed diagnosed =
                lookup("[4]:LookupJoin(table=[http], async=[ORDERED, 180000ms, 100])", 0);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 LOOKUP_SLOW lookup\n");
        assertThat(diagnosed.says("FT-BP-001"))
                .isEqualTo(
                        "lookup cannot keep up: busy 100 % on 4 of 4 subtasks, and not one record"
                                + " passes it, while all TaskManagers together use 0.1 CPU cores: it"
                                + " waits for its lookups; none of them comes back");
        assertThat(diagnosed.evidence("FT-BP-001")).contains("records in", "records out");
    }

    // https://github.com/apache/flink/pull/17597
    @Test
    void anElementThatIsNeverCompletedBlocksTheQueueOfItsOperator() {
        Diagnosed diagnosed = lookup("async wait operator", 0);

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 LOOKUP_SLOW lookup\n");
        assertThat(diagnosed.says("FT-BP-001")).endsWith("; none of them comes back");
    }

    // https://github.com/apache/doris-flink-connector/pull/97
    @Test
    void oneQueryPerRecordIsNotBoundByTheCpu() {
        Diagnosed diagnosed = lookup("[4]:LookupJoin(table=[doris], lookup=[id=id])", 400);

        assertThat(diagnosed.text())
                .isEqualTo(
                        "WARNING\nFT-BP-001 LOOKUP_SLOW lookup\n"
                                + "note FT-SQ-118 SYNCHRONOUS lookup (info)\n");
        assertThat(diagnosed.evidence("FT-BP-001")).contains("records in", "records out");
    }

    // https://github.com/apache/flink-connector-elasticsearch/pull/107
    @Test
    void aSinkThatRepeatsWhatIsRefusedWaitsForTheSystemBehindIt() {
        JobBuilder world =
                Calm.job("refused")
                        .vertex(
                                "Source: in",
                                v -> source(v, 2, 10).busy(all(2, 0)).backpressured(all(2, 1)))
                        .vertex(
                                "es8: Writer",
                                v ->
                                        vertex(v, 2, 10)
                                                .input("Source: in", "HASH")
                                                .busy(all(2, 1))
                                                .metricAgo(EARLIER, SEND_ERRORS, 0, 0, 0, 60_000)
                                                .metric(SEND_ERRORS, 0, 0, 0, 75_000));

        Diagnosed diagnosed = Diagnosed.of(cores(world, 0.2));

        assertThat(diagnosed.text()).isEqualTo("WARNING\nFT-BP-001 SINK_SLOW es8: Writer\n");
        assertThat(diagnosed.says("FT-BP-001"))
                .endsWith(": it waits for the system behind it, which refuses 500 records/s");
        assertThat(diagnosed.evidence("FT-BP-001")).contains("records that could not be sent");
    }

    @Test
    void errorsOfBeforeAreNoReasonForASinkThatIsSlowNow() {
        JobBuilder world =
                Calm.job("was-refused")
                        .vertex(
                                "Source: in",
                                v -> source(v, 2, 10).busy(all(2, 0)).backpressured(all(2, 1)))
                        .vertex(
                                "es8: Writer",
                                v ->
                                        vertex(v, 2, 10)
                                                .input("Source: in", "HASH")
                                                .busy(all(2, 1))
                                                .metricAgo(EARLIER, SEND_ERRORS, 0, 0, 0, 75_000)
                                                .metric(SEND_ERRORS, 0, 0, 0, 75_000));

        assertThat(Diagnosed.of(cores(world, 0.2)).says("FT-BP-001"))
                .endsWith(": it waits for the system behind it");
    }

    // https://github.com/apache/flink/pull/15836
    @Test
    void aTimeoutOfAnAsyncOperatorThatIsItselfHeldBackComesFromBelow() {
        JobBuilder world =
                Calm.job("blocked-mailbox")
                        .runningFor(Duration.ofMinutes(4))
                        .submitted(Duration.ofHours(5))
                        .restarts(1)
                        .exceptions(
                                failure(
                                        Duration.ofMinutes(5),
                                        "async wait operator (1/4)",
                                        "java.util.concurrent.TimeoutException: Async function"
                                                + " call has timed out."))
                        .vertex("Source: in", v -> source(v, 4, 900).backpressured(all(4, 0.9)))
                        .vertex(
                                "async wait operator",
                                v ->
                                        vertex(v, 4, 900)
                                                .input("Source: in", "REBALANCE")
                                                .backpressured(all(4, 0.9)))
                        .vertex(
                                "score",
                                v ->
                                        vertex(v, 4, 900)
                                                .input("async wait operator", "HASH")
                                                .busy(all(4, 1)));

        assertThat(Diagnosed.of(cores(world, 4)).text())
                .isEqualTo(
                        """
                        WARNING
                        FT-BP-001 BUSY score
                        note FT-RS-001 RESTARTED async wait operator (info)
                        """);
    }

    // https://github.com/apache/paimon/issues/3440
    @Test
    void aLookupOfKeysThatDoNotExistIsSlowWhateverTheSizeOfTheTable() {
        Diagnosed diagnosed = lookup("[4]:LookupJoin(table=[ten_rows], lookup=[id=id])", 8);

        assertThat(diagnosed.text())
                .isEqualTo(
                        "WARNING\nFT-BP-001 LOOKUP_SLOW lookup\n"
                                + "note FT-SQ-118 SYNCHRONOUS lookup (info)\n");
        assertThat(diagnosed.everything()).doesNotContain("too big", "overloaded");
    }

    private static Diagnosed lookup(String description, double recordsPerSecond) {
        JobBuilder world =
                Calm.job("lookups")
                        .vertex(
                                "Source: in",
                                v ->
                                        source(v, 4, recordsPerSecond)
                                                .busy(all(4, 0))
                                                .backpressured(all(4, 1)))
                        .vertex(
                                "lookup",
                                v ->
                                        vertex(v, 4, recordsPerSecond)
                                                .description(description)
                                                .input("Source: in", "REBALANCE")
                                                .busy(all(4, 1)))
                        .vertex(
                                "out: Writer",
                                v -> vertex(v, 4, recordsPerSecond).input("lookup", "FORWARD"));
        return Diagnosed.of(cores(world, 0.1));
    }
}
