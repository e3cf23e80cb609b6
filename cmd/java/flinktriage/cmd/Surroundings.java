package flinktriage.cmd;

import flinktriage.check.Check;
import flinktriage.check.CheckSpec;
import flinktriage.report.Pages;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What commands find around them; tests state their own.
 *
 * @param environment the environment variables
 * @param outIsTerminal whether people read standard output as it is written
 * @param errIsTerminal whether somebody watches the progress
 * @param columns of the terminal, empty if unknown
 * @param checks every check there is; only loaded by commands that need them
 * @param in standard input
 * @param sql opens what plans SQL
 */
public record Surroundings(
        Map<String, String> environment,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Optional<Integer> columns,
        Clock clock,
        Pages pages,
        Supplier<List<Check>> checks,
        Supplier<InputStream> in,
        Supplier<SqlReading> sql) {

    private static final int COLUMNS_OF_A_FILE = 100;

    /** With nothing to read, for commands that do not. */
    public Surroundings(
            Map<String, String> environment,
            boolean outIsTerminal,
            boolean errIsTerminal,
            Optional<Integer> columns,
            Clock clock,
            Pages pages,
            Supplier<List<Check>> checks) {
        this(
                environment,
                outIsTerminal,
                errIsTerminal,
                columns,
                clock,
                pages,
                checks,
                InputStream::nullInputStream,
                () -> {
                    throw new IllegalStateException("nothing here reads SQL");
                });
    }

    /** A variable that is set and not empty. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** How wide text is written. */
    int width() {
        return outIsTerminal ? columns.orElse(COLUMNS_OF_A_FILE) : COLUMNS_OF_A_FILE;
    }

    List<CheckSpec> specs() {
        return checks.get().stream().map(Check::spec).toList();
    }
}
