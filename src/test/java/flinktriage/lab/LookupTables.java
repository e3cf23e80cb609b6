package flinktriage.lab;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.LookupFunction;

/** Tables in which any key is found at once. */
public final class LookupTables implements DynamicTableSourceFactory {

    @Override
    public String factoryIdentifier() {
        return "lab-lookup";
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
        return new Found();
    }

    private static final class Found implements LookupTableSource {

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return LookupFunctionProvider.of(new Titles());
        }

        @Override
        public DynamicTableSource copy() {
            return new Found();
        }

        @Override
        public String asSummaryString() {
            return "lookup";
        }
    }

    /** Public because the planner's code calls it. */
    public static final class Titles extends LookupFunction {

        private static final long serialVersionUID = 1L;

        @Override
        public Collection<RowData> lookup(RowData key) {
            return List.of(GenericRowData.of(key.getString(0), StringData.fromString("title")));
        }
    }
}
