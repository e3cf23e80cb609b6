package flinktriage.cmd;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Writes a script that completes commands and options in a shell.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    source <(flink-triage completion bash)",
            "    flink-triage completion zsh > ~/.flink-triage.zsh   # then source it in .zshrc"
        })
final class CompletionCommand implements Callable<Integer> {

    enum Shell {
        BASH,
        ZSH;

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public Integer call() {
        // The script of picocli brings what zsh needs (bashcompinit).
        spec.commandLine()
                .getOut()
                .println(AutoComplete.bash("flink-triage", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
