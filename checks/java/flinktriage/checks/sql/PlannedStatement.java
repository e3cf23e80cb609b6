package flinktriage.checks.sql;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Severity;
import flinktriage.check.StatementView;
import flinktriage.check.Subject;
import flinktriage.model.Provenance;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.Clause;
import flinktriage.plan.ClauseFinder;
import flinktriage.plan.DurationText;
import flinktriage.plan.HintedTtl;
import flinktriage.plan.PlanNode;
import flinktriage.plan.StatementPlan;
import flinktriage.plan.Ttl;
import java.util.List;
import java.util.Optional;

/** A statement with its plan, and how findings about it are worded. */
record PlannedStatement(StatementView view, StatementPlan plan, Provenance from) {

    static PlannedStatement of(StatementView view) {
        return new PlannedStatement(
                view,
                StatementPlan.of(view.statement().plan().require()),
                view.statement().plan().from());
    }

    SqlStatement sql() {
        return view.statement();
    }

    /** True if the settings in force are known, those that are not set included. */
    boolean settingsKnown() {
        return view.script().form() == SqlScript.Form.SQL;
    }

    /** Of the planner, or empty. */
    String flinkVersion() {
        return view.script().flinkVersion().stream().findFirst().orElse("");
    }

    Ttl ttl(PlanNode node) {
        return Ttl.of(node, sql(), view.script().form());
    }

    /** A rule about unbounded state is a note where a TTL bounds it. */
    static Severity severity(Severity severity, Ttl ttl) {
        if (ttl.bounds()) {
            return Severity.INFO;
        }
        return ttl.source() == Ttl.Source.UNKNOWN && severity != Severity.INFO
                ? Severity.values()[severity.ordinal() - 1]
                : severity;
    }

    /** What there is to say of the TTL, after a semicolon. */
    String says(PlanNode node, Ttl ttl) {
        String value = ttl.value().map(DurationText::print).orElse("");
        return switch (ttl.source()) {
            case SETTING -> Ttl.KEY + " of " + value + " bounds it";
            case HINT -> "a STATE_TTL hint of " + value + " bounds it";
            case COMPILED_PLAN -> "the compiled plan gives it a state TTL of " + value;
            case NOT_HEEDED -> "the state TTL that is set does not reach it";
            case UNKNOWN -> "whether a state TTL bounds it is not in the plan";
            case NONE ->
                    partly(node)
                            ? "a STATE_TTL hint bounds only one side"
                            : "no state TTL bounds it";
        };
    }

    private static boolean partly(PlanNode node) {
        return HintedTtl.of(node).stream().anyMatch(h -> h.filter(d -> !d.isZero()).isPresent());
    }

    Finding finding(
            Severity severity,
            String reason,
            PlanNode node,
            String says,
            List<Evidence> evidence,
            List<Clause> clauses) {
        String operator = node.operator().name();
        return new Finding(
                severity,
                reason,
                Subject.statement(view.name(), at(node, clauses)).operator(operator),
                view.name() + ": " + operator + " " + says,
                evidence);
    }

    /** About the statement as a whole, or a piece of it. */
    Finding finding(
            Severity severity,
            String reason,
            Optional<SourceSpan> at,
            String says,
            List<Evidence> evidence) {
        return new Finding(
                severity,
                reason,
                Subject.statement(view.name(), at.orElse(view.firstLine())),
                view.name() + " " + says,
                evidence);
    }

    SourceSpan at(PlanNode node, List<Clause> clauses) {
        return sql().text().isEmpty()
                ? view.firstLine()
                : new ClauseFinder(sql(), plan).find(node, clauses).orElse(view.firstLine());
    }
}
