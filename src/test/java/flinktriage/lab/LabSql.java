package flinktriage.lab;

import flinktriage.lab.Steps.Store;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/** The lab's jobs in SQL. */
final class LabSql {

    private static final TypeInformation<Row> COLUMNS =
            Types.ROW_NAMED(new String[] {"id", "payload"}, Types.LONG, Types.STRING);

    private LabSql() {}

    static void union(StreamExecutionEnvironment env, String operator) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.createTemporaryView("trips_north", rows(env, "trips_north"));
        tables.createTemporaryView("trips_south", rows(env, "trips_south"));
        String query =
                "SELECT id, payload FROM trips_north "
                        + operator
                        + " SELECT id, payload FROM trips_south";
        tables.toChangelogStream(tables.sqlQuery(query))
                .rebalance()
                .sinkTo(new Store<>(0))
                .name("archive");
    }

    private static DataStream<Row> rows(StreamExecutionEnvironment env, String table) {
        return LabJob.read(env, table, LabSource.of(2, 100))
                .map(event -> Row.of(event.id, event.payload))
                .returns(COLUMNS);
    }
}
