package flinktriage.plan;

import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlTable;
import flinktriage.plan.RowTypes.Column;
import flinktriage.plan.StateEstimate.Part;
import flinktriage.plan.StateEstimate.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Estimates the state of the operators of one plan. */
final class Estimator {

    /** What emits a new version of a row that it emitted before. */
    private static final Set<String> UPDATING =
            Set.of("GroupAggregate", "GlobalGroupAggregate", "Deduplicate", "ChangelogNormalize");

    private static final double DAY_SECONDS = 86_400;
    private static final Pattern PRECEDING = Pattern.compile("(\\d{1,18}) PRECEDING");
    private static final Pattern SPAN =
            Pattern.compile("(size|slide|step|maxSize)=\\[([^\\]]*)\\]");

    private final SqlStatement statement;
    private final SqlScript.Form form;
    private final RowTypes types;
    private final Flows flows;
    private final Assumptions given;

    Estimator(StatementPlan plan, SqlStatement statement, SqlScript.Form form, Assumptions given) {
        this.statement = statement;
        this.form = form;
        this.given = given;
        types = RowTypes.of(plan, statement.tables());
        flows = new Flows(plan, given.rates());
    }

    StateEstimate of(PlanNode node) {
        return new One(node).estimate();
    }

    /** One operator. */
    private final class One {

        private final PlanNode node;
        private final Operator o;
        private final Widths widths = new Widths(given.widths());
        private final List<Term> terms = new ArrayList<>();
        private final Set<String> needs = new LinkedHashSet<>();
        private final Optional<Duration> ttl;

        One(PlanNode node) {
            this.node = node;
            o = node.operator();
            ttl = Ttl.of(node, statement, form).value();
        }

        StateEstimate estimate() {
            if (node.inputs().isEmpty() || !o.sql()) {
                return new StateEstimate.None();
            }
            collect();
            if (!needs.isEmpty()) {
                return new StateEstimate.Lacking(List.copyOf(needs));
            }
            return terms.isEmpty()
                    ? new StateEstimate.None()
                    : new StateEstimate.Sized(terms, widths.assumed());
        }

        private void collect() {
            switch (o.kind()) {
                case "GroupAggregate",
                        "GlobalGroupAggregate",
                        "IncrementalGroupAggregate",
                        "GroupTableAggregate" ->
                        aggregate();
                case "Join" -> {
                    side(0, o.attribute("leftInputSpec").orElse("NoUniqueKey"));
                    side(1, o.attribute("rightInputSpec").orElse("NoUniqueKey"));
                }
                case "MultiJoin" -> {
                    for (int i = 0; i < node.inputs().size(); i++) {
                        kept(i);
                    }
                }
                case "IntervalJoin" -> intervals();
                case "TemporalJoin" -> versions();
                case "OverAggregate" -> over();
                case "Rank" -> rank();
                case "SortLimit", "Limit" -> limit();
                case "Deduplicate" -> deduplicate();
                case "ChangelogNormalize" -> keyed(o.list("key"), 1, List.of(row(0)));
                case "GroupWindowAggregate", "WindowAggregate", "GlobalWindowAggregate" ->
                        windows();
                case "WindowJoin", "WindowRank", "WindowDeduplicate" -> windowRows();
                case "Sink", "SinkMaterializer" -> materialized();
                default -> {}
            }
        }

        private void aggregate() {
            List<String> groups = o.list("groupBy");
            List<Part> parts = new ArrayList<>();
            parts.add(widths.of("key", named(groups)));
            parts.addAll(accumulators(groups));
            if (StateKind.of(o).bound() == StateKind.Bound.ROWS) {
                kept(0);
            }
            keyed(groups, 1, parts);
        }

        /** The accumulators of the calls; a DISTINCT only counts how often a row came. */
        private List<Part> accumulators(List<String> groups) {
            List<Part> parts = new ArrayList<>();
            for (String item : o.list("select")) {
                String call = item.startsWith("$") ? item.substring(1) : item;
                int open = call.indexOf('(');
                if (groups.contains(item) || open < 0 || call.contains("('w$")) {
                    continue;
                }
                String function = call.substring(0, open).replace("_RETRACT", "");
                double bytes =
                        switch (function) {
                            case "COUNT" -> 16;
                            case "SUM", "SUM0" -> 24;
                            case "AVG" -> 40;
                            default -> 32;
                        };
                parts.add(new Part(function.equals("SUM0") ? "SUM" : function, bytes, bytes));
            }
            return parts.isEmpty() ? List.of(new Part("COUNT", 16, 16)) : parts;
        }

        /** One input of a join. */
        private void side(int input, String spec) {
            Optional<List<String>> key =
                    spec.contains("NoUniqueKey") ? Optional.empty() : key(input);
            if (key.isPresent()) {
                keyed(key.get(), 1, List.of(row(input)));
            } else {
                kept(input);
            }
        }

        /**
         * All rows of an input: one for each key of what it updates, otherwise those within the
         * TTL, or as many as come each day.
         */
        private void kept(int input) {
            Optional<PlanNode> updating =
                    origin(input).filter(n -> UPDATING.contains(n.operator().kind()));
            if (updating.isPresent()) {
                Operator by = updating.get().operator();
                keyed(
                        by.list(
                                by.is("GroupAggregate", "GlobalGroupAggregate")
                                        ? "groupBy"
                                        : "key"),
                        1,
                        List.of(row(input)));
                return;
            }
            within(
                    input,
                    ttl.map(Estimator::seconds).orElse(DAY_SECONDS),
                    ttl.map(t -> " in " + DurationText.print(t)).orElse(""),
                    ttl.isEmpty());
        }

        private void within(int input, double seconds, String span, boolean perDay) {
            Flows.Flow flow = flows.of(node.inputs().get(input));
            needs.addAll(flow.needs());
            flow.rate()
                    .ifPresent(
                            r ->
                                    terms.add(
                                            new Term(
                                                    r * seconds,
                                                    flow.of() + span,
                                                    List.of(row(input)),
                                                    perDay)));
        }

        private void intervals() {
            String bounds = o.attribute("windowBounds").orElse("");
            Matcher m = Pattern.compile("Bound=(-?\\d{1,18})").matcher(bounds);
            List<Long> limits = new ArrayList<>();
            while (m.find()) {
                limits.add(Long.parseLong(m.group(1)));
            }
            if (limits.size() == 2) {
                Duration span = Duration.ofMillis(Math.abs(limits.get(1) - limits.get(0)));
                for (int i = 0; i < node.inputs().size(); i++) {
                    within(i, seconds(span), " in " + DurationText.print(span), false);
                }
            }
        }

        private void versions() {
            key(1).ifPresent(key -> keyed(key, 1, List.of(row(1))));
        }

        private void over() {
            String window = o.attribute("window").orElse("");
            Matcher m = PRECEDING.matcher(window);
            List<String> partition = o.list("partitionBy");
            if (!m.find()) {
                List<Part> parts = new ArrayList<>(List.of(widths.of("key", named(partition))));
                parts.addAll(accumulators(partition));
                keyed(partition, 1, parts);
            } else if (window.strip().startsWith("RANGE")) {
                Duration range = Duration.ofMillis(Long.parseLong(m.group(1)));
                within(0, seconds(range), " in " + DurationText.print(range), false);
            } else {
                keyed(partition, Double.parseDouble(m.group(1)), List.of(row(0)));
            }
        }

        private void rank() {
            if (o.attribute("strategy").orElse("").startsWith("Retract")) {
                kept(0);
                return;
            }
            Matcher m =
                    Pattern.compile("rankEnd=(\\d{1,15})")
                            .matcher(o.attribute("rankRange").orElse(""));
            keyed(
                    o.list("partitionBy"),
                    m.find() ? Double.parseDouble(m.group(1)) : 1,
                    List.of(row(0)));
        }

        private void limit() {
            if (o.attribute("strategy").orElse("").startsWith("Retract")) {
                kept(0);
                return;
            }
            o.attribute("fetch")
                    .filter(f -> f.matches("\\d{1,15}"))
                    .ifPresent(f -> keyed(List.of(), Double.parseDouble(f), List.of(row(0))));
        }

        private void deduplicate() {
            boolean flag =
                    o.attribute("keep").orElse("").equals("FirstRow")
                            && o.attribute("order").orElse("").equals("PROCTIME");
            List<String> key = o.list("key");
            keyed(
                    key,
                    1,
                    flag
                            ? List.of(widths.of("key", named(key)), new Part("flag", 1, 1))
                            : List.of(row(0)));
        }

        /** The window that is open, and the one that waits for the watermark. */
        private void windows() {
            double open = 2;
            List<Double> spans = new ArrayList<>();
            Matcher m = SPAN.matcher(o.attribute("window").orElse(""));
            while (m.find()) {
                DurationText.parse(m.group(2)).map(Estimator::seconds).ifPresent(spans::add);
            }
            if (spans.size() == 2) {
                double large = Math.max(spans.get(0), spans.get(1));
                double small = Math.min(spans.get(0), spans.get(1));
                open = small > 0 ? Math.ceil(large / small) + 1 : open;
            }
            List<String> groups = o.list("groupBy");
            List<Part> parts = new ArrayList<>(List.of(widths.of("key", named(groups))));
            parts.addAll(accumulators(groups));
            keyed(groups, open, parts);
        }

        private void windowRows() {
            String windows = o.raw();
            Matcher m = SPAN.matcher(windows);
            Optional<Duration> size = Optional.empty();
            while (m.find()) {
                if (m.group(1).endsWith("ize")) {
                    size = DurationText.parse(m.group(2));
                }
            }
            for (int i = 0; size.isPresent() && i < node.inputs().size(); i++) {
                within(i, seconds(size.get()), " in " + DurationText.print(size.get()), false);
            }
        }

        private void materialized() {
            if (!OperatorState.materializes(o)) {
                return;
            }
            Optional<List<String>> key =
                    RowTypes.table(o)
                            .map(statement.tables()::get)
                            .map(SqlTable::primaryKey)
                            .filter(k -> !k.isEmpty());
            if (key.isPresent()) {
                keyed(key.get(), 1, List.of(row(0)));
            } else {
                needs.add("the script with the sink's CREATE TABLE");
            }
        }

        private void keyed(List<String> columns, double each, List<Part> parts) {
            List<String> names = columns.stream().filter(c -> !c.startsWith("window_")).toList();
            Optional<Double> together = number(names);
            double count = each;
            List<String> missing = new ArrayList<>();
            if (together.isPresent()) {
                count *= together.get();
            } else {
                for (String name : names) {
                    Optional<Double> n = number(List.of(name));
                    count *= n.orElse(1.0);
                    if (n.isEmpty()) {
                        missing.add(name);
                    }
                }
            }
            if (!missing.isEmpty()) {
                needs.add(
                        names.size() == 1
                                ? "--keys " + names.get(0) + "=N"
                                : "--keys " + String.join(",", names) + "=N (combinations)");
                return;
            }
            String of = names.isEmpty() ? "in all" : String.join(", ", names);
            terms.add(
                    new Term(
                            count,
                            each > 1 && !names.isEmpty() ? of + " x " + (long) each : of,
                            parts,
                            false));
        }

        /** By the name of the plan, or the one that the planner made it of: {@code user_id0}. */
        private Optional<Double> number(List<String> columns) {
            for (var entry : given.keys().entrySet()) {
                Set<String> named =
                        new LinkedHashSet<>(List.of(entry.getKey().strip().split("\\s*,\\s*")));
                if (named.equals(Set.copyOf(columns))) {
                    return Optional.of(entry.getValue());
                }
            }
            String first = columns.isEmpty() ? "" : columns.get(0);
            String origin = first.replaceAll("(?<=\\D)\\d{1,3}$", "");
            return columns.size() != 1 || origin.equals(first)
                    ? Optional.empty()
                    : Optional.ofNullable(given.keys().get(origin));
        }

        /** The primary key of the table that an input reads, if that is all that it does. */
        private Optional<List<String>> key(int input) {
            Optional<PlanNode> from = origin(input);
            if (from.filter(n -> n.operator().is("ChangelogNormalize")).isPresent()) {
                return Optional.of(from.get().operator().list("key")).filter(k -> !k.isEmpty());
            }
            return from.flatMap(n -> RowTypes.table(n.operator()))
                    .map(statement.tables()::get)
                    .map(SqlTable::primaryKey)
                    .filter(k -> !k.isEmpty());
        }

        /** What feeds an input, behind all that only hands rows on. */
        private Optional<PlanNode> origin(int input) {
            PlanNode from = node.inputs().get(input);
            return SqlKinds.TRANSPARENT.contains(from.operator().kind())
                    ? from.originNode()
                    : Optional.of(from);
        }

        private Part row(int input) {
            List<Column> columns = types.of(node.inputs().get(input));
            if (columns.stream().noneMatch(c -> c.type().isPresent())) {
                needs.add("the script with its CREATE TABLE statements, for the types");
            }
            return widths.of("row", columns);
        }

        private List<Column> named(List<String> names) {
            List<Column> found = new ArrayList<>();
            for (PlanNode input : node.inputs()) {
                types.of(input).stream().filter(c -> names.contains(c.name())).forEach(found::add);
            }
            return found;
        }
    }

    private static double seconds(Duration d) {
        return d.toMillis() / 1000.0;
    }
}
