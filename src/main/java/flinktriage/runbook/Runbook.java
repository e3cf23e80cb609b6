package flinktriage.runbook;

import flinktriage.check.CheckId;
import flinktriage.check.StepCommand;
import flinktriage.check.StepVerdict;
import java.util.List;
import java.util.Optional;

/**
 * A list of steps for somebody on call.
 *
 * @param alerts the names of alerts that select it
 * @param source the file as written
 */
public record Runbook(
        String id, String title, List<String> alerts, List<Step> steps, String source) {

    /**
     * @param check empty for a question
     * @param title of its section, or the question
     * @param when it is taken; empty means always
     * @param text paragraphs without their line breaks
     */
    public record Step(
            Optional<CheckId> check,
            String title,
            Optional<Condition> when,
            List<String> text,
            List<StepCommand> commands) {

        public Step {
            text = List.copyOf(text);
            commands = List.copyOf(commands);
        }
    }

    /** What an earlier step must have said. */
    public record Condition(CheckId check, StepVerdict verdict) {}

    public Runbook {
        alerts = List.copyOf(alerts);
        steps = List.copyOf(steps);
    }
}
