package flinktriage.checks.sql;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.plan.Clause;
import flinktriage.plan.DurationText;
import flinktriage.plan.JobPlan;
import flinktriage.plan.Ttl;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * FT-SQ-111. Seen only if the cluster's configuration has both keys: what a session or a script
 * sets is in no REST reply.
 */
public final class TtlDisabled extends SqlCheck implements StatementRule {

    private static final String TTL = Ttl.KEY;

    public TtlDisabled() {
        super(
                CheckSpec.of(
                        "FT-SQ-111",
                        "does the sink's strategy switch the TTL off?",
                        Set.of(Need.PLAN, Need.CONFIGURATION)));
    }

    @Override
    Verdict judge(JobView job, Limits limits, JobPlan plan) {
        Map<String, String> keys = job.configuration().require();
        String ttl = keys.getOrDefault(TTL, "0").strip();
        String strategy = keys.getOrDefault(Ttl.STRATEGY, "").strip().toUpperCase(Locale.ROOT);
        if (ttl.matches("0+\\s*[a-zA-Z]*") || !Ttl.WITHOUT_TTL.contains(strategy)) {
            return new Verdict.NotApplicable(
                    "the cluster's configuration does not have both a TTL and a strategy without one"
                            + " (those of the job are not visible in REST, lint of the script knows them)");
        }
        List<Finding> findings =
                sql(plan).stream()
                        .filter(p -> p.operator().is("SinkMaterializer"))
                        .map(
                                p ->
                                        finding(
                                                p,
                                                "TTL_DISABLED",
                                                "keeps the rows of each primary key for ever: its"
                                                        + " strategy "
                                                        + strategy
                                                        + " knows no TTL, whatever "
                                                        + TTL
                                                        + " says",
                                                List.of(
                                                        Evidence.of(
                                                                "primary key columns",
                                                                Quantity.count(
                                                                        p.operator()
                                                                                .list("pk")
                                                                                .size()),
                                                                job.graphSource()))))
                        .toList();
        return Verdict.of(findings);
    }

    /** Flink 1.x does not have the option. */
    @Override
    public List<Finding> findings(PlannedStatement statement, Limits limits) {
        boolean old = statement.flinkVersion().startsWith("1.");
        String ttl = statement.sql().settings().getOrDefault(TTL, "0");
        if (old || DurationText.parse(ttl).filter(d -> !d.isZero()).isEmpty()) {
            return List.of();
        }
        return statement.plan().nodes().stream()
                .filter(n -> Ttl.disabled(n.operator(), statement.sql()))
                .filter(n -> Ttl.materializes(n.operator()))
                .map(
                        n ->
                                statement.finding(
                                        Severity.CRITICAL,
                                        "TTL_DISABLED",
                                        n,
                                        "keeps the rows of each primary key for ever: its strategy "
                                                + statement.sql().settings().get(Ttl.STRATEGY)
                                                + " knows no TTL, whatever "
                                                + TTL
                                                + " says",
                                        List.of(),
                                        List.of(Clause.INTO)))
                .toList();
    }
}
