package flinktriage.plan;

import flinktriage.model.SqlColumn;
import flinktriage.model.SqlUnion;
import flinktriage.plan.PlanComparison.Change;
import flinktriage.plan.PlanComparison.Change.Kind;
import flinktriage.plan.PlanComparison.Pair;
import flinktriage.plan.PlanComparison.Restore;
import flinktriage.plan.PlanComparison.Status;
import flinktriage.plan.RowTypes.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares one statement with its earlier version. */
final class StatementComparison {

    private final PlannedSql before;
    private final PlannedSql after;
    private final List<Change> changes = new ArrayList<>();

    /** Whether a TTL came or went for an operator that both versions have. */
    private boolean switched;

    private StatementComparison(PlannedSql before, PlannedSql after) {
        this.before = before;
        this.after = after;
    }

    static Pair of(String name, PlannedSql before, PlannedSql after) {
        return new StatementComparison(before, after).pair(name);
    }

    /** An operator with its state, for telling whether two are the same. */
    private record Keeper(OperatorState state, String kind, String layout) {}

    private Pair pair(String name) {
        if (before.plan().isEmpty() || after.plan().isEmpty()) {
            unions();
            String which = before.plan().isEmpty() ? "old" : "new";
            return new Pair(
                    name,
                    after.at(),
                    Status.CHANGED,
                    changes,
                    Restore.UNKNOWN,
                    "there is no plan of the " + which + " version");
        }
        tables();
        unions();
        results();
        filters();
        List<Keeper> old = keepers(before);
        List<Keeper> now = keepers(after);
        boolean same = states(old, now);
        boolean around = shape(before).equals(shape(after));
        boolean text = digests(before).equals(digests(after));
        Status status = changes.isEmpty() && text ? Status.SAME : Status.CHANGED;
        if (same && switched && before22()) {
            return new Pair(
                    name,
                    after.at(),
                    status,
                    changes,
                    Restore.NOT_ALL,
                    "a TTL comes or goes, and before Flink 2.2 restoring then fails with a"
                            + " StateMigrationException (FLINK-32955)");
        }
        return new Pair(
                name,
                after.at(),
                status,
                changes,
                restore(old, now, same, around),
                why(old, now, same, around));
    }

    /** False if the version is not known. */
    private boolean before22() {
        return after.script().flinkVersion().stream()
                .anyMatch(v -> v.startsWith("1.") || v.startsWith("2.0") || v.startsWith("2.1"));
    }

    private static Restore restore(
            List<Keeper> old, List<Keeper> now, boolean same, boolean around) {
        if (old.isEmpty() && now.isEmpty()) {
            return Restore.NO_STATE;
        }
        return !same ? Restore.NOT_ALL : around ? Restore.LIKELY : Restore.COMPILED_PLAN_ONLY;
    }

    private static String why(List<Keeper> old, List<Keeper> now, boolean same, boolean around) {
        if (old.isEmpty() && now.isEmpty()) {
            return "no operator keeps state; only the positions of the sources are restored";
        }
        if (!same) {
            return "operators that keep state differ: the old state of those does not fit, and"
                    + " restoring fails or drops it";
        }
        return around
                ? "the same operators in the same order, with the same keys and types; Flink promises"
                        + " it only for a compiled plan (COMPILE PLAN, then EXECUTE PLAN)"
                : "the operators that keep state are the same, but not those around them: without a"
                        + " compiled plan Flink makes the operators' ids from the whole plan, and"
                        + " finds no state for new ids";
    }

    /** Columns of the tables that either version reads. */
    private void tables() {
        after.statement()
                .tables()
                .forEach(
                        (name, now) -> {
                            var old = before.statement().tables().get(name);
                            if (old != null && reads(name)) {
                                columns("table " + now.shortName(), old.columns(), now.columns());
                                if (!old.primaryKey().equals(now.primaryKey())) {
                                    change(
                                            Kind.COLUMN,
                                            "table %s: primary key %s, was %s"
                                                    .formatted(
                                                            now.shortName(),
                                                            now.primaryKey(),
                                                            old.primaryKey()));
                                }
                            }
                        });
    }

    private boolean reads(String table) {
        return Stream.of(before, after)
                .flatMap(p -> p.operators().stream())
                .anyMatch(
                        o -> RowTypes.table(o.node().operator()).filter(table::equals).isPresent());
    }

    private void unions() {
        List<SqlUnion> old = before.statement().unions();
        List<SqlUnion> now = after.statement().unions();
        for (int u = 0; u < Math.min(old.size(), now.size()); u++) {
            List<SqlUnion.Branch> was = old.get(u).branches();
            List<SqlUnion.Branch> is = now.get(u).branches();
            if (was.size() != is.size()) {
                change(
                        Kind.COLUMN,
                        "set operation %d has %d branches, had %d"
                                .formatted(u + 1, is.size(), was.size()));
            }
            for (int b = 0; b < Math.min(was.size(), is.size()); b++) {
                columns(
                        "branch %d of set operation %d".formatted(b + 1, u + 1),
                        was.get(b).columns(),
                        is.get(b).columns());
            }
        }
    }

    private void results() {
        List<List<SqlColumn>> old = rows(before);
        List<List<SqlColumn>> now = rows(after);
        for (int i = 0; i < Math.min(old.size(), now.size()); i++) {
            columns(now.size() == 1 ? "result" : "result " + (i + 1), old.get(i), now.get(i));
        }
    }

    private static List<List<SqlColumn>> rows(PlannedSql p) {
        List<List<SqlColumn>> rows = new ArrayList<>();
        for (PlanNode sink : p.plan().orElseThrow().sinks()) {
            rows.add(
                    p.types().orElseThrow().of(sink).stream()
                            .map(c -> new SqlColumn(c.name(), c.type().orElse("")))
                            .toList());
        }
        return rows;
    }

    /** By position, as a sink and a union take them. */
    private void columns(String of, List<SqlColumn> old, List<SqlColumn> now) {
        for (int i = 0; i < Math.max(old.size(), now.size()); i++) {
            Optional<SqlColumn> was = i < old.size() ? Optional.of(old.get(i)) : Optional.empty();
            Optional<SqlColumn> is = i < now.size() ? Optional.of(now.get(i)) : Optional.empty();
            if (!was.equals(is)) {
                change(
                        Kind.COLUMN,
                        "%s, column %d: %s, was %s".formatted(of, i + 1, shown(is), shown(was)));
            }
        }
    }

    private static String shown(Optional<SqlColumn> column) {
        return column.map(c -> (c.name() + " " + c.type()).strip()).orElse("none");
    }

    private void filters() {
        Map<String, String> old = Filters.of(before.plan().orElseThrow());
        Map<String, String> now = Filters.of(after.plan().orElseThrow());
        now.forEach(
                (condition, place) -> {
                    String was = old.get(condition);
                    if (was == null) {
                        change(Kind.FILTER, "new: " + condition + ", " + place);
                    } else if (!was.equals(place)) {
                        change(Kind.FILTER, condition + ": " + place + ", was " + was);
                    }
                });
        old.forEach(
                (condition, place) -> {
                    if (!now.containsKey(condition)) {
                        change(Kind.FILTER, "gone: " + condition + ", was " + place);
                    }
                });
    }

    /** Tells what came, went and changed; true if all that keep state are as before. */
    private boolean states(List<Keeper> old, List<Keeper> now) {
        boolean same = old.size() == now.size();
        int o = 0;
        int n = 0;
        while (o < old.size() || n < now.size()) {
            if (o < old.size() && n < now.size() && old.get(o).kind().equals(now.get(n).kind())) {
                same &= matched(old.get(o++), now.get(n++));
            } else if (o < old.size() && (n == now.size() || !has(now, n, old.get(o).kind()))) {
                same = false;
                change(Kind.OPERATOR, "gone: " + describe(old.get(o++)));
            } else {
                same = false;
                change(Kind.OPERATOR, "new: " + describe(now.get(n++)));
            }
        }
        return same;
    }

    private static boolean has(List<Keeper> list, int from, String kind) {
        return list.subList(from, list.size()).stream().anyMatch(k -> k.kind().equals(kind));
    }

    private boolean matched(Keeper old, Keeper now) {
        Optional<Ttl> was = old.state().ttl();
        Optional<Ttl> is = now.state().ttl();
        if (!was.map(Ttl::value).equals(is.map(Ttl::value))) {
            boolean comesOrGoes =
                    was.filter(Ttl::bounds).isPresent() != is.filter(Ttl::bounds).isPresent();
            switched |= comesOrGoes;
            change(
                    Kind.TTL,
                    "%s: %s, was %s%s"
                            .formatted(
                                    now.kind(),
                                    ttl(is),
                                    ttl(was),
                                    comesOrGoes
                                            ? "; before Flink 2.2 state does not restore when a TTL"
                                                    + " comes or goes"
                                            : ""));
        }
        if (old.layout().equals(now.layout())) {
            return true;
        }
        change(Kind.STATE, now.kind() + ": " + now.layout() + ", was " + old.layout());
        return false;
    }

    private static String ttl(Optional<Ttl> ttl) {
        return ttl.flatMap(Ttl::value).map(d -> "TTL of " + DurationText.print(d)).orElse("no TTL");
    }

    private static String describe(Keeper k) {
        return k.kind() + ", which keeps " + k.state().kind().keeps();
    }

    private static List<Keeper> keepers(PlannedSql p) {
        return p.keeping().stream()
                .map(s -> new Keeper(s, s.node().operator().kind(), layout(p, s)))
                .toList();
    }

    /**
     * What decides how state is stored: the keys, the strategy, the calls, the types of the rows.
     */
    private static String layout(PlannedSql p, OperatorState s) {
        Operator o = s.node().operator();
        List<String> parts = new ArrayList<>();
        for (String key :
                List.of(
                        "groupBy",
                        "partitionBy",
                        "key",
                        "joinType",
                        "leftInputSpec",
                        "rightInputSpec",
                        "strategy",
                        "rankRange",
                        "keep",
                        "order",
                        "orderBy",
                        "window",
                        "windowBounds",
                        "pattern",
                        "conflictStrategy")) {
            o.attribute(key).ifPresent(v -> parts.add(key + " " + v));
        }
        if (o.kind().endsWith("Aggregate")) {
            parts.add("calls " + calls(p, s.node()));
        } else {
            for (PlanNode input : s.node().inputs()) {
                parts.add("rows (" + row(p.types().orElseThrow().of(input)) + ")");
            }
        }
        s.distributions().forEach(d -> parts.add("by " + d));
        return String.join("; ", parts);
    }

    /** With the type of what MIN, MAX and the like keep; sums are kept in the widest type. */
    private static String calls(PlannedSql p, PlanNode node) {
        Operator o = node.operator();
        List<Column> in =
                node.inputs().stream()
                        .flatMap(i -> p.types().orElseThrow().of(i).stream())
                        .toList();
        return o.list("select").stream()
                .filter(item -> !o.list("groupBy").contains(item))
                .map(item -> item.replaceAll(" AS [^ ]*$", ""))
                .map(call -> call + kept(call, in))
                .collect(Collectors.joining(", "));
    }

    private static String kept(String call, List<Column> in) {
        if (call.matches("\\$?(COUNT|SUM|SUM0|AVG)(_RETRACT)?\\(.*")) {
            return "";
        }
        return in.stream()
                .filter(c -> call.endsWith("(" + c.name() + ")"))
                .flatMap(c -> c.type().stream())
                .map(t -> " of " + t)
                .findFirst()
                .orElse("");
    }

    private static String row(List<Column> columns) {
        return columns.stream()
                .map(c -> c.type().orElse(c.name()))
                .collect(Collectors.joining(", "));
    }

    /** The kinds of all operators in their order, which Flink makes ids from. */
    private static List<String> shape(PlannedSql p) {
        return p.operators().stream()
                .map(s -> s.node().operator().kind() + inputs(s.node()))
                .toList();
    }

    private static List<Integer> inputs(PlanNode node) {
        return node.inputs().stream().map(PlanNode::id).toList();
    }

    private static List<String> digests(PlannedSql p) {
        return p.operators().stream()
                .map(s -> s.node().operator().raw().replaceFirst("^\\[\\d+]:", ""))
                .toList();
    }

    private void change(Kind kind, String what) {
        changes.add(new Change(kind, what));
    }
}
