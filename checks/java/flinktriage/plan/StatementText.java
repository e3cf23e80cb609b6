package flinktriage.plan;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlHint;
import flinktriage.model.SqlStatement;
import java.util.List;

/**
 * One statement as it is written.
 *
 * @param source without the final semicolon
 * @param tokens of the source, with places in the source
 * @param parts what the planner is to read: the statement, the one that EXPLAIN or COMPILE PLAN
 *     wraps, or each INSERT of a statement set
 * @param complete false for a statement set whose END is missing
 */
public record StatementText(
        SqlStatement.Kind kind,
        SourceText source,
        List<SqlToken> tokens,
        List<SourceText> parts,
        boolean complete) {

    public StatementText {
        tokens = List.copyOf(tokens);
        parts = List.copyOf(parts);
    }

    public SourceSpan at() {
        return source.span();
    }

    public List<SqlHint> hints() {
        return tokens.stream()
                .filter(t -> t.kind() == SqlToken.Kind.HINT)
                .flatMap(t -> HintText.read(source, t).stream())
                .toList();
    }

    /** True if the statement begins with these keywords, given in upper case. */
    public boolean startsWith(String... keywords) {
        List<SqlToken> words = tokens.stream().filter(t -> t.kind() != SqlToken.Kind.HINT).toList();
        if (words.size() < keywords.length) {
            return false;
        }
        for (int i = 0; i < keywords.length; i++) {
            if (!words.get(i).is(keywords[i])) {
                return false;
            }
        }
        return true;
    }
}
