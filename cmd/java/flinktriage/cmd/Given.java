package flinktriage.cmd;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What is on the command line, and not merely a default. */
final class Given {

    private Given() {}

    /** The names of those that are, to be read; empty if none is. */
    static String among(CommandSpec command, List<OptionSpec> options) {
        ParseResult given = command.commandLine().getParseResult();
        return options.stream()
                .filter(given::hasMatchedOption)
                .map(OptionSpec::longestName)
                .collect(Collectors.joining(", "));
    }
}
