package flinktriage.cmd;

import flinktriage.flink.Redaction;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One line that says what is wrong with the command line, and where to read on. */
final class UsageErrors implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("flink-triage: " + Harmless.line(Redaction.text(e.getMessage()), 500));
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> close = unmatched.getSuggestions();
            if (!close.isEmpty()) {
                err.println("Did you mean " + String.join(" or ", close) + "?");
            }
        }
        err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.UNKNOWN;
    }
}
