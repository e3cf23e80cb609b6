package flinktriage.runbook;

import flinktriage.check.CheckId;
import flinktriage.check.StepVerdict;
import flinktriage.runbook.Runbook.Condition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The head of a runbook. */
record FrontMatter(String id, String title, List<String> alerts, List<StepLine> steps) {

    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final Pattern CODE = Pattern.compile("FT-[A-Z]{2}-\\d{3}");
    private static final Pattern WHEN = Pattern.compile("(\\S+) (\\S+)");
    private static final int LONGEST_ID = 50;
    private static final int LONGEST_LINE = 120;
    private static final int MOST_STEPS = 20;

    /**
     * @param line from 1
     */
    record StepLine(
            int line,
            Optional<CheckId> check,
            Optional<String> question,
            Optional<Condition> when) {

        /** What its section must be headed. */
        String heading() {
            return question.orElseGet(() -> check.map(CheckId::code).orElse("CODE") + ": TITLE");
        }

        /** Of its section; empty if the heading is another step's. */
        Optional<String> title(String heading) {
            if (question.isPresent()) {
                return question.filter(heading::equals);
            }
            String start = check.map(CheckId::code).orElse("") + ": ";
            return Optional.of(heading)
                    .filter(h -> h.startsWith(start) && h.length() > start.length())
                    .map(h -> h.substring(start.length()).strip());
        }
    }

    /**
     * @param yaml whose first line is the second of the file
     */
    static FrontMatter read(String yaml, Set<CheckId> known, Faults faults) {
        YamlMap map = YamlMap.read(yaml, faults).only(Set.of("id", "title", "alerts", "steps"));
        String id = map.required("id", LONGEST_ID);
        if (!id.isEmpty() && !ID.matcher(id).matches()) {
            faults.at(map.line("id"), "an id has lower-case letters, digits and hyphens: " + id);
        }
        String title = map.required("title", LONGEST_LINE);
        List<String> alerts = map.texts("alerts", LONGEST_LINE);
        if (new HashSet<>(alerts).size() != alerts.size()) {
            faults.at(map.line("alerts"), "an alert is named twice");
        }
        List<StepLine> steps = new ArrayList<>();
        Set<CheckId> seen = new HashSet<>();
        List<YamlMap> entries = map.maps("steps");
        for (YamlMap entry : entries) {
            steps.add(step(entry, known, seen, faults));
        }
        if (entries.size() > MOST_STEPS) {
            faults.at(map.line("steps"), "more than " + MOST_STEPS + " steps");
        }
        if (map.has("steps") && entries.stream().noneMatch(e -> e.has("check"))) {
            faults.at(map.line("steps"), "no step is a check");
        }
        return new FrontMatter(id, title, List.copyOf(alerts), List.copyOf(steps));
    }

    private static StepLine step(
            YamlMap entry, Set<CheckId> known, Set<CheckId> seen, Faults faults) {
        entry.only(Set.of("check", "ask", "when"));
        if (entry.has("check") == entry.has("ask")) {
            faults.at(entry.line(), "a step is either a check or an ask");
        }
        // Read before the check is added: a step cannot depend on itself.
        Optional<Condition> when =
                entry.text("when", LONGEST_LINE)
                        .flatMap(text -> condition(text, entry.line("when"), seen, faults));
        Optional<CheckId> check =
                entry.text("check", LONGEST_LINE)
                        .flatMap(code -> check(code, entry.line("check"), known, faults));
        if (check.isPresent() && !seen.add(check.get())) {
            faults.at(entry.line("check"), "a second step with " + check.get());
        }
        Optional<String> question = entry.text("ask", LONGEST_LINE);
        if (question.isPresent() && !question.get().endsWith("?")) {
            faults.at(entry.line("ask"), "a question ends with a question mark");
        }
        return new StepLine(entry.line(), check, question, when);
    }

    private static Optional<CheckId> check(
            String code, int line, Set<CheckId> known, Faults faults) {
        Optional<CheckId> check =
                Optional.of(code)
                        .filter(c -> CODE.matcher(c).matches())
                        .map(CheckId::new)
                        .filter(known::contains);
        if (check.isEmpty()) {
            faults.at(line, "no check has the code " + code);
        }
        return check;
    }

    private static Optional<Condition> condition(
            String text, int line, Set<CheckId> seen, Faults faults) {
        Matcher m = WHEN.matcher(text);
        if (!m.matches()) {
            faults.at(line, "when takes the code of an earlier step and its verdict: " + text);
            return Optional.empty();
        }
        Optional<CheckId> check =
                seen.stream().filter(id -> id.code().equals(m.group(1))).findFirst();
        Optional<StepVerdict> verdict = StepVerdict.ofCheck(m.group(2));
        if (check.isEmpty()) {
            faults.at(line, "no earlier step has the check " + m.group(1));
        }
        if (verdict.isEmpty()) {
            faults.at(
                    line,
                    "no verdict "
                            + m.group(2)
                            + ", only found, noted, healthy, not-applicable and unknown");
        }
        return check.flatMap(c -> verdict.map(v -> new Condition(c, v)));
    }
}
