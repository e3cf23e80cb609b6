package flinktriage.cmd;

import flinktriage.check.CheckId;
import flinktriage.check.ClusterCheck;
import flinktriage.check.JobCheck;
import flinktriage.report.Harmless;
import flinktriage.runbook.InvalidRunbookException;
import flinktriage.runbook.Runbook;
import flinktriage.runbook.Runbooks;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which runbooks there are. */
final class RunbookOptions {

    private static final int MOST_FAULTS = 50;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--runbooks",
            paramLabel = "DIR",
            description = "A folder with your own (*.md); one of the same id takes the place.")
    private Path folder;

    /** Says on the error stream what is wrong with them, or what was replaced. */
    int with(Surroundings surroundings, ToIntFunction<Runbooks> action) {
        PrintWriter err = spec.commandLine().getErr();
        // A script has no runbook: what judges nothing but scripts can be no step.
        Set<CheckId> known =
                surroundings.checks().get().stream()
                        .filter(c -> c instanceof JobCheck || c instanceof ClusterCheck)
                        .map(c -> c.spec().id())
                        .collect(Collectors.toSet());
        Runbooks runbooks;
        try {
            Runbooks packed = Runbooks.packed(known);
            runbooks = folder == null ? packed : packed.with(folder, known);
        } catch (InvalidRunbookException e) {
            List<String> faults = e.faults();
            faults.stream()
                    .limit(MOST_FAULTS)
                    .forEach(fault -> err.println(Harmless.line(fault, 500)));
            if (faults.size() > MOST_FAULTS) {
                err.println("... and " + (faults.size() - MOST_FAULTS) + " more");
            }
            return ExitCode.UNKNOWN;
        }
        runbooks.notes().forEach(n -> err.println("flink-triage: " + Harmless.line(n, 500)));
        return action.applyAsInt(runbooks);
    }

    Runbook find(Runbooks runbooks, String wanted) {
        return runbooks.find(wanted.strip())
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "no runbook has the id or the alert "
                                                + Harmless.line(wanted, 60)
                                                + ", but there are "
                                                + runbooks.list().stream()
                                                        .map(Runbook::id)
                                                        .collect(Collectors.joining(", "))));
    }
}
