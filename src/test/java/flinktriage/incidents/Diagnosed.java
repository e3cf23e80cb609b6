package flinktriage.incidents;

import flinktriage.check.Coverage;
import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.checks.AllChecks;
import flinktriage.engine.Engine;
import flinktriage.model.Job;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.model.Unreachable;
import flinktriage.world.JobBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A world through all checks and the cause table. */
record Diagnosed(Report report) {

    static Diagnosed of(JobBuilder world) {
        Job job = world.build();
        return new Diagnosed(
                new Engine(AllChecks.list(), "test")
                        .diagnose(
                                new Snapshot(
                                        new Target("jm", "http://jm:8081"),
                                        JobBuilder.NOW,
                                        Optional.empty(),
                                        job.cluster(),
                                        List.of(job),
                                        new Traffic(1, 1, Duration.ZERO),
                                        List.of())));
    }

    static Diagnosed unreachable(Unreachable why) {
        return new Diagnosed(
                new Engine(AllChecks.list(), "test")
                        .diagnose(
                                new Snapshot(
                                        new Target("jm", "http://jm:8081"),
                                        JobBuilder.NOW,
                                        Optional.of(why),
                                        JobBuilder.job("none").build().cluster(),
                                        List.of(),
                                        new Traffic(1, 0, Duration.ZERO),
                                        List.of())));
    }

    /**
     * All of the diagnosis: the verdict, each root cause with everything that it explains, and what
     * is only mentioned.
     */
    String text() {
        StringBuilder text = new StringBuilder().append(job().verdict()).append('\n');
        Set<String> told = new LinkedHashSet<>();
        for (String root : job().causes()) {
            told.add(root);
            text.append(shown(job().finding(root))).append('\n');
            for (String symptom : reach(root)) {
                if (told.add(symptom)) {
                    text.append("  ").append(shown(job().finding(symptom))).append('\n');
                }
            }
        }
        job().findings().stream()
                .filter(f -> !told.contains(f.ref()))
                .forEach(f -> text.append("note ").append(shown(f)).append('\n'));
        job().coverage()
                .crashed()
                .forEach(c -> text.append("crashed ").append(c.code()).append('\n'));
        return text.toString();
    }

    /** The summary of the first finding with this code. */
    String says(String code) {
        return job().findings().stream()
                .filter(f -> f.code().code().equals(code))
                .map(f -> f.finding().summary())
                .findFirst()
                .orElse("nothing");
    }

    /** Why the check came to no answer. */
    String lacks(String code) {
        Coverage coverage = job().coverage();
        return Stream.concat(coverage.unknown().stream(), coverage.notApplicable().stream())
                .filter(r -> r.code().code().equals(code))
                .map(Coverage.Reasoned::why)
                .findFirst()
                .orElse("nothing");
    }

    /** Every sentence of the report. */
    String everything() {
        Coverage coverage = job().coverage();
        return Stream.concat(
                        job().findings().stream().map(f -> f.finding().summary()),
                        Stream.concat(
                                        coverage.unknown().stream(),
                                        coverage.notApplicable().stream())
                                .map(Coverage.Reasoned::why))
                .collect(Collectors.joining("\n"));
    }

    /** Labels of the evidence of the first finding with this code. */
    List<String> evidence(String code) {
        return job().findings().stream()
                .filter(f -> f.code().code().equals(code))
                .limit(1)
                .flatMap(f -> f.finding().evidence().stream())
                .map(e -> e.label())
                .toList();
    }

    JobReport job() {
        return report.jobs().get(0);
    }

    private List<String> reach(String root) {
        List<String> all = new ArrayList<>(job().finding(root).explains());
        for (int i = 0; i < all.size(); i++) {
            for (String next : job().finding(all.get(i)).explains()) {
                if (!all.contains(next)) {
                    all.add(next);
                }
            }
        }
        return all;
    }

    private static String shown(LinkedFinding f) {
        Subject s = f.finding().subject();
        return f.code()
                + " "
                + f.finding().reason()
                + " "
                + s.name()
                + s.subtask().map(i -> "[" + i + "]").orElse("")
                + (f.finding().severity() == Severity.INFO ? " (info)" : "");
    }
}
