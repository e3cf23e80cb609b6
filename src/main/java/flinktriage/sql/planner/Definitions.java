package flinktriage.sql.planner;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.UseOperation;
import org.apache.flink.table.operations.ddl.AlterOperation;
import org.apache.flink.table.operations.ddl.CreateCatalogOperation;
import org.apache.flink.table.operations.ddl.CreateDatabaseOperation;
import org.apache.flink.table.operations.ddl.CreateTableOperation;
import org.apache.flink.table.operations.ddl.CreateViewOperation;
import org.apache.flink.table.operations.ddl.DropOperation;

/**
 * Applies the statements that define something to catalogs in memory, and puts stubs in the place
 * of connectors. Statements of other kinds change nothing here.
 */
final class Definitions {

    private final Session session;
    private final Map<String, String> changelogs;
    private final Map<String, ObjectIdentifier> identifiers = new LinkedHashMap<>();
    private final Map<String, SqlTable> tables = new LinkedHashMap<>();
    private final Map<String, String> external = new LinkedHashMap<>();

    Definitions(Session session, Map<String, String> changelogs) {
        this.session = session;
        this.changelogs = changelogs;
    }

    Map<String, SqlTable> tables() {
        return tables;
    }

    /** Catalogs whose tables we cannot know. */
    List<String> external() {
        return new ArrayList<>(external.keySet());
    }

    void functionTypes(Map<String, String> types) {}

    void apply(Operation operation, SourceSpan at) {
        if (operation instanceof CreateTableOperation o) {
            session.environment().executeInternal(operation);
            stub(o.getTableIdentifier(), at);
        } else if (operation instanceof CreateCatalogOperation o) {
            catalog(o);
        } else if (operation instanceof CreateViewOperation
                || operation instanceof CreateDatabaseOperation) {
            session.environment().executeInternal(operation);
        } else if (operation instanceof UseOperation
                || operation instanceof DropOperation
                || operation instanceof AlterOperation) {
            session.environment().executeInternal(operation);
            refresh();
        }
    }

    void replace(CreateTableOperation operation, SourceSpan at) {
        if (session.catalogs().getTable(operation.getTableIdentifier()).isPresent()) {
            session.catalogs().dropTable(operation.getTableIdentifier(), true);
        }
        apply(operation, at);
    }

    private void catalog(CreateCatalogOperation operation) {
        String type = operation.getProperties().getOrDefault("type", "");
        String database = operation.getProperties().getOrDefault("default-database", "default");
        session.environment()
                .registerCatalog(
                        operation.getCatalogName(),
                        new GenericInMemoryCatalog(operation.getCatalogName(), database));
        if (!type.equals("generic_in_memory")) {
            external.put(operation.getCatalogName(), type.toLowerCase(Locale.ROOT));
        }
    }

    /** A table without a connector is left alone, so that its use is rejected as Flink does. */
    private void stub(ObjectIdentifier identifier, SourceSpan at) {
        CatalogManager catalogs = session.catalogs();
        Optional<ContextResolvedTable> found = catalogs.getTable(identifier);
        if (found.isEmpty()
                || !(found.get().getResolvedTable() instanceof ResolvedCatalogTable table)) {
            return;
        }
        String name = identifier.asSummaryString();
        String connector =
                StubOptions.restore(table.getOptions())
                        .getOrDefault(
                                "connector",
                                external.getOrDefault(identifier.getCatalogName(), ""));
        ResolvedCatalogTable stub = table;
        if (!connector.isEmpty()) {
            stub =
                    table.copy(
                            StubOptions.replace(
                                    table.getOptions(), connector, override(identifier)));
            if (found.get().isTemporary()) {
                catalogs.dropTemporaryTable(identifier, false);
                catalogs.createTemporaryTable(stub, identifier, false);
            } else {
                catalogs.alterTable(stub, identifier, false);
            }
        }
        identifiers.put(name, identifier);
        SourceSpan first = tables.containsKey(name) ? tables.get(name).at() : at;
        tables.put(name, Tables.describe(name, first, stub));
    }

    private Optional<String> override(ObjectIdentifier identifier) {
        String byName = changelogs.get(identifier.getObjectName());
        return Optional.ofNullable(changelogs.getOrDefault(identifier.asSummaryString(), byName));
    }

    private void refresh() {
        for (ObjectIdentifier identifier : List.copyOf(identifiers.values())) {
            String name = identifier.asSummaryString();
            if (session.catalogs().getTable(identifier).isEmpty()) {
                identifiers.remove(name);
                tables.remove(name);
            } else {
                stub(identifier, tables.get(name).at());
            }
        }
    }
}
