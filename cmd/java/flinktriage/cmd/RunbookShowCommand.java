package flinktriage.cmd;

import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Shows a runbook as it is written; a copy is the start of your own.")
final class RunbookShowCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ID", description = "Or the name of an alert.")
    private String id;

    @Mixin private RunbookOptions runbookOptions;

    RunbookShowCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return runbookOptions.with(
                surroundings,
                runbooks -> {
                    PrintWriter out = spec.commandLine().getOut();
                    // Indentation belongs to YAML; the rest of a line is made harmless.
                    runbookOptions
                            .find(runbooks, id)
                            .source()
                            .lines()
                            .forEach(line -> out.println(indented(line)));
                    out.flush();
                    return ExitCode.OK;
                });
    }

    private static String indented(String line) {
        int indent = line.length() - line.stripLeading().length();
        return " ".repeat(indent) + Harmless.line(line.strip());
    }
}
