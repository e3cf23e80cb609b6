package flinktriage.checks.sql;

import flinktriage.model.SqlRejection;
import flinktriage.model.SqlStatement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the planner means by its message.
 *
 * @param says one line without a final period
 * @param branch of a set operation, from 1
 */
record Objection(String reason, String says, Optional<Integer> branch) {

    private static final String TYPE = "COLUMN_TYPE";
    private static final String COUNT = "COLUMN_COUNT";
    private static final String UNKNOWN = "UNKNOWN_OBJECT";
    private static final String SYNTAX = "SYNTAX";
    private static final String UNSUPPORTED = "UNSUPPORTED";

    private static final int LENGTH = 400;

    private static final Pattern UNION_TYPE =
            Pattern.compile("Type mismatch in column (\\d{1,5}) of (\\w+(?: ALL)?)");
    private static final Pattern UNION_COUNT =
            Pattern.compile("Column count mismatch in (\\w+(?: ALL)?)");
    private static final Pattern SINK_COLUMN =
            Pattern.compile("Incompatible types for sink column '([^']*)'");
    private static final Pattern SCHEMAS =
            Pattern.compile("Query schema: \\[(.*)]\\s*Sink schema: +\\[(.*)]", Pattern.DOTALL);
    private static final Pattern TYPES =
            Pattern.compile(
                    "Cannot apply '|Invalid function call|Invalid input arguments|Cast function cannot"
                            + "|Parameters must be of the same type|Illegal use of 'NULL'|Incompatible types"
                            + "|Unsupported argument|types? .* not comparable|Values passed to .* operator");
    private static final Pattern UNKNOWNS =
            Pattern.compile(
                    "not found|Cannot find|does not exist|No match found for function|Unknown (?:target column"
                            + "|identifier|field|column)|Could not find any factory|No such");
    private static final Pattern PARSER =
            Pattern.compile("Encountered |Lexical error|Non-query expression");

    static Objection of(SqlStatement statement, SqlRejection rejection) {
        String message = rejection.message();
        Matcher unionType = UNION_TYPE.matcher(message);
        if (unionType.find()) {
            return Branches.of(statement, rejection.at())
                    .type(Integer.parseInt(unionType.group(1)))
                    .orElseGet(() -> plain(TYPE, message));
        }
        if (UNION_COUNT.matcher(message).find()) {
            return Branches.of(statement, rejection.at())
                    .count()
                    .orElseGet(() -> plain(COUNT, message));
        }
        Matcher schemas = SCHEMAS.matcher(message);
        if (schemas.find()) {
            return sink(message, columns(schemas.group(1)), columns(schemas.group(2)));
        }
        boolean parser =
                rejection.exception().contains("Parse") || PARSER.matcher(message).lookingAt();
        if (parser) {
            return plain(SYNTAX, syntax(message));
        }
        if (TYPES.matcher(message).find()) {
            return plain(TYPE, message);
        }
        return UNKNOWNS.matcher(message).find()
                ? plain(UNKNOWN, oneLine(message) + Nearest.hint(statement, message))
                : plain(UNSUPPORTED, message);
    }

    static Objection branch(String reason, String says, int branch) {
        return new Objection(reason, says, Optional.of(branch));
    }

    private static Objection plain(String reason, String message) {
        return new Objection(reason, oneLine(message), Optional.empty());
    }

    private static Objection sink(String message, List<String> query, List<String> sink) {
        Matcher column = SINK_COLUMN.matcher(message);
        // The position in the message counts from 0 in Flink 1.20 and from 1 in 2.3: the name
        // decides.
        for (int i = 0; column.find(0) && i < Math.min(query.size(), sink.size()); i++) {
            if (sink.get(i).startsWith(column.group(1) + ": ")) {
                return plain(
                        TYPE,
                        "column %d of the query (%s) does not fit the sink's column %s"
                                .formatted(
                                        i + 1,
                                        query.get(i).replaceFirst(": ", " "),
                                        sink.get(i).replaceFirst(": ", " ")));
            }
        }
        return message.contains("Different number of columns")
                ? plain(
                        COUNT,
                        "the query returns %s, the sink has %s"
                                .formatted(number(query), number(sink)))
                : plain(TYPE, message);
    }

    private static String number(List<String> columns) {
        String names = String.join(", ", columns.stream().map(c -> c.split(":", 2)[0]).toList());
        return "%d %s (%s)"
                .formatted(columns.size(), columns.size() == 1 ? "column" : "columns", names);
    }

    /** {@code a: INT, b: ROW<x INT, y INT>} at the commas outside of brackets. */
    private static List<String> columns(String schema) {
        List<String> columns = new java.util.ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < schema.length(); i++) {
            char c = schema.charAt(i);
            depth += "(<".indexOf(c) >= 0 ? 1 : ")>".indexOf(c) >= 0 ? -1 : 0;
            if (c == ',' && depth == 0) {
                columns.add(schema.substring(start, i).strip());
                start = i + 1;
            }
        }
        columns.add(schema.substring(start).strip());
        return columns;
    }

    private static String syntax(String message) {
        return message.startsWith("Encountered \"<EOF>\"")
                ? "the statement ends too early"
                : message.replaceFirst("^Encountered \"([^\"]*)\".*", "not expected here: $1")
                        .replaceFirst(
                                "^Non-query expression encountered in illegal context",
                                "no statement of Flink SQL begins like this");
    }

    private static String oneLine(String message) {
        String line = message.strip().replaceAll("\\s+", " ");
        String cut = line.length() <= LENGTH ? line : line.substring(0, LENGTH - 3) + "...";
        return cut.endsWith(".") && !cut.endsWith("...") ? cut.substring(0, cut.length() - 1) : cut;
    }
}
