package flinktriage.plan;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlView;
import flinktriage.plan.ClauseText.Found;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the part of a statement, or of a view that it reads, that an operator of its plan comes
 * from. The plan has no positions: of several candidates that one is taken whose tables are those
 * that the operator reads, and whose columns are those of its digest. If that decides nothing there
 * is no answer.
 */
public final class ClauseFinder {

    private static final double TABLES = 10;
    private static final double SINK = 4;
    private static final double ORDER = 2;
    private static final double NEAR = 2;
    private static final double SAME = 1e-9;

    private final SqlStatement statement;
    private final StatementPlan plan;
    private final List<ClauseText> texts = new ArrayList<>();

    public ClauseFinder(SqlStatement statement, StatementPlan plan) {
        this.statement = statement;
        this.plan = plan;
        SourceSpan at = statement.at();
        texts.add(text(at, statement.text()));
        statement.views().forEach(v -> texts.add(text(v.at(), v.text())));
    }

    private static ClauseText text(SourceSpan at, String sql) {
        return new ClauseText(new SourceText(at.file(), sql, at.line(), at.column()));
    }

    /**
     * @param clauses the likeliest first
     */
    public Optional<SourceSpan> find(PlanNode node, List<Clause> clauses) {
        Set<String> reads = tables(node);
        Set<String> columns = columns(node.operator());
        Set<String> sinks = sinks(node);
        double best = Double.NEGATIVE_INFINITY;
        boolean tie = false;
        Optional<SourceSpan> at = Optional.empty();
        Found chosen = null;
        for (ClauseText text : texts) {
            for (int c = 0; c < clauses.size(); c++) {
                for (Found found : text.find(clauses.get(c), reads)) {
                    double score =
                            TABLES * overlap(reads, tables(text, found))
                                    + share(columns, words(text, found.from(), found.to()))
                                    + NEAR * share(columns, words(text, found))
                                    + (writes(text, found, sinks) ? SINK : 0)
                                    - ORDER * c;
                    if (score > best + SAME) {
                        best = score;
                        tie = false;
                        chosen = found;
                        at = Optional.of(span(text, found));
                    } else if (score > best - SAME) {
                        tie |= !chosen.sameScope(found);
                    }
                }
            }
        }
        return tie ? Optional.empty() : at;
    }

    private static SourceSpan span(ClauseText text, Found found) {
        int start = text.tokens().get(found.first()).start();
        int end = text.tokens().get(found.last()).end();
        return text.source().span(start, end);
    }

    /** The names of the tables that a node reads, without catalog and database. */
    static Set<String> tables(PlanNode node) {
        Set<String> names = new HashSet<>();
        for (PlanNode n : node.upstream()) {
            TableName.of(n.operator()).map(TableName::shortName).ifPresent(names::add);
        }
        return names;
    }

    /** The sinks that a node feeds. */
    private Set<String> sinks(PlanNode node) {
        Set<String> names = new HashSet<>();
        List<PlanNode> above = new ArrayList<>(plan.downstream(node));
        above.add(node);
        above.stream()
                .filter(plan.sinks()::contains)
                .flatMap(sink -> TableName.of(sink.operator()).stream())
                .forEach(name -> names.add(name.shortName()));
        return names;
    }

    /** In a statement set only the INSERT matters that the operator works for. */
    private boolean writes(ClauseText text, Found found, Set<String> sinks) {
        if (plan.sinks().size() < 2 || text != texts.get(0)) {
            return true;
        }
        for (int i = found.first(); i > 0; i--) {
            if (text.tokens().get(i).symbol(";")) {
                return false;
            }
            boolean into = text.tokens().get(i - 1).is("INTO");
            if (into && text.tokens().get(i).identifier()) {
                return sinks.stream().anyMatch(words(text, i, i + 5)::contains);
            }
        }
        return false;
    }

    private Set<String> tables(ClauseText text, Found found) {
        Set<String> names = new HashSet<>();
        Set<String> open = words(text, found.from(), found.to());
        // Views are listed nearest first, so that one pass sees those inside of others.
        for (SqlView view : statement.views()) {
            if (open.contains(shortName(view.name()))) {
                ClauseText inner = text(view.at(), view.text());
                open.addAll(words(inner, 0, inner.tokens().size()));
            }
        }
        statement.tables().values().stream()
                .map(t -> t.shortName())
                .filter(open::contains)
                .forEach(names::add);
        return names;
    }

    private static String shortName(String qualified) {
        return qualified.substring(qualified.lastIndexOf('.') + 1);
    }

    private static Set<String> words(ClauseText text, Found found) {
        return words(text, found.first(), found.last() + 1);
    }

    private static Set<String> words(ClauseText text, int from, int to) {
        Set<String> words = new HashSet<>();
        for (int i = from; i < Math.min(to, text.tokens().size()); i++) {
            if (text.tokens().get(i).identifier()) {
                words.add(text.tokens().get(i).value());
            }
        }
        return words;
    }

    /** The identifiers of what tells one operator of a kind from another. */
    private static Set<String> columns(Operator o) {
        Set<String> names = new HashSet<>();
        for (String key : List.of("groupBy", "partitionBy", "orderBy", "key", "where", "lookup")) {
            SqlTokens.of(o.attribute(key).orElse("")).stream()
                    .filter(SqlToken::identifier)
                    .map(t -> t.value().replaceFirst("(?<=\\D)\\d+$", ""))
                    .filter(name -> !name.isEmpty())
                    .forEach(names::add);
        }
        return names;
    }

    private static double overlap(Set<String> a, Set<String> b) {
        Set<String> all = new HashSet<>(a);
        all.addAll(b);
        Set<String> both = new HashSet<>(a);
        both.retainAll(b);
        return all.isEmpty() ? 1 : (double) both.size() / all.size();
    }

    private static double share(Set<String> wanted, Set<String> there) {
        long found = wanted.stream().filter(there::contains).count();
        return wanted.isEmpty() ? 0 : (double) found / wanted.size();
    }
}
