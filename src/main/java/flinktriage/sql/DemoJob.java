package flinktriage.sql;

import flinktriage.model.JobId;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/**
 * A running job with two illnesses of real life: somebody wrote UNION where UNION ALL was meant, so
 * every row is kept in state for ever, and the sink writes row by row.
 */
public final class DemoJob implements AutoCloseable {

    /** What the author of the job wrote; both tables have the same columns and no primary key. */
    public static final String QUERY =
            """
            SELECT order_id, customer, details FROM orders
            UNION
            SELECT order_id, customer, details FROM orders_archive""";

    private static final int PARALLELISM = 2;
    private static final Duration SINK_TIME_PER_ROW = Duration.ofMillis(5);

    /** Large rows fill the network buffers within seconds, and the state grows visibly. */
    private static final int DETAILS_LENGTH = 2_000;

    private static final TypeInformation<Row> COLUMNS =
            Types.ROW_NAMED(
                    new String[] {"order_id", "customer", "details"},
                    Types.LONG,
                    Types.STRING,
                    Types.STRING);

    private final JobClient client;

    private DemoJob(JobClient client) {
        this.client = client;
    }

    /**
     * Submits the job.
     *
     * @param jobManager the REST address of a cluster in this process
     * @throws IOException if the cluster does not take it
     */
    public static DemoJob submit(URI jobManager) throws IOException {
        Configuration settings = new Configuration();
        settings.setString("execution.target", "remote");
        settings.setString("rest.address", jobManager.getHost());
        settings.setString("rest.port", Integer.toString(jobManager.getPort()));
        settings.setString("execution.checkpointing.interval", "3s");
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
        env.setParallelism(PARALLELISM);
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.createTemporaryView("orders", rows(env, "orders"));
        tables.createTemporaryView("orders_archive", rows(env, "orders_archive"));
        // Without a rebalance the sink would be chained to the aggregation and hide in its vertex.
        tables.toChangelogStream(tables.sqlQuery(QUERY))
                .rebalance()
                .sinkTo(new SlowSink(SINK_TIME_PER_ROW))
                .name("warehouse");
        try {
            return new DemoJob(env.executeAsync("orders to warehouse"));
        } catch (Exception e) {
            throw new IOException("the demo job does not start", e);
        }
    }

    public JobId id() {
        return new JobId(client.getJobID().toHexString());
    }

    /** Cancels the job. */
    @Override
    public void close() {
        try {
            client.cancel().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // The cluster goes with the demo, and the job with it.
        }
    }

    /** The same index gives the same row, so the second table repeats the first one's rows. */
    private static DataStream<Row> rows(StreamExecutionEnvironment env, String table) {
        DataGeneratorSource<Row> source =
                new DataGeneratorSource<>(DemoJob::row, Long.MAX_VALUE, COLUMNS);
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), table);
    }

    private static Row row(long index) {
        String digits = Long.toString(index, 36);
        String details = (digits + ' ').repeat(DETAILS_LENGTH / (digits.length() + 1));
        return Row.of(index, "customer-" + index % 500, details);
    }
}
