package flinktriage.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import flinktriage.check.CheckId;
import flinktriage.check.StepCommand;
import flinktriage.check.StepVerdict;
import flinktriage.runbook.Runbook.Condition;
import flinktriage.runbook.Runbook.Step;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunbookParserTest {

    private static final CheckId BOTTLENECK = new CheckId("FT-BP-001");
    private static final CheckId LAG = new CheckId("FT-LG-001");

    private static final String HEAD =
            """
            ---
            id: ours
            title: Our own
            alerts: [OursIsSick]
            steps:
            """;

    private static final String RIGHT =
            HEAD
                    + """
              - check: FT-BP-001
              - check: FT-LG-001
                when: FT-BP-001 healthy
              - ask: "Is it slow?"
            ---

            Some words about it.

            ## FT-BP-001: Look at it

            It is
            here.

            Then go on.

            - `flink list -a` (only reads)

            ## FT-LG-001: Look at the backlog

            At `{url}`.

            ## Is it slow?

            Ask them.
            """;

    @Test
    void reads_steps_with_their_sections() {
        Runbook runbook = parse(RIGHT);

        assertThat(runbook)
                .isEqualTo(
                        new Runbook(
                                "ours",
                                "Our own",
                                List.of("OursIsSick"),
                                List.of(
                                        new Step(
                                                Optional.of(BOTTLENECK),
                                                "Look at it",
                                                Optional.empty(),
                                                List.of("It is here.", "Then go on."),
                                                List.of(
                                                        new StepCommand(
                                                                "flink list -a", "only reads"))),
                                        new Step(
                                                Optional.of(LAG),
                                                "Look at the backlog",
                                                Optional.of(
                                                        new Condition(
                                                                BOTTLENECK, StepVerdict.HEALTHY)),
                                                List.of("At `{url}`."),
                                                List.of()),
                                        new Step(
                                                Optional.empty(),
                                                "Is it slow?",
                                                Optional.empty(),
                                                List.of("Ask them."),
                                                List.of())),
                                RIGHT));
    }

    @Test
    void reads_lines_of_windows_too() {
        assertThat(parse(RIGHT.replace("\n", "\r\n")).steps()).isEqualTo(parse(RIGHT).steps());
    }

    @Test
    void rejects_a_file_without_front_matter() {
        assertThat(faults("## FT-BP-001: Look\n\nAt it.\n"))
                .containsExactly("f.md:1: a runbook begins with front matter: a line ---");
        assertThat(faults("---\nid: ours\n"))
                .containsExactly("f.md:1: the front matter has no end: a second line ---");
        assertThat(faults(""))
                .containsExactly("f.md:1: a runbook begins with front matter: a line ---");
    }

    @Test
    void rejects_what_is_not_yaml_and_says_nothing_about_the_rest() {
        assertThat(faults(RIGHT.replace("title: Our own", "title: [Our own")))
                .singleElement()
                .asString()
                .startsWith("f.md:4: not YAML: expected ',' or ']'");
        assertThat(faults(RIGHT.replace("title: Our own", "title: *own")))
                .containsExactly("f.md:3: not YAML: found undefined alias own");
        assertThat(faults(RIGHT.replace("title: Our own", "title: \u001b[2J")))
                .containsExactly("f.md:3: not YAML: a control character");
        assertThat(faults("---\n- a\n---\n"))
                .contains("f.md:2: keys with values are expected here");
    }

    @Test
    void rejects_unknown_repeated_and_missing_keys() {
        assertThat(faults(RIGHT.replace("title: Our own", "titel: Our own")))
                .containsExactly(
                        "f.md:2: title is missing",
                        "f.md:3: no key titel here, only alerts, id, steps, title");
        assertThat(faults(RIGHT.replace("title: Our own", "title: Our own\ntitle: Other")))
                .containsExactly("f.md:4: a second title");
        assertThat(faults(RIGHT.replace("- ask:", "- goto: x\n    ask:")))
                .containsExactly("f.md:9: no key goto here, only ask, check, when");
        assertThat(faults("---\nid: ours\ntitle: Ours\n---\n"))
                .containsExactly("f.md:2: steps is missing");
    }

    @Test
    void rejects_values_of_the_wrong_kind() {
        assertThat(faults(RIGHT.replace("id: ours", "id: Our Own")))
                .containsExactly(
                        "f.md:2: an id has lower-case letters, digits and hyphens: Our Own");
        assertThat(faults(RIGHT.replace("title: Our own", "title: [Our, own]")))
                .containsExactly("f.md:3: title takes a text");
        assertThat(faults(RIGHT.replace("alerts: [OursIsSick]", "alerts: OursIsSick")))
                .containsExactly("f.md:4: alerts takes a list");
        assertThat(faults(RIGHT.replace("[OursIsSick]", "[A, A]")))
                .containsExactly("f.md:4: an alert is named twice");
        assertThat(faults(RIGHT.replace("title: Our own", "title: " + "x".repeat(121))))
                .containsExactly("f.md:3: title is longer than a line of 120 characters");
    }

    @Test
    void rejects_an_unknown_code() {
        assertThat(faults(RIGHT.replace("check: FT-LG-001", "check: FT-LG-999")))
                .contains("f.md:7: no check has the code FT-LG-999");
        assertThat(faults(RIGHT.replace("check: FT-LG-001", "check: lag")))
                .contains("f.md:7: no check has the code lag");
    }

    @Test
    void rejects_a_condition_on_anything_but_an_earlier_verdict() {
        assertThat(faults(RIGHT.replace("FT-BP-001 healthy", "FT-LG-001 healthy")))
                .containsExactly("f.md:8: no earlier step has the check FT-LG-001");
        assertThat(faults(RIGHT.replace("FT-BP-001 healthy", "FT-BP-001 skipped")))
                .containsExactly(
                        "f.md:8: no verdict skipped, only found, noted, healthy,"
                                + " not-applicable and unknown");
        assertThat(faults(RIGHT.replace("FT-BP-001 healthy", "busy > 0.8 and idle < 0.1")))
                .containsExactly(
                        "f.md:8: when takes the code of an earlier step and its verdict:"
                                + " busy > 0.8 and idle < 0.1");
    }

    @Test
    void rejects_steps_that_are_none_both_or_repeated() {
        assertThat(faults(RIGHT.replace("- ask: \"Is it slow?\"", "- when: FT-BP-001 found")))
                .contains("f.md:9: a step is either a check or an ask");
        assertThat(faults(RIGHT.replace("- ask:", "- check: FT-BP-001\n    ask:")))
                .contains(
                        "f.md:9: a step is either a check or an ask",
                        "f.md:9: a second step with FT-BP-001");
        assertThat(faults(RIGHT.replace("Is it slow?", "It is slow")))
                .containsExactly("f.md:9: a question ends with a question mark");
        assertThat(faults(HEAD + "  - ask: \"Is it?\"\n---\n## Is it?\n\nWell.\n"))
                .containsExactly("f.md:5: no step is a check");
    }

    @Test
    void rejects_a_step_without_its_section_and_a_section_without_its_step() {
        assertThat(faults(RIGHT.replace("## Is it slow?\n\nAsk them.\n", "")))
                .containsExactly("f.md:9: no section for this step: ## Is it slow?");
        assertThat(faults(RIGHT + "\n## More\n\nWords.\n"))
                .containsExactly("f.md:31: no step for this section: More");
        assertThat(faults(RIGHT.replace("## FT-LG-001: Look", "## FT-BP-003: Look")))
                .containsExactly(
                        "f.md:23: the section of the step in line 7 must be headed"
                                + " ## FT-LG-001: TITLE");
        assertThat(faults(RIGHT.replace("## Is it slow?", "## Is it slow")))
                .containsExactly(
                        "f.md:27: the section of the step in line 9 must be headed"
                                + " ## Is it slow?");
    }

    @Test
    void rejects_what_a_report_cannot_show() {
        assertThat(faults(RIGHT.replace("Ask them.", "")))
                .containsExactly("f.md:27: this section says nothing");
        assertThat(faults(RIGHT.replace("Ask them.", "### Who\n\nThem.")))
                .containsExactly("f.md:29: a section has paragraphs and commands only");
        assertThat(faults(RIGHT.replace("(only reads)", "")))
                .containsExactly(
                        "f.md:21: a list item is a command: - `command` (its side effect)");
        assertThat(faults(RIGHT.replace("{url}", "{cluster}")))
                .containsExactly(
                        "f.md:25: no placeholder {cluster}, only {job}, {vertex}, {subtask} and"
                                + " {url}");
    }

    @Test
    void names_everything_that_is_wrong_at_once() {
        assertThat(
                        faults(
                                RIGHT.replace("id: ours", "id: Ours")
                                        .replace("FT-BP-001 healthy", "FT-BP-001 well")
                                        .replace("Ask them.", "")))
                .hasSize(3);
    }

    private static Runbook parse(String text) {
        return new RunbookParser(Set.of(BOTTLENECK, LAG)).parse("f.md", text);
    }

    private static List<String> faults(String text) {
        return catchThrowableOfType(InvalidRunbookException.class, () -> parse(text)).faults();
    }
}
