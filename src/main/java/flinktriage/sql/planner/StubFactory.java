package flinktriage.sql.planner;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/** Stands for every connector. What it makes can be planned, and is never run. */
public final class StubFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {

    @Override
    public String factoryIdentifier() {
        return StubOptions.FACTORY;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        ResolvedCatalogTable table = context.getCatalogTable();
        Connector connector = Tables.connector(table);
        connector.requireSource();
        ChangelogMode changelog = Tables.changelog(table);
        StubSource.Shape shape =
                new StubSource.Shape(
                        context.getObjectIdentifier().getObjectName(),
                        connector,
                        changelog,
                        context.getPhysicalRowDataType(),
                        Tables.metadata(table.getResolvedSchema(), true));
        return connector.lookup() ? new StubLookupSource(shape) : new StubSource(shape);
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        ResolvedCatalogTable table = context.getCatalogTable();
        Connector connector = Tables.connector(table);
        connector.requireSink();
        StubSink.Shape shape =
                new StubSink.Shape(connector, Tables.metadata(table.getResolvedSchema(), false));
        return connector.files() ? new StubFileSink(shape) : new StubSink(shape);
    }
}
