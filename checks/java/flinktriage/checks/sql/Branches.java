package flinktriage.checks.sql;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlUnion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The branches of the set operation that a rejection is about, compared with each other. */
record Branches(List<SqlUnion.Branch> branches) {

    /** Of the innermost set operation around a place; of the only one if none is around it. */
    static Branches of(SqlStatement statement, SourceSpan at) {
        List<SqlUnion> unions = statement.unions();
        Optional<SqlUnion> around =
                unions.stream()
                        .filter(u -> u.branches().stream().anyMatch(b -> contains(b.at(), at)))
                        .min(Comparator.comparingLong(Branches::size));
        return new Branches(
                around.or(() -> unions.stream().findFirst())
                        .map(SqlUnion::branches)
                        .orElse(List.of()));
    }

    private static long size(SqlUnion union) {
        return union.branches().stream()
                .mapToLong(b -> 10_000L * (b.at().endLine() - b.at().line()) + b.at().endColumn())
                .sum();
    }

    private static boolean contains(SourceSpan outer, SourceSpan inner) {
        boolean begins =
                outer.line() < inner.line()
                        || outer.line() == inner.line() && outer.column() <= inner.column();
        boolean ends =
                outer.endLine() > inner.endLine()
                        || outer.endLine() == inner.endLine()
                                && outer.endColumn() >= inner.endColumn();
        return begins && ends;
    }

    Optional<Objection> type(int column) {
        Optional<SqlColumn> first = column(0, column);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        for (int b = 1; b < branches.size(); b++) {
            Optional<SqlColumn> other =
                    column(b, column).filter(c -> !family(c).equals(family(first.get())));
            if (other.isPresent()) {
                return Optional.of(
                        Objection.branch(
                                "COLUMN_TYPE",
                                "column %d of branch %d (%s, line %d) is %s where branch 1 (%s) has %s"
                                        .formatted(
                                                column,
                                                b + 1,
                                                other.get().name(),
                                                branches.get(b).at().line(),
                                                type(other.get()),
                                                first.get().name(),
                                                type(first.get())),
                                b + 1));
            }
        }
        return Optional.empty();
    }

    Optional<Objection> count() {
        int first = branches.isEmpty() ? 0 : branches.get(0).columns().size();
        for (int b = 1; b < branches.size(); b++) {
            int other = branches.get(b).columns().size();
            if (first > 0 && other > 0 && other != first) {
                return Optional.of(
                        Objection.branch(
                                "COLUMN_COUNT",
                                "branch %d (line %d) returns %d %s where branch 1 returns %d"
                                        .formatted(
                                                b + 1,
                                                branches.get(b).at().line(),
                                                other,
                                                other == 1 ? "column" : "columns",
                                                first),
                                b + 1));
            }
        }
        return Optional.empty();
    }

    private Optional<SqlColumn> column(int branch, int column) {
        if (branch >= branches.size() || column < 1) {
            return Optional.empty();
        }
        List<SqlColumn> columns = branches.get(branch).columns();
        return column <= columns.size() ? Optional.of(columns.get(column - 1)) : Optional.empty();
    }

    private static String type(SqlColumn column) {
        return column.type().replace(" NOT NULL", "");
    }

    /** Types that SQL brings together without being asked count as one. */
    private static String family(SqlColumn column) {
        String type = type(column).replaceFirst("[(<].*", "").replaceFirst(" \\*.*", "").strip();
        return switch (type) {
            case "CHAR", "VARCHAR", "STRING" -> "text";
            case "TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL", "FLOAT", "DOUBLE" -> "number";
            case "BINARY", "VARBINARY", "BYTES" -> "bytes";
            case "ROW", "ARRAY", "MAP", "MULTISET" -> type(column);
            default -> type;
        };
    }
}
