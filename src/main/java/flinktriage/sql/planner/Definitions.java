package flinktriage.sql.planner;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.exceptions.DatabaseAlreadyExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.UseDatabaseOperation;
import org.apache.flink.table.operations.UseOperation;
import org.apache.flink.table.operations.ddl.AlterOperation;
import org.apache.flink.table.operations.ddl.AlterTableRenameOperation;
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
    private final FunctionDefinitions functions;
    private Map<String, SqlTable> snapshot = Map.of();

    Definitions(Session session, Map<String, String> changelogs) {
        this.session = session;
        this.functions = new FunctionDefinitions(session);
        this.changelogs = changelogs;
    }

    Map<String, SqlTable> tables() {
        return snapshot;
    }

    /** Catalogs whose tables we cannot know. */
    List<String> external() {
        return new ArrayList<>(external.keySet());
    }

    void functionTypes(Map<String, String> types) {
        functions.types(types);
    }

    void apply(Operation operation, SourceSpan at) {
        if (functions.apply(operation)) {
            return;
        }
        if (operation instanceof CreateTableOperation o) {
            database(
                    o.getTableIdentifier().getCatalogName(),
                    o.getTableIdentifier().getDatabaseName());
            session.environment().executeInternal(operation);
            stub(o.getTableIdentifier(), at);
        } else if (operation instanceof CreateCatalogOperation o) {
            catalog(o);
        } else if (operation instanceof CreateViewOperation
                || operation instanceof CreateDatabaseOperation
                // Models came with Flink 2.1.
                || operation.getClass().getSimpleName().contains("CreateModel")) {
            session.environment().executeInternal(operation);
        } else if (operation instanceof UseOperation
                || operation instanceof DropOperation
                || operation instanceof AlterOperation) {
            if (operation instanceof UseDatabaseOperation o) {
                database(o.getCatalogName(), o.getDatabaseName());
            }
            session.environment().executeInternal(operation);
            if (operation instanceof AlterTableRenameOperation o) {
                stub(o.getNewTableIdentifier(), at);
            }
            refresh();
        }
    }

    /** A catalog that is elsewhere may have any database. */
    private void database(String catalog, String name) {
        if (external.containsKey(catalog) && !session.catalogs().schemaExists(catalog, name)) {
            try {
                session.catalogs()
                        .createDatabase(
                                catalog, name, new CatalogDatabaseImpl(Map.of(), null), true);
            } catch (DatabaseAlreadyExistException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    void replace(CreateTableOperation operation, SourceSpan at) {
        ObjectIdentifier identifier = operation.getTableIdentifier();
        try {
            session.catalogs()
                    .getCatalogOrThrowException(identifier.getCatalogName())
                    .dropTable(identifier.toObjectPath(), true);
        } catch (TableNotExistException e) {
            throw new IllegalStateException(e);
        }
        apply(operation, at);
    }

    /** A table of which only the query is known; what it emits is not. */
    void materialized(ObjectIdentifier identifier, ResolvedSchema schema, SourceSpan at) {
        session.environment()
                .createTable(
                        identifier.asSerializableString(),
                        TableDescriptor.forConnector("materialized-table")
                                .schema(Schema.newBuilder().fromResolvedSchema(schema).build())
                                .build());
        stub(identifier, at);
    }

    private void catalog(CreateCatalogOperation operation) {
        String type = operation.getProperties().getOrDefault("type", "");
        String database = operation.getProperties().getOrDefault("default-database", "default");
        session.environment()
                .registerCatalog(
                        operation.getCatalogName(),
                        new ForeignCatalog(operation.getCatalogName(), database));
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
        snapshot = Map.copyOf(tables);
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
                snapshot = Map.copyOf(tables);
            } else {
                stub(identifier, tables.get(name).at());
            }
        }
    }
}
