package flinktriage.report;

import flinktriage.check.JobReport;
import flinktriage.check.StepCommand;
import flinktriage.check.Walk;

/** Fills the ids and the address of a run into the texts of one step. */
final class StepPlaceholders {

    private final Placeholders values;

    private StepPlaceholders(Placeholders values) {
        this.values = values;
    }

    static StepPlaceholders of(Walk.Step step, Walk walk) {
        return new StepPlaceholders(
                Placeholders.of(
                        step.subject(),
                        walk.job().map(JobReport::job),
                        walk.report().snapshot().target()));
    }

    String paragraph(String text) {
        return Harmless.line(values.fill(text));
    }

    /** Quoted as a shell needs it. */
    String command(StepCommand command) {
        String filled = values.fill("`" + command.line() + "`");
        return Harmless.line(filled.substring(1, filled.length() - 1));
    }
}
