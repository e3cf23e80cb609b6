package flinktriage.sql.planner;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlTable;
import flinktriage.plan.SqlToken;
import flinktriage.plan.SqlTokens;
import flinktriage.sql.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.operations.CreateTableASOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.ReplaceTableAsOperation;
import org.apache.flink.table.operations.materializedtable.CreateMaterializedTableOperation;

/** Statements in one mode, streaming or batch. They are planned, never run. */
final class Execution {

    private static final int CAUSES = 20;

    private final Session session;
    private final Definitions definitions;
    private final ExplainDetail[] details;

    Execution(ClassLoader loader, boolean batch, Map<String, String> changelogs) {
        this.session = new Session(loader, batch);
        this.definitions = new Definitions(session, changelogs);
        // Both are about changes, of which batch execution has none.
        this.details =
                batch
                        ? new ExplainDetail[0]
                        : new ExplainDetail[] {
                            ExplainDetail.CHANGELOG_MODE, ExplainDetail.PLAN_ADVICE
                        };
    }

    void configure(Map<String, String> settings, Map<String, String> functions) {
        session.configure(settings);
        definitions.functionTypes(functions);
    }

    List<Operation> parse(String statement) {
        return session.environment().getParser().parse(statement);
    }

    /** The same object as long as nothing has changed. */
    Map<String, SqlTable> tables() {
        return definitions.tables();
    }

    Answer run(List<String> parts, SourceSpan at) {
        int part = 0;
        try {
            List<Operation> planned = new ArrayList<>();
            for (; part < parts.size(); part++) {
                for (Operation operation : parse(parts.get(part))) {
                    planned.addAll(planned(operation, parts.get(part), at));
                }
            }
            part = parts.size() == 1 ? 0 : -1;
            Optional<String> plan =
                    planned.isEmpty()
                            ? Optional.empty()
                            : Optional.of(session.environment().explainInternal(planned, details));
            return answer(plan, Optional.empty());
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            return answer(Optional.empty(), Optional.of(new Answer.Failure(part, causes(e))));
        }
    }

    private List<Operation> planned(Operation operation, String text, SourceSpan at) {
        if (operation instanceof CreateMaterializedTableOperation o) {
            Operation query = parse(query(text)).get(0);
            if (query instanceof QueryOperation q) {
                definitions.materialized(o.getTableIdentifier(), q.getResolvedSchema(), at);
            }
            return List.of(query);
        }
        if (operation instanceof CreateTableASOperation o) {
            definitions.apply(o.getCreateTableOperation(), at);
            return List.of(o.toSinkModifyOperation(session.catalogs()));
        }
        if (operation instanceof ReplaceTableAsOperation o) {
            definitions.replace(o.getCreateTableOperation(), at);
            return List.of(o.toSinkModifyOperation(session.catalogs()));
        }
        if (operation instanceof ModifyOperation || operation instanceof QueryOperation) {
            return List.of(operation);
        }
        definitions.apply(operation, at);
        return List.of();
    }

    /** What follows AS, in its place, so that errors keep theirs. */
    private static String query(String materializedTable) {
        int end = 0;
        List<SqlToken> tokens = SqlTokens.of(materializedTable);
        for (int i = 0; i + 1 < tokens.size() && end == 0; i++) {
            SqlToken next = tokens.get(i + 1);
            if (tokens.get(i).is("AS")
                    && (next.is("SELECT") || next.is("WITH") || next.symbol("("))) {
                end = next.start();
            }
        }
        return materializedTable.substring(0, end).replaceAll("[^\\n\\r]", " ")
                + materializedTable.substring(end);
    }

    private Answer answer(Optional<String> plan, Optional<Answer.Failure> failure) {
        return new Answer(
                plan, failure, definitions.tables(), definitions.external(), session.namespace());
    }

    private static List<Answer.Cause> causes(Throwable failure) {
        List<Answer.Cause> causes = new ArrayList<>();
        for (Throwable t = failure; t != null && causes.size() < CAUSES; t = t.getCause()) {
            String message = t.getMessage() == null ? "" : t.getMessage();
            causes.add(new Answer.Cause(t.getClass().getSimpleName(), message));
        }
        return causes;
    }
}
