package flinktriage.sql.planner;

import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsWritingMetadata;
import org.apache.flink.table.types.DataType;

/** A table that takes the changes that its connector would take. */
class StubSink implements DynamicTableSink, SupportsWritingMetadata {

    /**
     * @param metadata types by key
     */
    record Shape(Connector connector, Map<String, DataType> metadata) {}

    final Shape shape;

    StubSink(Shape shape) {
        this.shape = shape;
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
        return shape.connector().sink(requestedMode);
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        return SinkV2Provider.of(new DiscardingSink<>());
    }

    @Override
    public Map<String, DataType> listWritableMetadata() {
        return shape.metadata();
    }

    @Override
    public void applyWritableMetadata(List<String> keys, DataType consumedDataType) {
        // What is written goes nowhere.
    }

    @Override
    public DynamicTableSink copy() {
        return new StubSink(shape);
    }

    @Override
    public String asSummaryString() {
        return shape.connector().name();
    }
}
