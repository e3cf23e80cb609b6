package flinktriage.cmd;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 12s}, {@code 500ms}, {@code 1.5m}, {@code 2h}, and ISO 8601 such as {@code PT12S}. */
final class Durations implements ITypeConverter<Duration> {

    private static final Pattern SHORT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        return parse(text)
                .orElseThrow(
                        () ->
                                new TypeConversionException(
                                        "'" + text + "' is no duration: write 12s, 500ms or 2m"));
    }

    static Optional<Duration> parse(String text) {
        String trimmed = text.strip();
        Matcher m = SHORT.matcher(trimmed.toLowerCase(Locale.ROOT));
        if (m.matches()) {
            long unit =
                    switch (m.group(2)) {
                        case "ms" -> 1;
                        case "s" -> 1_000;
                        case "m" -> 60_000;
                        default -> 3_600_000;
                    };
            BigDecimal millis = new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unit));
            return Optional.of(Duration.ofMillis(millis.longValue()));
        }
        try {
            return Optional.of(Duration.parse(trimmed));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
