package flinktriage.lab;

import flinktriage.lab.Steps.Store;
import java.time.Instant;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Small tables with a few rows a second; only those that a job names become part of it. */
final class ShapeTables {

    private static final int PER_SECOND = 5;
    private static final TypeInformation<Row> COLUMNS =
            Types.ROW_NAMED(
                    new String[] {"id", "customer", "amount"},
                    Types.LONG,
                    Types.STRING,
                    Types.LONG);
    private static final TypeInformation<Row> RATE =
            Types.ROW_NAMED(
                    new String[] {"customer", "rate", "at"},
                    Types.STRING,
                    Types.LONG,
                    Types.INSTANT);

    private final StreamExecutionEnvironment env;
    private final StreamTableEnvironment tables;
    private final StreamStatementSet inserts;

    ShapeTables(StreamExecutionEnvironment env, String script) {
        this.env = env;
        tables = StreamTableEnvironment.create(env);
        inserts = tables.createStatementSet();
        for (String table : new String[] {"orders", "payments", "refunds"}) {
            if (script.contains(table)) {
                facts(table, true);
            }
        }
        for (String table : new String[] {"plain", "simple"}) {
            if (script.contains(table)) {
                facts(table, false);
            }
        }
        if (script.contains("rates")) {
            rates();
        }
        generated("made", "");
        generated("made_too", "");
        generated("few", ", 'number-of-rows' = '20'");
        tables.executeSql(
                "CREATE TEMPORARY TABLE customers (customer STRING, title STRING)"
                        + " WITH ('connector' = 'lab-lookup')");
    }

    void run(String statement) {
        if (statement.startsWith("SET ")) {
            String[] words = statement.split(" ");
            tables.getConfig().set(words[1], words[2]);
        } else if (statement.startsWith("CREATE ")) {
            tables.executeSql(statement);
        } else if (statement.startsWith("INSERT ")) {
            inserts.addInsertSql(statement);
        } else {
            tables.toChangelogStream(tables.sqlQuery(statement))
                    .sinkTo(new Store<>(0))
                    .name("archive");
        }
    }

    void attach() {
        inserts.attachAsDataStream();
    }

    private void facts(String name, boolean eventTime) {
        DataStream<Row> rows =
                LabJob.read(env, name, LabSource.of(1, PER_SECOND))
                        .map(event -> Row.of(event.id, "c" + event.id % 20, event.id * 7 % 100))
                        .returns(COLUMNS);
        Schema.Builder schema =
                Schema.newBuilder()
                        .column("id", "BIGINT")
                        .column("customer", "STRING")
                        .column("amount", "BIGINT")
                        .columnByExpression("p", "PROCTIME()");
        if (eventTime) {
            schema.columnByMetadata("ts", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
                    .watermark("ts", "SOURCE_WATERMARK()");
        }
        tables.createTemporaryView(name, rows, schema.build());
    }

    private void rates() {
        DataStream<Row> rows =
                LabJob.read(env, "rates", LabSource.of(1, PER_SECOND))
                        .map(
                                event ->
                                        Row.ofKind(
                                                RowKind.UPDATE_AFTER,
                                                "c" + event.id % 20,
                                                event.id % 9,
                                                Instant.ofEpochMilli(event.time)))
                        .returns(RATE);
        tables.createTemporaryView(
                "rates",
                tables.fromChangelogStream(
                        rows,
                        Schema.newBuilder()
                                .column("customer", "STRING NOT NULL")
                                .column("rate", "BIGINT")
                                .column("at", "TIMESTAMP_LTZ(3)")
                                .watermark("at", "SOURCE_WATERMARK()")
                                .primaryKey("customer")
                                .build(),
                        ChangelogMode.upsert()));
    }

    private void generated(String name, String more) {
        tables.executeSql(
                "CREATE TEMPORARY TABLE "
                        + name
                        + " (id BIGINT, customer STRING, ts AS CURRENT_TIMESTAMP,"
                        + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND) WITH ("
                        + "'connector' = 'datagen', 'rows-per-second' = '5',"
                        + " 'fields.customer.length' = '1'"
                        + more
                        + ")");
    }
}
