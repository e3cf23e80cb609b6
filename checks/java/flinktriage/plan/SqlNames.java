package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds names in a statement: of tables where a table is read, of functions where they are called.
 */
public final class SqlNames {

    /**
     * A name with its place.
     *
     * @param parts without quotes: catalog, database and object, or less
     * @param first index of its first token
     * @param next index of the token after it
     */
    public record Name(List<String> parts, int first, int next) {

        public Name {
            parts = List.copyOf(parts);
        }

        public String last() {
            return parts.get(parts.size() - 1);
        }

        /**
         * With what is missing taken from the current catalog and database.
         *
         * @param namespace both, with a point between
         */
        public String qualified(String namespace) {
            String joined = String.join(".", parts);
            int point = namespace.indexOf('.');
            return switch (parts.size()) {
                case 1 -> namespace + "." + joined;
                case 2 -> namespace.substring(0, Math.max(0, point)) + "." + joined;
                default -> joined;
            };
        }
    }

    private SqlNames() {}

    /** Names that stand where a table can stand; some may be columns. */
    public static List<Name> tables(List<SqlToken> tokens) {
        List<Name> names = new ArrayList<>();
        for (int i = 1; i < tokens.size(); i++) {
            SqlToken before = tokens.get(i - 1);
            boolean place =
                    before.is("FROM")
                            || before.is("JOIN")
                            || before.is("TABLE")
                            || before.is("INTO")
                            || before.is("OVERWRITE")
                            || before.symbol(",")
                            || before.symbol("(");
            if (place && tokens.get(i).identifier()) {
                Name name = at(tokens, i);
                if (name.next() >= tokens.size()
                        || before.is("INTO")
                        || !tokens.get(name.next()).symbol("(")) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** Names with a bracket behind them. */
    public static List<Name> calls(List<SqlToken> tokens) {
        List<Name> names = new ArrayList<>();
        int i = 0;
        while (i < tokens.size()) {
            if (!tokens.get(i).identifier()) {
                i++;
                continue;
            }
            Name name = at(tokens, i);
            if (name.next() < tokens.size() && tokens.get(name.next()).symbol("(")) {
                names.add(name);
            }
            i = name.next();
        }
        return names;
    }

    /** The name that begins at a token that is an identifier. */
    public static Name at(List<SqlToken> tokens, int first) {
        List<String> parts = new ArrayList<>();
        parts.add(tokens.get(first).value());
        int i = first + 1;
        while (i + 1 < tokens.size()
                && tokens.get(i).symbol(".")
                && tokens.get(i + 1).identifier()) {
            parts.add(tokens.get(i + 1).value());
            i += 2;
        }
        return new Name(parts, first, i);
    }

    /**
     * What CREATE or DROP names: behind TABLE, VIEW or FUNCTION and IF [NOT] EXISTS.
     *
     * @param kind the keyword, in upper case
     */
    public static List<Name> defined(List<SqlToken> tokens, String kind) {
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i).is(kind)) {
                int at = i + 1;
                while (at < tokens.size()
                        && (tokens.get(at).is("IF")
                                || tokens.get(at).is("NOT")
                                || tokens.get(at).is("EXISTS"))) {
                    at++;
                }
                return at < tokens.size() && tokens.get(at).identifier()
                        ? List.of(at(tokens, at))
                        : List.of();
            }
        }
        return List.of();
    }
}
