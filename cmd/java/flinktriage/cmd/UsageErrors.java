package flinktriage.cmd;

import flinktriage.flink.Redaction;
import flinktriage.plan.Spelling;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One line that says what is wrong with the command line, and where to read on. */
final class UsageErrors implements IParameterExceptionHandler {

    private static final int MOST_SLIPS = 2;

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("flink-triage: " + Harmless.line(Redaction.text(e.getMessage()), 500));
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> close = unmatched.getSuggestions();
            if (close.isEmpty()) {
                close = subcommand(command, unmatched).stream().toList();
            }
            if (!close.isEmpty()) {
                err.println("Did you mean " + String.join(" or ", close) + "?");
            }
        }
        err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.UNKNOWN;
    }

    /**
     * The subcommand that was meant by the first word, which a command with an argument of its own
     * takes for that: {@code capture dif A B} names a job and has two words too many.
     */
    private static Optional<String> subcommand(
            CommandLine command, UnmatchedArgumentException unmatched) {
        Stream<String> taken =
                command.getParseResult().matchedPositionals().stream()
                        .flatMap(p -> p.originalStringValues().stream());
        return Stream.concat(taken, unmatched.getUnmatched().stream())
                .findFirst()
                .flatMap(
                        word ->
                                Spelling.nearest(
                                        word,
                                        command.getSubcommands().keySet().stream(),
                                        MOST_SLIPS))
                .map(name -> command.getCommandSpec().qualifiedName() + " " + name);
    }
}
