package flinktriage.sql.planner;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.CatalogManager;

/** The table environment of a run, with what is set in it. */
final class Session {

    private static final String MODE = "execution.runtime-mode";

    private final TableEnvironmentImpl environment;
    private final Set<String> set = new HashSet<>();

    Session(ClassLoader loader) {
        environment =
                TableEnvironmentImpl.create(
                        EnvironmentSettings.newInstance()
                                .inStreamingMode()
                                .withClassLoader(loader)
                                .build());
    }

    TableEnvironmentImpl environment() {
        return environment;
    }

    CatalogManager catalogs() {
        return environment.getCatalogManager();
    }

    String namespace() {
        return catalogs().getCurrentCatalog() + "." + catalogs().getCurrentDatabase();
    }

    void configure(Map<String, String> settings) {
        Configuration configuration = environment.getConfig().getConfiguration();
        set.forEach(configuration::removeKey);
        set.clear();
        settings.forEach(
                (key, value) -> {
                    if (!key.equals(MODE)) {
                        configuration.setString(key, value);
                        set.add(key);
                    }
                });
    }
}
