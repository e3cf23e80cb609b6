package flinktriage.cmd;

import flinktriage.check.CheckId;
import flinktriage.check.CheckSpec;
import flinktriage.plan.Spelling;
import flinktriage.report.Harmless;
import flinktriage.report.Page;
import flinktriage.report.PageText;
import flinktriage.report.TextStyle;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Shows what a code means, how it is measured and what to do.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage explain FT-BP-001",
            "    flink-triage explain FT-BP-001 SINK_SLOW"
        })
final class ExplainCommand implements Callable<Integer> {

    private static final int MOST_SUGGESTIONS = 3;

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "CODE", description = "Such as FT-BP-001.")
    private String code;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "REASON",
            description = "Only what to do for this reason, such as SINK_SLOW.")
    private String reason;

    @Option(
            names = "--color",
            defaultValue = "auto",
            paramLabel = "WHEN",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Colour colour;

    ExplainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        String wanted = code.strip().toUpperCase(Locale.ROOT);
        CheckSpec check =
                surroundings.specs().stream()
                        .filter(s -> s.id().code().equals(wanted))
                        .findFirst()
                        .orElseThrow(() -> unknown(wanted));
        Page page = surroundings.pages().page(check.id()).orElseGet(() -> bare(check));
        Optional<String> only =
                Optional.ofNullable(reason).map(r -> r.strip().toUpperCase(Locale.ROOT));
        if (only.isPresent() && !page.byReason().containsKey(only.get())) {
            throw new ParameterException(
                    spec.commandLine(),
                    check.id()
                            + " has no steps for "
                            + Harmless.line(only.get(), 60)
                            + ", but for "
                            + page.byReason().keySet().stream()
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
        }
        TextStyle style =
                new TextStyle(
                        surroundings.width(), colour.wanted(surroundings), TextStyle.Show.ALL);
        spec.commandLine().getOut().print(PageText.of(page, check, only, style));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private static Page bare(CheckSpec check) {
        return Page.parse(
                "# " + check.id() + ": " + check.title() + "\n\n## Thresholds\n\n(generated)\n");
    }

    private ParameterException unknown(String wanted) {
        List<String> close =
                surroundings.specs().stream()
                        .map(CheckSpec::id)
                        .map(CheckId::code)
                        .sorted(Comparator.comparingInt(c -> distance(wanted, c)))
                        .limit(MOST_SUGGESTIONS)
                        .toList();
        return new ParameterException(
                spec.commandLine(),
                "no check has the code "
                        + Harmless.line(code, 60)
                        + (close.isEmpty()
                                ? ""
                                : "; did you mean " + String.join(", ", close) + "?")
                        + " (flink-triage checks lists all)");
    }

    /** A beginning is closest. */
    private static int distance(String wanted, String code) {
        return code.startsWith(wanted) || code.startsWith("FT-" + wanted)
                ? 0
                : Spelling.distance(wanted, code);
    }
}
