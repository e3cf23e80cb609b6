package flinktriage.check;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement in its script.
 *
 * @param statement one of the script's
 */
public record StatementView(SqlScript script, SqlStatement statement) {

    private static final int LONGEST_NAME = 60;
    private static final Pattern INSERT =
            Pattern.compile("(?i)INSERT (INTO|OVERWRITE) [\\w.`$-]{1,80}");

    /** The beginning of the statement in one line; of a plan without SQL the file's name. */
    public String name() {
        String text = statement.text().strip().replaceAll("\\s+", " ");
        if (text.isEmpty()) {
            return script.name();
        }
        if (statement.kind() == SqlStatement.Kind.STATEMENT_SET) {
            return "STATEMENT SET";
        }
        Matcher insert = INSERT.matcher(text);
        if (insert.lookingAt()) {
            return insert.group();
        }
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME - 3) + "...";
    }

    /** Where the statement begins, to the end of that line as far as it is known. */
    public SourceSpan firstLine() {
        SourceSpan at = statement.at();
        if (at.line() == at.endLine()) {
            return at;
        }
        String text = statement.text();
        int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
        int length = Math.max(1, text.substring(0, end).stripTrailing().length());
        return new SourceSpan(
                at.file(), at.line(), at.column(), at.line(), at.column() + length - 1);
    }
}
