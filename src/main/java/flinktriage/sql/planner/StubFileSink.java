package flinktriage.sql.planner;

import java.util.Map;
import java.util.Set;
import org.apache.flink.table.catalog.TableDistribution;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsBucketing;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;

/** A table of files: with partitions, buckets and INSERT OVERWRITE. */
final class StubFileSink extends StubSink
        implements SupportsPartitioning, SupportsOverwrite, SupportsBucketing {

    StubFileSink(Shape shape) {
        super(shape);
    }

    @Override
    public void applyStaticPartition(Map<String, String> partition) {
        // The plan does not depend on it.
    }

    @Override
    public void applyOverwrite(boolean overwrite) {
        // The plan does not depend on it.
    }

    @Override
    public Set<TableDistribution.Kind> listAlgorithms() {
        return Set.of(TableDistribution.Kind.values());
    }

    @Override
    public boolean requiresBucketCount() {
        return false;
    }

    @Override
    public DynamicTableSink copy() {
        return new StubFileSink(shape);
    }
}
