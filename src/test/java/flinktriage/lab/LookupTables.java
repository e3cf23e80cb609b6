package flinktriage.lab;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.AsyncLookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.LookupFunction;

/**
 * Tables in which any key is found: at once, or after as many milliseconds as the option {@code
 * millis} says; with {@code async} without keeping the thread.
 */
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
        Map<String, String> options = context.getCatalogTable().getOptions();
        return new Found(
                Long.parseLong(options.getOrDefault("millis", "0")),
                Boolean.parseBoolean(options.get("async")));
    }

    private record Found(long millis, boolean async) implements LookupTableSource {

        @Override
        public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
            return async
                    ? AsyncLookupFunctionProvider.of(new Later(millis))
                    : LookupFunctionProvider.of(new Titles(millis));
        }

        @Override
        public DynamicTableSource copy() {
            return this;
        }

        @Override
        public String asSummaryString() {
            return "lookup";
        }
    }

    private static Collection<RowData> found(RowData key) {
        return List.of(GenericRowData.of(key.getString(0), StringData.fromString("title")));
    }

    /** Public because the planner's code calls it. */
    public static final class Titles extends LookupFunction {

        private static final long serialVersionUID = 1L;

        private final long millis;

        Titles(long millis) {
            this.millis = millis;
        }

        @Override
        public Collection<RowData> lookup(RowData key) {
            if (millis > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            }
            return found(key);
        }
    }

    /** Public because the planner's code calls it. */
    public static final class Later extends AsyncLookupFunction {

        private static final long serialVersionUID = 1L;

        private final long millis;

        Later(long millis) {
            this.millis = millis;
        }

        @Override
        public CompletableFuture<Collection<RowData>> asyncLookup(RowData key) {
            return CompletableFuture.supplyAsync(
                    () -> found(key),
                    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
        }
    }
}
