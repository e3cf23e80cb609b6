package flinktriage.model;

import java.util.List;

/**
 * A hint of a query: {@code STATE_TTL('o' = '1d')}.
 *
 * @param name in upper case
 * @param arguments as written, without the quotes of literals; {@code o=1d} for a pair
 */
public record SqlHint(SourceSpan at, String name, List<String> arguments) {

    public SqlHint {
        arguments = List.copyOf(arguments);
    }
}
