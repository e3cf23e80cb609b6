package flinktriage.lab;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/** Those of {@link MoreIllness} that are SQL. */
final class MoreSql {

    private static final TypeInformation<Row> COLUMNS =
            Types.ROW_NAMED(new String[] {"id", "payload"}, Types.LONG, Types.STRING);

    private MoreSql() {}

    static void unionInto(StreamExecutionEnvironment env, Steps.Store<Row> sink) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        for (String table : new String[] {"shop", "market"}) {
            DataStream<Row> rows =
                    LabJob.read(env, table, LabSource.of(2, 100).largeRecords())
                            .map(event -> Row.of(event.id, event.payload + table))
                            .returns(COLUMNS);
            tables.createTemporaryView(table, rows);
        }
        String query = "SELECT id, payload FROM shop UNION SELECT id, payload FROM market";
        tables.toChangelogStream(tables.sqlQuery(query)).rebalance().sinkTo(sink).name("catalog");
    }

    /** A lookup join whose table has these options; at most four calls at once if it is async. */
    static DataStream<Row> lookup(StreamExecutionEnvironment env, String options) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.getConfig().set("table.exec.async-lookup.buffer-capacity", "4");
        DataStream<Row> rows =
                LabJob.read(env, "baskets", LabSource.of(2, 200).largeRecords())
                        .rebalance()
                        .map(event -> Row.of(event.id, event.payload))
                        .returns(COLUMNS);
        Schema processed =
                Schema.newBuilder()
                        .column("id", "BIGINT")
                        .column("payload", "STRING")
                        .columnByExpression("code", "CAST(id AS STRING)")
                        .columnByExpression("at", "PROCTIME()")
                        .build();
        tables.createTemporaryView("baskets", rows, processed);
        tables.executeSql(
                "CREATE TEMPORARY TABLE titles (code STRING, title STRING) WITH ('connector' ="
                        + " 'lab-lookup', "
                        + options
                        + ")");
        return tables.toChangelogStream(
                tables.sqlQuery(
                        "SELECT b.payload, t.title FROM baskets AS b JOIN titles FOR SYSTEM_TIME"
                                + " AS OF b.`at` AS t ON b.code = t.code"));
    }

    static void boundedInto(StreamExecutionEnvironment env, Steps.Store<Row> sink) {
        StreamTableEnvironment tables = StreamTableEnvironment.create(env);
        tables.executeSql(
                "CREATE TEMPORARY TABLE few (id BIGINT) WITH ('connector' = 'datagen',"
                        + " 'rows-per-second' = '20', 'number-of-rows' = '200')");
        tables.toChangelogStream(tables.sqlQuery("SELECT id, COUNT(*) FROM few GROUP BY id"))
                .sinkTo(sink)
                .name("archive");
    }
}
