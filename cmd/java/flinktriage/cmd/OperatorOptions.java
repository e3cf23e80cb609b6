package flinktriage.cmd;

import flinktriage.plan.Assumptions;
import flinktriage.report.OperatorView;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether the operators are shown, and what is known of the data for estimates. */
final class OperatorOptions {

    private static final Pattern NUMBER =
            Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?(?:[eE]\\d{1,2})?)\\s*([kKmMgG]?)");
    private static final double MOST = 1e15;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--operators",
            description =
                    "Also show the plan as a tree: what each operator keeps, what bounds it, which"
                            + " TTL reaches it.")
    private boolean operators;

    @Option(
            names = "--keys",
            paramLabel = "COLUMN=N",
            description =
                    "How many values a column takes, to estimate state: user_id=5e6, 20k or 5M."
                            + " Repeatable; a,b=N for combinations. Implies --operators.")
    private Map<String, String> keys = new LinkedHashMap<>();

    @Option(
            names = "--rate",
            paramLabel = "TABLE=N",
            description = "Rows a second of a table, to estimate state. Repeatable.")
    private Map<String, String> rates = new LinkedHashMap<>();

    @Option(
            names = "--width",
            paramLabel = "COLUMN=BYTES",
            description = "Average bytes of a text column, to estimate state. Repeatable.")
    private Map<String, String> widths = new LinkedHashMap<>();

    OperatorView view(Map<String, OperatorView.Measured> measured) {
        Assumptions given =
                new Assumptions(
                        numbers("--keys", keys),
                        numbers("--rate", rates),
                        numbers("--width", widths));
        boolean any = !keys.isEmpty() || !rates.isEmpty() || !widths.isEmpty();
        return new OperatorView(operators || any, given, measured);
    }

    private Map<String, Double> numbers(String option, Map<String, String> texts) {
        Map<String, Double> numbers = new HashMap<>();
        texts.forEach(
                (name, text) ->
                        numbers.put(
                                name.strip(),
                                number(text)
                                        .orElseThrow(
                                                () ->
                                                        new ParameterException(
                                                                spec.commandLine(),
                                                                option
                                                                        + " "
                                                                        + name
                                                                        + " takes a number such as"
                                                                        + " 5e6, 20k or 5M, not '"
                                                                        + text
                                                                        + "'"))));
        return numbers;
    }

    /** {@code 5e6}, {@code 20k}, {@code 1.5M}. */
    static Optional<Double> number(String text) {
        Matcher m = NUMBER.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        double factor =
                switch (m.group(2)) {
                    case "k", "K" -> 1e3;
                    case "m", "M" -> 1e6;
                    case "g", "G" -> 1e9;
                    default -> 1;
                };
        double value = Double.parseDouble(m.group(1)) * factor;
        return value > 0 && value <= MOST ? Optional.of(value) : Optional.empty();
    }
}
