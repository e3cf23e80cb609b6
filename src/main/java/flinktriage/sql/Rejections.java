package flinktriage.sql;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlRejection;
import flinktriage.plan.SourceText;
import flinktriage.plan.SqlNames;
import flinktriage.plan.SqlToken;
import flinktriage.plan.SqlTokens;
import flinktriage.plan.StatementText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what the planner has against a statement, and the place in the file that it means. */
final class Rejections {

    private static final Pattern RANGE =
            Pattern.compile(
                    "From line (\\d{1,7}), column (\\d{1,7}) to line (\\d{1,7}), column (\\d{1,7}): ?");
    private static final Pattern POINT =
            Pattern.compile("\\s*\\b[Aa]t line (\\d{1,7}), column (\\d{1,7})[:.]? ?");
    private static final Pattern MISSING_OBJECT =
            Pattern.compile("Object '([^']*)' not found(?: within '([^']*)')?");
    private static final Pattern MISSING_FACTORY =
            Pattern.compile(
                    "Could not find any factory for identifier ('[^']{0,200}') that implements"
                            + " '?[\\w.]*?(\\w+)Factory");
    private static final Pattern CERTAIN =
            Pattern.compile(
                    "Object '[^']*' not found|in any of the catalogs|upsert key|doesn't support consuming"
                            + "|Different number of columns");
    private static final Pattern MISSING_TABLE =
            Pattern.compile(
                    "(?:[Tt]able|identifier) (?:with identifier )?'?`?([^`'.\\s]+)`?\\.`?([^`'.\\s]+)`?"
                            + "\\.`?([^`'.\\s]+)`?'?.*(?:not found|does not exist|doesn't exist|in any of the catalogs)",
                    Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("['`\\[]([^'`\\[\\]\\s]{1,200})['`\\]]");

    private final SourceText part;
    private final List<SourceText> parts;
    private final List<Answer.Cause> causes;

    Rejections(StatementText statement, Answer.Failure failure) {
        this.parts =
                failure.part() < 0
                        ? statement.parts()
                        : List.of(statement.parts().get(failure.part()));
        this.part = parts.size() == 1 ? parts.get(0) : statement.source();
        this.causes = failure.causes();
    }

    SqlRejection rejection() {
        Answer.Cause telling = telling();
        return new SqlRejection(place(telling), message(telling), telling.exception());
    }

    /** The innermost cause with a message is what matters, but for the parser's own. */
    private Answer.Cause telling() {
        for (Answer.Cause cause : causes) {
            if (cause.message().startsWith("SQL parse failed")) {
                return new Answer.Cause(
                        "SqlParserException",
                        cause.message().replaceFirst("^SQL parse failed\\.\\s*", ""));
            }
        }
        for (int i = causes.size() - 1; i > 0; i--) {
            if (!causes.get(i).message().isBlank()) {
                return causes.get(i);
            }
        }
        return causes.get(0);
    }

    /** True if the statement is wrong whatever a missing function would return. */
    boolean certain() {
        return telling().exception().equals("SqlParserException")
                || causes.stream().anyMatch(c -> CERTAIN.matcher(c.message()).find());
    }

    /**
     * Why the statement cannot be judged: it names a table of a catalog whose tables are not in the
     * script.
     */
    Optional<String> outside(List<String> external, boolean modules, String namespace) {
        for (Answer.Cause cause : causes) {
            Matcher factory = MISSING_FACTORY.matcher(cause.message());
            if (factory.find()) {
                return Optional.of(
                        "it needs %s of the kind %s, which is not part of Flink itself"
                                .formatted(factory.group(1), factory.group(2)));
            }
            if (modules && cause.message().contains("No match found for function signature")) {
                return Optional.of(
                        "a function that it calls may be in a module that is not part of Flink itself");
            }
            Matcher object = MISSING_OBJECT.matcher(cause.message());
            Matcher table = MISSING_TABLE.matcher(cause.message());
            String path = "";
            if (object.find()) {
                String within = object.group(2) == null ? namespace : object.group(2);
                path = within + "." + object.group(1);
            } else if (table.find()) {
                path = table.group(1) + "." + table.group(2) + "." + table.group(3);
            }
            String catalog = path.substring(0, Math.max(0, path.indexOf('.')));
            if (external.contains(catalog)) {
                return Optional.of(
                        "the table %s is in a catalog whose tables are not in the script"
                                .formatted(full(path, namespace)));
            }
        }
        return Optional.empty();
    }

    /** The message may name the database only, if that is what was looked for in vain. */
    private String full(String path, String namespace) {
        return SqlNames.tables(SqlTokens.of(part.text())).stream()
                .map(name -> name.qualified(namespace))
                .filter(name -> name.startsWith(path + "."))
                .findFirst()
                .orElse(path);
    }

    private SourceSpan place(Answer.Cause telling) {
        Optional<SourceSpan> named = named(telling.message());
        for (Answer.Cause cause : causes) {
            Optional<SourceSpan> place = place(cause.message());
            if (place.isPresent()) {
                return place.get();
            }
        }
        return named.orElseGet(part::span);
    }

    private Optional<SourceSpan> place(String message) {
        if (parts.size() > 1) {
            return Optional.empty();
        }
        Matcher range = RANGE.matcher(message);
        if (range.find()) {
            int from = offset(range, 1);
            int to = offset(range, 3);
            return from < 0 || to < from ? Optional.empty() : Optional.of(part.span(from, to + 1));
        }
        Matcher point = POINT.matcher(message);
        if (point.find()) {
            int from = offset(point, 1);
            return from < 0 ? Optional.empty() : Optional.of(token(from));
        }
        return Optional.empty();
    }

    /** All of the token that a point is in. */
    private SourceSpan token(int offset) {
        return SqlTokens.of(part.text()).stream()
                .filter(t -> t.start() <= offset && offset < t.end())
                .findFirst()
                .map(part::span)
                .orElseGet(() -> part.span(offset, offset + 1));
    }

    private int offset(Matcher m, int group) {
        return part.offset(Integer.parseInt(m.group(group)), Integer.parseInt(m.group(group + 1)));
    }

    /** The first name of the message that the statement has, too. */
    private Optional<SourceSpan> named(String message) {
        Matcher names =
                QUOTED.matcher(message.length() > 2000 ? message.substring(0, 2000) : message);
        while (names.find()) {
            String name = names.group(1);
            String last = name.substring(name.lastIndexOf('.') + 1);
            for (SourceText text : parts) {
                for (SqlToken t : SqlTokens.of(text.text())) {
                    if (t.identifier() && t.value().equals(last)) {
                        return Optional.of(text.span(t));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String message(Answer.Cause telling) {
        String text =
                POINT.matcher(RANGE.matcher(telling.message()).replaceAll("")).replaceFirst("");
        int expected = text.indexOf("Was expecting");
        return (expected < 0 ? text : text.substring(0, expected)).strip();
    }
}
