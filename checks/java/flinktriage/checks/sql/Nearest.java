package flinktriage.checks.sql;

import flinktriage.model.SqlColumn;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlTable;
import flinktriage.model.SqlView;
import flinktriage.plan.Spelling;
import flinktriage.plan.SqlNames;
import flinktriage.plan.SqlTokens;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what was probably meant by a name that does not exist. */
final class Nearest {

    private static final Pattern COLUMN =
            Pattern.compile("[Cc]olumn '([^']{1,200})'|field '([^']{1,200})'");
    private static final Pattern TABLE =
            Pattern.compile("(?:Object|table) '(?:[^']*[.`])?([^'`.]{1,200})`?'");

    private Nearest() {}

    /** Empty if nothing is close, or if the planner says it itself. */
    static String hint(SqlStatement statement, String message) {
        if (message.contains("did you mean")) {
            return "";
        }
        Matcher column = COLUMN.matcher(message);
        Matcher table = TABLE.matcher(message);
        Optional<String> meant = Optional.empty();
        if (column.find()) {
            String name = column.group(1) == null ? column.group(2) : column.group(1);
            meant = nearest(last(name), columns(statement));
        } else if (table.find()) {
            meant =
                    nearest(
                            table.group(1),
                            statement.tables().values().stream().map(SqlTable::shortName));
        }
        return meant.map(m -> "; did you mean " + m + "?").orElse("");
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Of the tables that the statement names, itself or through a view. */
    private static Stream<String> columns(SqlStatement statement) {
        Set<String> named =
                Stream.concat(
                                Stream.of(statement.text()),
                                statement.views().stream().map(SqlView::text))
                        .flatMap(text -> SqlNames.tables(SqlTokens.of(text)).stream())
                        .map(SqlNames.Name::last)
                        .collect(Collectors.toSet());
        return statement.tables().values().stream()
                .filter(t -> named.contains(t.shortName()))
                .flatMap(t -> t.columns().stream())
                .map(SqlColumn::name);
    }

    /** A third of a name may differ, but at least one character. */
    private static Optional<String> nearest(String name, Stream<String> candidates) {
        return Spelling.nearest(name, candidates, Math.max(1, name.length() / 3));
    }
}
