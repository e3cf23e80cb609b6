package flinktriage.plan;

import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How long the state of one operator lives at most after it was last written.
 *
 * @param value set if, and only if, a TTL reaches the operator
 */
public record Ttl(Source source, Optional<Duration> value) {

    public enum Source {
        /** {@code table.exec.state.ttl} of the script. */
        SETTING,
        /** A STATE_TTL hint that the planner has taken up. */
        HINT,
        /** The operator's entry in a compiled plan. */
        COMPILED_PLAN,
        /** None is set: Flink's default, which is never. */
        NONE,
        /** One is set, but operators of this kind do not heed it (Flink 1.20 and 2.3). */
        NOT_HEEDED,
        /** The plan does not say, and there is no script. */
        UNKNOWN
    }

    public static final String KEY = "table.exec.state.ttl";
    public static final String STRATEGY = "table.exec.sink.upsert-materialize-strategy.type";

    /**
     * Those that a compiled plan has an entry for (the planner's {@code StateMetadata}), and those
     * that read the setting when they are started.
     */
    private static final Set<String> HEED =
            Set.of(
                    "ChangelogNormalize",
                    "Deduplicate",
                    "GlobalGroupAggregate",
                    "GroupAggregate",
                    "GroupTableAggregate",
                    "IncrementalGroupAggregate",
                    "Join",
                    "Limit",
                    "MultiJoin",
                    "ProcessTableFunction",
                    "PythonGroupAggregate",
                    "PythonGroupTableAggregate",
                    "Rank",
                    "SinkMaterializer",
                    "SortLimit",
                    "TemporalJoin");

    /** Those that log "TTL is not supported and will be disabled" (FLINK-38463). */
    public static final Set<String> WITHOUT_TTL = Set.of("VALUE", "MAP", "ADAPTIVE");

    public boolean bounds() {
        return value.isPresent();
    }

    /**
     * Of an operator that keeps state.
     *
     * @param form of the script that the statement belongs to
     */
    public static Ttl of(PlanNode node, SqlStatement statement, SqlScript.Form form) {
        if (disabled(node.operator(), statement)) {
            return without(Source.NOT_HEEDED);
        }
        if (!node.states().isEmpty()) {
            return longest(
                    Source.COMPILED_PLAN,
                    node.states().stream().map(SqlPlan.State::ttl).map(Optional::of).toList());
        }
        Optional<Duration> setting =
                Optional.ofNullable(statement.settings().get(KEY))
                        .flatMap(DurationText::parse)
                        .filter(d -> !d.isZero());
        boolean known = form == SqlScript.Form.SQL || setting.isPresent();
        if (!heeds(node.operator())) {
            return without(setting.isPresent() ? Source.NOT_HEEDED : Source.NONE);
        }
        List<Optional<Duration>> hinted = HintedTtl.of(node);
        if (hinted.stream().anyMatch(Optional::isPresent)) {
            boolean all = hinted.stream().allMatch(Optional::isPresent);
            if (!all && !known) {
                return without(Source.UNKNOWN);
            }
            List<Optional<Duration>> each = new ArrayList<>();
            hinted.forEach(h -> each.add(h.isPresent() ? h : setting));
            return longest(Source.HINT, each);
        }
        if (!known) {
            return without(Source.UNKNOWN);
        }
        return setting.isPresent() ? new Ttl(Source.SETTING, setting) : without(Source.NONE);
    }

    /** True if a TTL that is set for the whole job makes the operator forget. */
    public static boolean heeds(Operator o) {
        if (o.is("OverAggregate", "PythonOverAggregate")) {
            return StateKind.of(o).bound() != StateKind.Bound.TIME;
        }
        return o.sql() && HEED.contains(o.kind()) || materializes(o);
    }

    /** True if rows are kept because the key of the query is not the one that is needed. */
    public static boolean materializes(Operator o) {
        return o.is("SinkMaterializer")
                || o.is("Sink", "LookupJoin")
                        && o.attribute("upsertMaterialize").orElse("").equals("true");
    }

    /** True for a sink whose strategy switches any TTL off. */
    public static boolean disabled(Operator o, SqlStatement statement) {
        String strategy = statement.settings().getOrDefault(STRATEGY, "").strip();
        String conflict = o.attribute("conflictStrategy").orElse("DEDUPLICATE");
        return o.is("Sink", "SinkMaterializer")
                && conflict.equals("DEDUPLICATE")
                && WITHOUT_TTL.stream().anyMatch(strategy::equalsIgnoreCase);
    }

    /** One state without a TTL is enough to grow for ever. */
    private static Ttl longest(Source source, List<Optional<Duration>> each) {
        Duration longest = Duration.ZERO;
        for (Optional<Duration> one : each) {
            if (one.isEmpty() || one.get().isZero()) {
                return without(Source.NONE);
            }
            longest = one.get().compareTo(longest) > 0 ? one.get() : longest;
        }
        return new Ttl(source, Optional.of(longest));
    }

    private static Ttl without(Source source) {
        return new Ttl(source, Optional.empty());
    }
}
