package flinktriage.sql;

import flinktriage.model.SqlScript;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads scripts and plans. Scripts are planned by Flink's own planner, which is loaded when the
 * first script comes, once per version; nothing is executed and no connector is needed.
 */
public final class ScriptReader implements AutoCloseable {

    private final PlannerHome home;
    private final Clock clock;
    private final Map<PlannerVersion, PlannerLoader> loaders = new EnumMap<>(PlannerVersion.class);

    public ScriptReader(PlannerHome home, Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    /**
     * Reads the files in their order. Scripts share one session: what the first defines the second
     * can use.
     *
     * @throws PlannerMissingException if there is a script and no planner for it
     */
    public List<SqlScript> read(List<SqlInput> inputs, ReadSettings settings) {
        List<SqlScript> scripts = new ArrayList<>();
        ScriptSession session = null;
        for (SqlInput input : inputs) {
            InputForm form = InputForm.of(input);
            if (form == InputForm.SQL) {
                session = session == null ? open(settings) : session;
                scripts.add(session.read(input.name(), InputForm.text(input)));
            } else {
                scripts.add(new PlanFile(input.name(), clock).read(form, InputForm.text(input)));
            }
        }
        return scripts;
    }

    private ScriptSession open(ReadSettings settings) {
        PlannerLoader loader =
                loaders.computeIfAbsent(
                        settings.flinkVersion(), v -> new PlannerLoader(home.jars(v)));
        return new ScriptSession(planner(loader, settings), settings, clock);
    }

    private static Planner planner(PlannerLoader loader, ReadSettings settings) {
        try {
            return loader.loadClass(PlannerLoader.INSIDE + "FlinkPlanner")
                    .asSubclass(Planner.class)
                    .getConstructor(Map.class)
                    .newInstance(settings.changelogs());
        } catch (InvocationTargetException e) {
            throw new PlannerMissingException(
                    "the planner of Flink %s does not start: %s"
                            .formatted(settings.flinkVersion(), e.getCause()));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new PlannerMissingException(
                    "the planner of Flink %s cannot be loaded: %s; build flink-triage again"
                            .formatted(settings.flinkVersion(), e));
        }
    }

    @Override
    public void close() {
        for (Closeable loader : loaders.values()) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        loaders.clear();
    }
}
