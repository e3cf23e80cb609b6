package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.LinkedFinding;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Target;
import flinktriage.model.VertexId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagesTest {

    private static final Target TARGET = new Target("prod", "http://jm:8081");

    @Test
    void takes_the_steps_of_the_reason_and_fills_in_ids() {
        World w = World.slowSink();
        LinkedFinding f = w.jobReport(RunVerdict.CRITICAL, World.coverage(0, 1, 0)).finding("f1");

        assertThat(World.pages().actions(f, w.job(), TARGET))
                .containsExactly(
                        "Look at the system behind the sink: latency, errors, the number of"
                                + " connections and its own load.",
                        "See what the thread waits for: `curl -s http://jm:8081/jobs/9f3c2a"
                                + "0".repeat(26)
                                + "/vertices/e"
                                + "0".repeat(31)
                                + "/flamegraph?subtask=1`");
    }

    @Test
    void takes_the_general_steps_for_a_reason_without_its_own() {
        assertThat(World.pages().page(new CheckId("FT-BP-001")).orElseThrow().doNow("GC"))
                .containsExactly(
                        "Open the operator: `{url}/#/job/running/{job}/overview/{vertex}`");
    }

    @Test
    void has_no_steps_where_there_is_no_page() {
        LinkedFinding f = of("FT-XX-001", Subject.job("a"));

        assertThat(World.pages().actions(f, TARGET)).isEmpty();
        assertThat(World.pages().title(f.code())).isEqualTo("FT-XX-001");
    }

    @Test
    void knows_the_title() {
        assertThat(World.pages().title(new CheckId("FT-BP-001")))
                .isEqualTo("which operator holds the others back?");
    }

    @Test
    void leaves_a_word_where_a_value_is_not_known_or_not_an_id() {
        Pages pages = page("# FT-XX-001: a?\n\n## Do now\n\n1. Run `x {job} {vertex} {subtask}`\n");
        Subject hostile = Subject.vertex(World.slowSink().vertex("a"));
        Subject noId =
                new Subject(
                        hostile.kind(),
                        "a",
                        Optional.of(new VertexId("$(rm -rf /)")),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());

        assertThat(pages.actions(of("FT-XX-001", noId), TARGET))
                .containsExactly("Run `x JOB VERTEX SUBTASK`");
    }

    @Test
    void quotes_an_address_that_a_shell_would_read() {
        Pages pages =
                page(
                        "# FT-XX-001: a?\n\n## Do now\n\n1. Run `curl {url}/a \"{url}\"`, not {url}\n");
        Target hostile = new Target("x", "http://[::1]/$(id)'\"`;a b");
        String safe = "http://[::1]/%24%28id%29%27%22%60%3Ba%20b";

        assertThat(pages.actions(of("FT-XX-001", Subject.job("a")), hostile))
                .containsExactly("Run `curl '" + safe + "'/a \"" + safe + "\"`, not " + safe);
    }

    @Test
    void reads_commands_in_fences_as_part_of_a_step() {
        Page page =
                Page.parse(
                        """
                        # FT-XX-001: a?

                        ## Do now

                        1. Take a dump:

                           ```
                           jstack 1
                           ```
                        2. Read it.

                        And a paragraph.
                        """);

        assertThat(page.doNow("ANY")).containsExactly("Take a dump: `jstack 1`", "Read it.");
    }

    private static Pages page(String text) {
        return new Pages(code -> Optional.of(text));
    }

    private static LinkedFinding of(String code, Subject subject) {
        return World.finding("f1", code, Severity.WARNING, "ANY", subject, "a", List.of());
    }
}
