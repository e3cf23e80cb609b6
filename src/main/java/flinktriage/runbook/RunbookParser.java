package flinktriage.runbook;

import flinktriage.check.CheckId;
import flinktriage.runbook.FrontMatter.StepLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a runbook: front matter between two lines {@code ---}, a few words about it, then one
 * section for each step in the same order. Anything else is an error.
 */
final class RunbookParser {

    private static final String FENCE = "---";

    private final Set<CheckId> known;

    /**
     * @param known the codes that there are
     */
    RunbookParser(Set<CheckId> known) {
        this.known = Set.copyOf(known);
    }

    /**
     * @param file as it is shown in errors
     * @throws InvalidRunbookException with everything that is wrong
     */
    Runbook parse(String file, String text) {
        Faults faults = new Faults(file);
        List<String> lines = text.lines().toList();
        int end = closing(lines, faults);
        FrontMatter front =
                FrontMatter.read(String.join("\n", lines.subList(1, end)), known, faults);
        List<Section> sections = Section.cut(lines, end + 1, faults);
        List<Runbook.Step> steps = joined(front.steps(), sections, faults);
        if (!faults.isEmpty()) {
            throw faults.exception();
        }
        return new Runbook(front.id(), front.title(), front.alerts(), steps, text);
    }

    /** The index of the line that ends the front matter. */
    private static int closing(List<String> lines, Faults faults) {
        if (lines.isEmpty() || !lines.get(0).stripTrailing().equals(FENCE)) {
            faults.at(1, "a runbook begins with front matter: a line ---");
            throw faults.exception();
        }
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).stripTrailing().equals(FENCE)) {
                return i;
            }
        }
        faults.at(1, "the front matter has no end: a second line ---");
        throw faults.exception();
    }

    private static List<Runbook.Step> joined(
            List<StepLine> steps, List<Section> sections, Faults faults) {
        List<Runbook.Step> joined = new ArrayList<>();
        for (int i = 0; i < Math.max(steps.size(), sections.size()); i++) {
            if (i >= sections.size()) {
                StepLine step = steps.get(i);
                faults.at(step.line(), "no section for this step: ## " + step.heading());
            } else if (i >= steps.size()) {
                Section section = sections.get(i);
                faults.at(section.line(), "no step for this section: " + section.heading());
            } else {
                add(joined, steps.get(i), sections.get(i), faults);
            }
        }
        return joined;
    }

    private static void add(
            List<Runbook.Step> joined, StepLine step, Section section, Faults faults) {
        Optional<String> title = step.title(section.heading());
        if (title.isEmpty()) {
            faults.at(
                    section.line(),
                    "the section of the step in line "
                            + step.line()
                            + " must be headed ## "
                            + step.heading());
            return;
        }
        joined.add(
                new Runbook.Step(
                        step.check(),
                        title.get(),
                        step.when(),
                        section.text(),
                        section.commands()));
    }
}
