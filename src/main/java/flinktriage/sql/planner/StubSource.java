package flinktriage.sql.planner;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;

/** A table that can be scanned. Any metadata column has the type that it is declared with. */
class StubSource implements ScanTableSource, SupportsReadingMetadata {

    /**
     * @param metadata types by key
     */
    record Shape(
            String name,
            Connector connector,
            ChangelogMode changelog,
            DataType rows,
            Map<String, DataType> metadata) {}

    final Shape shape;
    private DataType produced;

    StubSource(Shape shape) {
        this.shape = shape;
        this.produced = shape.rows();
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return shape.changelog();
    }

    /** EXPLAIN goes down to transformations, so that there must be a stream of some kind. */
    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        DataType type = produced;
        return new DataStreamScanProvider() {
            @Override
            public DataStream<RowData> produceDataStream(
                    ProviderContext provider, StreamExecutionEnvironment env) {
                return env.fromSource(
                                new NumberSequenceSource(0, 0),
                                WatermarkStrategy.noWatermarks(),
                                shape.name())
                        .map(number -> (RowData) null)
                        .returns(InternalTypeInfo.of(type.getLogicalType()));
            }

            @Override
            public boolean isBounded() {
                return shape.connector().bounded();
            }
        };
    }

    @Override
    public Map<String, DataType> listReadableMetadata() {
        return shape.metadata();
    }

    @Override
    public void applyReadableMetadata(List<String> keys, DataType producedDataType) {
        produced = producedDataType;
    }

    @Override
    public DynamicTableSource copy() {
        StubSource copy = new StubSource(shape);
        copy.produced = produced;
        return copy;
    }

    @Override
    public String asSummaryString() {
        return shape.connector().name();
    }
}
