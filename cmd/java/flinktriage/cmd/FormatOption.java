package flinktriage.cmd;

import picocli.CommandLine.Option;

/** For people or for a program. */
final class FormatOption {

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat output;

    boolean json() {
        return output == OutputFormat.JSON;
    }
}
