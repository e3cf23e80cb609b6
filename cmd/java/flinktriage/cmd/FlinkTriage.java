package flinktriage.cmd;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command. */
@Command(
        name = "flink-triage",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Says what is wrong with an Apache Flink job, why, and what to do now.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  What is wrong with the only running job?",
            "    flink-triage diagnose --url http://jobmanager:8081",
            "  And with this one, by the beginning of its name or id?",
            "    flink-triage diagnose orders",
            "  Which jobs are there?",
            "    flink-triage jobs --url http://jobmanager:8081",
            "  What does a code mean, and what can I do?",
            "    flink-triage explain FT-BP-001",
            "  Which steps are there for an alert, and what do they find?",
            "    flink-triage runbook run consumer-lag orders",
            "  Will this SQL keep state for ever? (before it is deployed)",
            "    flink-triage lint sql/orders.sql",
            "  Keep what was seen, and look again later or elsewhere:",
            "    flink-triage capture orders --output orders.zip",
            "    flink-triage diagnose --from orders.zip",
            "  Everything for a program:",
            "    flink-triage diagnose orders -o json | jq .verdict",
            "",
            "Exit codes: 0 OK, 1 WARNING, 2 CRITICAL or no answer, 3 UNKNOWN or wrong usage.",
            "It only reads: no command changes a job or the cluster."
        })
public final class FlinkTriage implements Callable<Integer> {

    private static final String COMPLETION = "completion";
    private static final String HELP = "help";

    @Spec private CommandSpec spec;

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of an internal error.")
    private boolean debug;

    private FlinkTriage() {}

    /** The whole command line; streams are the caller's. */
    public static CommandLine commandLine(Surroundings surroundings) {
        return commandLine(surroundings, all(surroundings));
    }

    /**
     * A command line that can run these arguments. Reading the annotations of all commands takes
     * longer than most of them run, so one that is named first is read alone.
     */
    static CommandLine commandLine(Surroundings surroundings, String... args) {
        Map<String, Supplier<Object>> all = all(surroundings);
        String first = args.length == 0 ? "" : args[0];
        boolean alone = all.containsKey(first) && !first.equals(COMPLETION) && !first.equals(HELP);
        return commandLine(surroundings, alone ? Map.of(first, all.get(first)) : all);
    }

    private static Map<String, Supplier<Object>> all(Surroundings surroundings) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("diagnose", () -> new DiagnoseCommand(surroundings));
        commands.put(
                "capture",
                () ->
                        new CommandLine(new CaptureCommand(surroundings))
                                .addSubcommand("diff", new CaptureDiffCommand(surroundings)));
        commands.put("lint", () -> new LintCommand(surroundings));
        commands.put("jobs", () -> new JobsCommand(surroundings));
        commands.put("checks", () -> new ChecksCommand(surroundings));
        commands.put("explain", () -> new ExplainCommand(surroundings));
        commands.put("runbook", () -> RunbookCommand.commandLine(surroundings));
        commands.put("demo", () -> new DemoCommand(surroundings));
        commands.put(COMPLETION, () -> new CompletionCommand());
        commands.put(HELP, CommandLine.HelpCommand::new);
        return commands;
    }

    private static CommandLine commandLine(
            Surroundings surroundings, Map<String, Supplier<Object>> commands) {
        FlinkTriage root = new FlinkTriage();
        CommandLine line = new CommandLine(root);
        commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(Math.max(60, Math.min(120, surroundings.width())));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.setParameterExceptionHandler(new UsageErrors());
        line.setExecutionExceptionHandler(new InternalErrors(() -> root.debug));
        exitCodes(line);
        return line;
    }

    /** Those of picocli mean WARNING and CRITICAL to a scheduler. */
    private static void exitCodes(CommandLine line) {
        line.getCommandSpec().exitCodeOnInvalidInput(ExitCode.UNKNOWN);
        line.getCommandSpec().exitCodeOnExecutionException(ExitCode.UNKNOWN);
        line.getSubcommands().values().forEach(FlinkTriage::exitCodes);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.UNKNOWN;
    }
}
