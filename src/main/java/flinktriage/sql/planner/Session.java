package flinktriage.sql.planner;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.CatalogManager;

/** A table environment with what is set in it. Its mode is fixed for its life, as in Flink. */
final class Session {

    static final String MODE = "execution.runtime-mode";

    private final TableEnvironmentImpl environment;
    private final Set<String> set = new HashSet<>();

    Session(ClassLoader loader, boolean batch) {
        EnvironmentSettings.Builder settings =
                EnvironmentSettings.newInstance().withClassLoader(loader);
        environment =
                TableEnvironmentImpl.create(
                        (batch ? settings.inBatchMode() : settings.inStreamingMode()).build());
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
