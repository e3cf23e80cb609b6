package flinktriage.plan;

import java.util.List;

/**
 * What stands before the statement that is meant.
 *
 * @param body the index of its first token, after EXPLAIN, COMPILE PLAN or BEGIN
 */
record StatementHeader(int body, boolean statementSet) {

    static StatementHeader of(List<SqlToken> tokens, int from) {
        int at = afterExplain(tokens, afterCompile(tokens, from));
        int words = is(tokens, at, "EXECUTE") ? at + 1 : at;
        if (is(tokens, words, "STATEMENT", "SET", "BEGIN")) {
            return new StatementHeader(words + 3, true);
        }
        if (is(tokens, at, "BEGIN", "STATEMENT", "SET")
                && at + 3 < tokens.size()
                && tokens.get(at + 3).symbol(";")) {
            return new StatementHeader(at + 4, true);
        }
        boolean executed =
                is(tokens, at, "EXECUTE", "INSERT") || is(tokens, at, "EXECUTE", "SELECT");
        return new StatementHeader(executed ? at + 1 : at, false);
    }

    private static int afterExplain(List<SqlToken> tokens, int from) {
        if (!is(tokens, from, "EXPLAIN")) {
            return from;
        }
        int at = from + 1;
        if (is(tokens, at, "PLAN", "FOR")) {
            return at + 2;
        }
        while (at < tokens.size()
                && (tokens.get(at).symbol(",")
                        || is(tokens, at, "ESTIMATED_COST")
                        || is(tokens, at, "CHANGELOG_MODE")
                        || is(tokens, at, "JSON_EXECUTION_PLAN")
                        || is(tokens, at, "PLAN_ADVICE"))) {
            at++;
        }
        return at;
    }

    private static int afterCompile(List<SqlToken> tokens, int from) {
        boolean compiles =
                is(tokens, from, "COMPILE", "PLAN")
                        || is(tokens, from, "COMPILE", "AND", "EXECUTE", "PLAN");
        if (!compiles) {
            return from;
        }
        int at = from;
        while (at < tokens.size() && !tokens.get(at).symbol(";")) {
            if (tokens.get(at).is("FOR")) {
                return at + 1;
            }
            at++;
        }
        return from;
    }

    private static boolean is(List<SqlToken> tokens, int from, String... keywords) {
        for (int i = 0; i < keywords.length; i++) {
            if (from + i >= tokens.size() || !tokens.get(from + i).is(keywords[i])) {
                return false;
            }
        }
        return true;
    }
}
