package flinktriage.sql.planner;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlTable;
import flinktriage.sql.Answer;
import flinktriage.sql.Planner;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;

/** The planner of the Flink that this class was loaded with. */
public final class FlinkPlanner implements Planner {

    private final ClassLoader loader = FlinkPlanner.class.getClassLoader();
    private final Map<String, String> changelogs;
    private final List<Definition> definitions = new ArrayList<>();
    private final Execution streaming;
    private Optional<Execution> batch = Optional.empty();
    private boolean inBatch;

    /** What the catalogs were made of, so that the other mode can have the same. */
    private record Definition(List<String> parts, SourceSpan at) {}

    /**
     * @param changelogs what a table emits, by its name, qualified or not
     */
    public FlinkPlanner(Map<String, String> changelogs) {
        this.changelogs = Map.copyOf(changelogs);
        this.streaming = inside(() -> new Execution(loader, false, this.changelogs));
    }

    @Override
    public String flinkVersion() {
        return inside(EnvironmentInformation::getVersion);
    }

    @Override
    public void configure(Map<String, String> settings, Map<String, String> functions) {
        inside(
                () -> {
                    inBatch = "batch".equalsIgnoreCase(settings.get(Session.MODE));
                    if (inBatch && batch.isEmpty()) {
                        Execution replay = new Execution(loader, true, changelogs);
                        definitions.forEach(d -> replay.run(d.parts(), d.at()));
                        batch = Optional.of(replay);
                    }
                    streaming.configure(settings, functions);
                    batch.ifPresent(b -> b.configure(settings, functions));
                    return true;
                });
    }

    @Override
    public Answer run(List<String> parts, SourceSpan at) {
        return inside(
                () -> {
                    Map<String, SqlTable> before = current().tables();
                    Answer answer = current().run(parts, at);
                    boolean defines = answer.plan().isEmpty() || answer.tables() != before;
                    if (answer.failure().isEmpty() && defines) {
                        definitions.add(new Definition(List.copyOf(parts), at));
                        other().ifPresent(o -> o.run(parts, at));
                    }
                    return answer;
                });
    }

    private Execution current() {
        return inBatch ? batch.orElse(streaming) : streaming;
    }

    private Optional<Execution> other() {
        return inBatch ? Optional.of(streaming) : batch;
    }

    @Override
    public List<SqlColumn> columns(String query) {
        return inside(
                () -> {
                    try {
                        Operation parsed = current().parse(query).get(0);
                        return parsed instanceof QueryOperation q
                                ? Tables.columns(q.getResolvedSchema())
                                : List.of();
                    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
                        return List.of();
                    }
                });
    }

    @Override
    public String objection(String holder, String key, String value) {
        int hash = holder.indexOf('#');
        return inside(
                () -> {
                    try {
                        Class<?> options = Class.forName(holder.substring(0, hash), true, loader);
                        Field field = options.getField(holder.substring(hash + 1));
                        Configuration read = Configuration.fromMap(Map.of(key, value));
                        read.getOptional((ConfigOption<?>) field.get(null));
                        return "";
                    } catch (IllegalArgumentException e) {
                        return e.getMessage() == null ? "" : e.getMessage();
                    } catch (ReflectiveOperationException | LinkageError e) {
                        return "";
                    }
                });
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
