package flinktriage.engine;

import static flinktriage.engine.CausesTest.CHAIN;
import static flinktriage.engine.CausesTest.aged;
import static flinktriage.engine.CausesTest.coded;
import static flinktriage.engine.CausesTest.explained;
import static flinktriage.engine.CausesTest.find;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.engine.Causes.Coded;
import flinktriage.engine.Causes.Linked;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What explains that a job fails, is restarted, or does not run. */
class FailureCausesTest {

    @Test
    void aLostTaskManagerComesBeforeTheMissingSlotsAndTheFailingCheckpoints() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-CP-002", "STALE", Severity.WARNING, null),
                                coded("FT-RS-002", "NOT_RUNNING", Severity.WARNING, null),
                                coded("FT-TM-004", "NO_SLOTS", Severity.CRITICAL, null),
                                coded("FT-TM-005", "LOST", Severity.WARNING, null)));

        assertThat(linked.roots()).containsExactly("f1");
        assertThat(linked.findings().get(0).code().code()).isEqualTo("FT-TM-005");
    }

    @Test
    void stateThatFilledTheHeapOfATaskManagerExplainsTheRestartsAndWhatFailsAfterThem() {
        Coded full =
                new Coded(
                        new CheckId("FT-TM-002"),
                        new Finding(
                                Severity.WARNING,
                                "HEAP",
                                Subject.taskManager("tm-1"),
                                "summary",
                                List.of()));
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-CP-001", "FAILED", Severity.CRITICAL, null),
                                coded("FT-RS-001", "MEMORY", Severity.CRITICAL, "map"),
                                coded("FT-ST-001", "GROWING", Severity.WARNING, "map"),
                                full));

        assertThat(linked.roots()).containsExactly("f1");
        assertThat(linked.findings())
                .extracting(f -> f.code().code())
                .containsExactly("FT-ST-001", "FT-TM-002", "FT-RS-001", "FT-CP-001");
    }

    @Test
    void memoryThatRanOutExplainsTheSilenceAndTheSilenceWhatStandsStill() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-CP-001", "EXPIRED", Severity.CRITICAL, "sink"),
                                coded("FT-CP-002", "STALE", Severity.WARNING, null),
                                coded("FT-LG-001", "GROWING", Severity.WARNING, "src"),
                                coded("FT-TM-002", "HEAP", Severity.WARNING, null),
                                coded("FT-TM-005", "SILENT", Severity.WARNING, null)));

        assertThat(linked.roots()).containsExactly("f1");
        assertThat(linked.findings())
                .extracting(f -> f.code().code())
                .startsWith("FT-TM-002", "FT-TM-005");
        assertThat(explained(linked, "FT-TM-005"))
                .containsExactlyInAnyOrder("FT-CP-001", "FT-CP-002", "FT-LG-001");
    }

    @Test
    void oneRestartForWantOfMemoryIsOverAndExplainsNoSlowVertexOfNow() {
        for (Severity often : List.of(Severity.INFO, Severity.WARNING)) {
            Linked linked =
                    Causes.link(
                            CHAIN,
                            List.of(
                                    coded("FT-BP-001", "SINK_SLOW", Severity.WARNING, "sink"),
                                    coded("FT-RS-001", "MEMORY", often, "map"),
                                    coded("FT-TM-002", "HEAP", Severity.WARNING, null)));

            assertThat(linked.roots())
                    .extracting(ref -> find(linked, ref).code().code())
                    .isEqualTo(
                            often == Severity.INFO
                                    ? List.of("FT-TM-002", "FT-BP-001")
                                    : List.of("FT-TM-002"));
        }
    }

    @Test
    void whatAJobIsRestartedForComesBeforeItsNotRunning() {
        Coded restarting = aged(coded("FT-RS-002", "NOT_RUNNING", Severity.WARNING, null), 5_000);
        for (Coded cause :
                List.of(
                        aged(coded("FT-TM-002", "HEAP", Severity.WARNING, null), 5_000),
                        aged(coded("FT-TM-005", "REPLACED", Severity.WARNING, null), 5_000),
                        aged(coded("FT-RS-001", "CHECKPOINTS", Severity.INFO, null), 5_000),
                        aged(coded("FT-RS-001", "MEMORY", Severity.INFO, null), 5_000))) {
            Linked linked = Causes.link(CHAIN, List.of(restarting, cause));

            assertThat(linked.roots()).containsExactly("f1");
            assertThat(linked.findings().get(0).code()).isEqualTo(cause.code());
        }
        Linked earlier =
                Causes.link(
                        CHAIN,
                        List.of(
                                restarting,
                                aged(coded("FT-TM-002", "HEAP", Severity.WARNING, null), 900_000)));
        assertThat(earlier.roots()).as("another failure").hasSize(2);
    }

    @Test
    void aJobThatWaitsExplainsWhatIsMeasuredOfItAndOneThatIsRestartedOnlyWhatIsLate() {
        Coded waits = coded("FT-RS-002", "NOT_RUNNING", Severity.WARNING, null);
        List<Coded> measured =
                List.of(
                        coded("FT-LG-001", "GROWING", Severity.WARNING, "src"),
                        coded("FT-ST-001", "GROWING", Severity.WARNING, "map"));

        for (Coded notRunning : List.of(waits, aged(waits, 5_000))) {
            List<Coded> all = new ArrayList<>(measured);
            all.add(notRunning);
            Linked linked = Causes.link(CHAIN, all);

            assertThat(explained(linked, "FT-RS-002"))
                    .isEqualTo(
                            notRunning == waits
                                    ? List.of("FT-LG-001", "FT-ST-001")
                                    : List.of("FT-LG-001"));
        }
    }

    @Test
    void aFullHeapIsNoReasonForRestartsOfAnotherKind() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-RS-001", "LOOP", Severity.CRITICAL, "map"),
                                coded("FT-TM-002", "HEAP", Severity.WARNING, null)));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-RS-001", "FT-TM-002");
    }

    @Test
    void memoryThatRanOutExplainsTheLoopOnItsOwnFailureAndNoLoopOnAnother() {
        Coded memory = aged(coded("FT-TM-002", "HEAP", Severity.WARNING, null), 30_000);
        Coded same = aged(coded("FT-RS-001", "MEMORY", Severity.CRITICAL, "map"), 30_900);
        Coded another = aged(coded("FT-RS-001", "LOOP", Severity.CRITICAL, "map"), 20_000);

        Linked own = Causes.link(CHAIN, List.of(same, memory));
        Linked other = Causes.link(CHAIN, List.of(another, memory));

        assertThat(own.roots())
                .extracting(ref -> find(own, ref).code().code())
                .containsExactly("FT-TM-002");
        assertThat(other.roots())
                .extracting(ref -> find(other, ref).code().code())
                .containsExactly("FT-RS-001", "FT-TM-002");
    }

    @Test
    void stateOnTheHeapExplainsTheMemoryThatRanOutAndTheLoopOnIt() {
        Coded grows = coded("FT-ST-001", "GROWING", Severity.WARNING, "map");
        Coded large = coded("FT-ST-004", "HEAP_TOO_LARGE", Severity.INFO, null);
        Coded memory = aged(coded("FT-TM-002", "HEAP", Severity.WARNING, null), 30_000);
        Coded loop = aged(coded("FT-RS-001", "MEMORY", Severity.CRITICAL, "map"), 30_000);

        Linked before = Causes.link(CHAIN, List.of(loop, memory, large, grows));
        // After the restart there are too few checkpoints to see growth.
        Linked after = Causes.link(CHAIN, List.of(loop, memory, large));

        assertThat(before.roots())
                .extracting(ref -> find(before, ref).code().code())
                .containsExactly("FT-ST-001");
        assertThat(after.roots())
                .extracting(ref -> find(after, ref).code().code())
                .containsExactly("FT-ST-004");
    }

    @Test
    void aTaskManagerThatWasReplacedExplainsNoLaterLoop() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                aged(coded("FT-RS-001", "LOOP", Severity.CRITICAL, "map"), 9_000),
                                aged(
                                        coded("FT-TM-005", "REPLACED", Severity.WARNING, null),
                                        480_000)));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-RS-001", "FT-TM-005");
    }

    @Test
    void checkpointsThatAreOffAreARiskOfTheirOwnBesideARestartLoop() {
        Linked linked =
                Causes.link(
                        CHAIN,
                        List.of(
                                coded("FT-CP-004", "DISABLED", Severity.WARNING, null),
                                coded("FT-RS-001", "LOOP", Severity.CRITICAL, "map")));

        assertThat(linked.roots())
                .extracting(ref -> find(linked, ref).code().code())
                .containsExactly("FT-RS-001", "FT-CP-004");
    }
}
