package flinktriage.sql;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads one version of Flink, apart from everything else: from here it takes only the types that
 * both sides know. The classes of {@code flinktriage.sql.planner} are loaded once per planner.
 */
final class PlannerLoader extends URLClassLoader {

    static final String INSIDE = "flinktriage.sql.planner.";

    private static final String SERVICES =
            "META-INF/services/org.apache.flink.table.factories.Factory";
    private static final String OUR_SERVICES = "flinktriage/sql/planner/factories";

    private final ClassLoader ours = PlannerLoader.class.getClassLoader();

    static {
        registerAsParallelCapable();
    }

    PlannerLoader(List<URL> flink) {
        super("planner", urls(flink), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] urls(List<URL> flink) {
        List<URL> all = new ArrayList<>(flink);
        all.add(PlannerLoader.class.getProtectionDomain().getCodeSource().getLocation());
        return all.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("flinktriage.") && !name.startsWith(INSIDE)) {
            return ours.loadClass(name);
        }
        return super.loadClass(name, resolve);
    }

    /** The stub is announced here only, so that no other use of Flink in this tool sees it. */
    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        Enumeration<URL> found = super.findResources(name);
        if (!name.equals(SERVICES)) {
            return found;
        }
        List<URL> all = Collections.list(found);
        all.add(ours.getResource(OUR_SERVICES));
        return Collections.enumeration(all);
    }
}
