package flinktriage.sql.planner;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import flinktriage.sql.Answer;
import flinktriage.sql.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.CreateTableASOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.ReplaceTableAsOperation;

/** The planner of the Flink that this class was loaded with. */
public final class FlinkPlanner implements Planner {

    private final ClassLoader loader = FlinkPlanner.class.getClassLoader();
    private final Session session;
    private final Definitions definitions;

    /**
     * @param changelogs what a table emits, by its name, qualified or not
     */
    public FlinkPlanner(Map<String, String> changelogs) {
        this.session = inside(() -> new Session(loader));
        this.definitions = new Definitions(session, changelogs);
    }

    @Override
    public String flinkVersion() {
        return inside(EnvironmentInformation::getVersion);
    }

    @Override
    public void configure(Map<String, String> settings, Map<String, String> functions) {
        inside(
                () -> {
                    session.configure(settings);
                    definitions.functionTypes(functions);
                    return true;
                });
    }

    @Override
    public Answer run(List<String> parts, SourceSpan at) {
        return inside(() -> answer(parts, at));
    }

    private Answer answer(List<String> parts, SourceSpan at) {
        int part = 0;
        try {
            TableEnvironmentImpl env = session.environment();
            List<Operation> planned = new ArrayList<>();
            for (; part < parts.size(); part++) {
                for (Operation operation : env.getParser().parse(parts.get(part))) {
                    planned.addAll(planned(operation, at));
                }
            }
            Optional<String> plan =
                    planned.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    env.explainInternal(
                                            planned,
                                            ExplainDetail.CHANGELOG_MODE,
                                            ExplainDetail.PLAN_ADVICE));
            return answer(plan, Optional.empty());
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            return answer(
                    Optional.empty(),
                    Optional.of(
                            new Answer.Failure(
                                    Math.min(part, parts.size() - 1),
                                    causes(e),
                                    session.namespace())));
        }
    }

    private List<Operation> planned(Operation operation, SourceSpan at) {
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

    private Answer answer(Optional<String> plan, Optional<Answer.Failure> failure) {
        return new Answer(plan, failure, definitions.tables(), definitions.external());
    }

    private static List<Answer.Cause> causes(Throwable failure) {
        List<Answer.Cause> causes = new ArrayList<>();
        for (Throwable t = failure; t != null && causes.size() < 20; t = t.getCause()) {
            String message = t.getMessage() == null ? "" : t.getMessage();
            causes.add(new Answer.Cause(t.getClass().getSimpleName(), message));
        }
        return causes;
    }

    @Override
    public List<SqlColumn> columns(String query) {
        return inside(
                () -> {
                    try {
                        Operation parsed = session.environment().getParser().parse(query).get(0);
                        return parsed instanceof QueryOperation q
                                ? Tables.columns(q.getResolvedSchema())
                                : List.of();
                    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                        return List.of();
                    }
                });
    }

    @Override
    public String objection(String key, String value) {
        return "";
    }

    /** Flink looks for factories and functions in the class loader of the thread. */
    private <T> T inside(Supplier<T> work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
