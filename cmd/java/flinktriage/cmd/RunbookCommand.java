package flinktriage.cmd;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "runbook",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Follows the steps of a runbook against a job.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage runbook list",
            "    flink-triage runbook run consumer-lag orders",
            "    flink-triage runbook show consumer-lag > my-runbooks/our-lag.md"
        })
final class RunbookCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    private RunbookCommand() {}

    static CommandLine commandLine(Surroundings surroundings) {
        return new CommandLine(new RunbookCommand())
                .addSubcommand("list", new RunbookListCommand(surroundings))
                .addSubcommand("show", new RunbookShowCommand(surroundings))
                .addSubcommand("run", new RunbookRunCommand(surroundings));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.UNKNOWN;
    }
}
