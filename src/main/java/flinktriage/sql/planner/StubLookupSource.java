package flinktriage.sql.planner;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.AsyncLookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.LookupFunction;

/** A table that can be scanned and looked into. */
final class StubLookupSource extends StubSource implements LookupTableSource {

    StubLookupSource(Shape shape) {
        super(shape);
    }

    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
        return shape.connector().asyncLookup()
                ? AsyncLookupFunctionProvider.of(new NoAnswer())
                : LookupFunctionProvider.of(new NoRows());
    }

    @Override
    public DynamicTableSource copy() {
        return new StubLookupSource(shape);
    }

    /** Public, because the planner looks at its methods. */
    public static final class NoRows extends LookupFunction {

        private static final long serialVersionUID = 1;

        @Override
        public Collection<RowData> lookup(RowData key) {
            return List.of();
        }
    }

    /** The same without waiting. */
    public static final class NoAnswer extends AsyncLookupFunction {

        private static final long serialVersionUID = 1;

        @Override
        public CompletableFuture<Collection<RowData>> asyncLookup(RowData key) {
            return CompletableFuture.completedFuture(List.of());
        }
    }
}
