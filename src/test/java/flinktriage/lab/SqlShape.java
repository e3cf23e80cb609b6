package flinktriage.lab;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Shapes of SQL jobs, all of them healthy, with the plan rules that must be said of each: the
 * digits of {@code FT-SQ-nnn}. The tables are those of {@link ShapeTables}.
 */
enum SqlShape implements Shape {
    UNION_OF_THREE(
            "101",
            "SELECT id, customer FROM orders UNION SELECT id, customer FROM payments"
                    + " UNION SELECT id, customer FROM refunds"),
    UNION_OF_ONE_COLUMN("101", "SELECT customer FROM orders UNION SELECT customer FROM payments"),
    GROUP_BY_ALL_COLUMNS(
            "101",
            "SELECT id, customer FROM (SELECT id, customer FROM orders"
                    + " UNION ALL SELECT id, customer FROM payments) GROUP BY id, customer"),
    UNION_IN_TWO_PHASES(
            "101",
            "SET table.exec.mini-batch.enabled true",
            "SET table.exec.mini-batch.allow-latency 2s",
            "SET table.exec.mini-batch.size 1000",
            "SET table.optimizer.agg-phase-strategy TWO_PHASE",
            "SELECT id, customer FROM orders UNION SELECT id, customer FROM payments"),
    UNION_WITH_ITSELF(
            "101",
            "SELECT id, customer FROM orders WHERE amount > 10"
                    + " UNION SELECT id, customer FROM orders WHERE amount < 90"),
    /** The streams have watermarks, which their tables do not declare. */
    UNION_WITHOUT_EVENT_TIME(
            "101", "SELECT id, customer FROM plain UNION SELECT id, customer FROM simple"),
    UNION_OF_GENERATED(
            "101", "SELECT id, customer FROM made UNION SELECT id, customer FROM made_too"),
    UNION_OF_WINDOWS(
            "101",
            "SELECT window_start, customer FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts),"
                    + " INTERVAL '2' SECOND)) GROUP BY window_start, window_end, customer"
                    + " UNION SELECT window_start, customer FROM TABLE(TUMBLE(TABLE payments,"
                    + " DESCRIPTOR(ts), INTERVAL '2' SECOND))"
                    + " GROUP BY window_start, window_end, customer"),
    UNION_ALL("", "SELECT id, customer FROM orders UNION ALL SELECT id, customer FROM payments"),
    UNION_ALL_WITH_FINISHED(
            "",
            "SELECT id, customer FROM orders UNION ALL SELECT id, customer FROM made"
                    + " UNION ALL SELECT id, customer FROM few"),
    COUNT_OF_GROUPS(
            "102",
            "SELECT COUNT(*) FROM (SELECT customer, amount FROM orders GROUP BY customer, amount)"),
    SELECT_DISTINCT("102", "SELECT DISTINCT customer, amount FROM orders"),
    DISTINCT_OF_GENERATED("102", "SELECT DISTINCT customer FROM made"),
    COUNT_DISTINCT("", "SELECT customer, COUNT(DISTINCT amount) FROM orders GROUP BY customer"),
    LEFT_JOIN_WITHOUT_KEYS(
            "103",
            "SELECT o.id, p.id FROM orders o LEFT JOIN payments p ON o.customer = p.customer"
                    + " AND o.amount = p.amount"),
    FULL_JOIN_WITHOUT_KEYS(
            "103",
            "SELECT o.id, p.id FROM orders o FULL JOIN payments p ON o.customer = p.customer"
                    + " AND o.amount = p.amount"),
    JOIN_OF_GENERATED(
            "103", "SELECT a.id, b.id FROM made a JOIN made_too b ON a.customer = b.customer"),
    JOIN_WITH_FINISHED(
            "103", "SELECT o.id, f.id FROM orders o JOIN few f ON o.customer = f.customer"),
    JOIN_WITH_VALUES(
            "103",
            "SELECT o.id, v.title FROM orders o JOIN (VALUES ('c1', 'one'), ('c2', 'two'))"
                    + " AS v (customer, title) ON o.customer = v.customer"),
    JOIN_WITH_KEYS(
            "104",
            "SELECT o.customer, o.total, p.total FROM (SELECT customer, SUM(amount) AS total FROM"
                    + " orders GROUP BY customer) o JOIN (SELECT customer, SUM(amount) AS total FROM"
                    + " payments GROUP BY customer) p ON o.customer = p.customer"),
    CROSS_JOIN(
            "103",
            "SELECT o.id, t.n FROM orders o CROSS JOIN (SELECT COUNT(*) AS n FROM payments) t"),
    INTERVAL_JOIN(
            "",
            "SELECT o.id, p.id FROM orders o JOIN payments p ON o.customer = p.customer AND"
                    + " p.ts BETWEEN o.ts - INTERVAL '5' SECOND AND o.ts"),
    /** The versioned table is an upsert source, which the planner completes. */
    TEMPORAL_JOIN(
            "109",
            "SELECT o.id, r.rate FROM orders o JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r"
                    + " ON o.customer = r.customer"),
    LOOKUP_JOIN(
            "",
            "SELECT o.id, d.title FROM orders o JOIN customers FOR SYSTEM_TIME AS OF o.p AS d"
                    + " ON o.customer = d.customer"),
    WINDOW_JOIN(
            "",
            "SELECT o.id, p.id FROM (SELECT * FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts),"
                    + " INTERVAL '2' SECOND))) o JOIN (SELECT * FROM TABLE(TUMBLE(TABLE payments,"
                    + " DESCRIPTOR(ts), INTERVAL '2' SECOND))) p ON o.customer = p.customer AND"
                    + " o.window_start = p.window_start AND o.window_end = p.window_end"),
    TUMBLE("", window("TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '2' SECOND)")),
    TUMBLE_IN_PROCESSING_TIME(
            "", window("TUMBLE(TABLE orders, DESCRIPTOR(p), INTERVAL '2' SECOND)")),
    TUMBLE_OF_GENERATED("", window("TUMBLE(TABLE made, DESCRIPTOR(ts), INTERVAL '2' SECOND)")),
    HOP("", window("HOP(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '4' SECOND)")),
    CUMULATE(
            "",
            window(
                    "CUMULATE(TABLE orders, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '1'"
                            + " HOUR)")),
    SESSION(
            "",
            window(
                    "SESSION(TABLE orders PARTITION BY customer, DESCRIPTOR(ts), INTERVAL '2'"
                            + " SECOND)")),
    GROUP_WINDOW(
            "",
            "SELECT customer, COUNT(*) FROM orders GROUP BY customer, TUMBLE(ts, INTERVAL '2'"
                    + " SECOND)"),
    OVER_LAST_ROWS("", over("ROWS BETWEEN 5 PRECEDING AND CURRENT ROW")),
    OVER_LAST_SECONDS("", over("RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW")),
    OVER_ALL("108", over("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW")),
    TOP_N("107", ranked("customer", "amount DESC", "orders", "<= 3")),
    TOP_N_OF_UPDATES(
            "106",
            ranked(
                    "customer",
                    "total DESC",
                    "(SELECT customer, amount, SUM(id) AS total FROM orders GROUP BY customer,"
                            + " amount)",
                    "<= 3")),
    ORDER_BY_LIMIT("", "SELECT id, amount FROM orders ORDER BY amount DESC LIMIT 5"),
    FIRST_ROW("107", ranked("customer", "ts ASC", "orders", "= 1")),
    LAST_ROW("107", ranked("customer", "ts DESC", "orders", "= 1")),
    NOT_EXISTS(
            "105",
            "SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM refunds r WHERE r.customer ="
                    + " o.customer AND r.amount = o.amount)"),
    IN("105", "SELECT id FROM orders WHERE amount IN (SELECT amount FROM refunds)"),
    INTERSECT("102,105", "SELECT customer FROM orders INTERSECT SELECT customer FROM payments"),
    EXCEPT_ALL("", "SELECT customer FROM orders EXCEPT ALL SELECT customer FROM refunds"),
    UPSERT_SOURCE("109", "SELECT rate, COUNT(*) FROM rates GROUP BY rate"),
    SINK_OF_ANOTHER_KEY(
            "110",
            "SET table.exec.sink.require-on-conflict false",
            "CREATE TEMPORARY TABLE by_total (total BIGINT, customer STRING,"
                    + " PRIMARY KEY (total) NOT ENFORCED) WITH ('connector' = 'blackhole')",
            "INSERT INTO by_total SELECT SUM(amount), customer FROM orders GROUP BY customer"),
    MATCH(
            "",
            "SELECT * FROM orders MATCH_RECOGNIZE (PARTITION BY customer ORDER BY ts MEASURES"
                    + " A.amount AS low, B.amount AS high ONE ROW PER MATCH AFTER MATCH SKIP PAST"
                    + " LAST ROW PATTERN (A B) WITHIN INTERVAL '10' SECOND DEFINE B AS B.amount >"
                    + " A.amount)"),
    TWO_INSERTS(
            "101",
            "CREATE TEMPORARY TABLE kept (id BIGINT, customer STRING)"
                    + " WITH ('connector' = 'blackhole')",
            "CREATE TEMPORARY TABLE numbers (id BIGINT) WITH ('connector' = 'blackhole')",
            "INSERT INTO kept SELECT id, customer FROM orders"
                    + " UNION SELECT id, customer FROM payments",
            "INSERT INTO numbers SELECT id FROM orders");

    private final List<String> rules;
    private final List<String> statements;

    SqlShape(String rules, String... statements) {
        this.rules = Stream.of(rules.split(",")).filter(r -> !r.isEmpty()).toList();
        this.statements = List.of(statements);
    }

    List<String> rules() {
        return rules;
    }

    @Override
    public Map<String, String> settings() {
        // RocksDB at every third: its metrics and its snapshots are other ones.
        return Map.of(
                "execution.checkpointing.interval",
                "10s",
                "state.backend.type",
                ordinal() % 3 == 0 ? "rocksdb" : "hashmap");
    }

    @Override
    public void define(StreamExecutionEnvironment env) {
        ShapeTables tables = new ShapeTables(env, String.join(" ", statements));
        statements.forEach(tables::run);
        tables.attach();
    }

    private static String window(String function) {
        return "SELECT customer, window_start, COUNT(*) FROM TABLE("
                + function
                + ") GROUP BY customer, window_start, window_end";
    }

    private static String over(String frame) {
        return "SELECT id, SUM(amount) OVER (PARTITION BY customer ORDER BY ts "
                + frame
                + ") FROM orders";
    }

    private static String ranked(String partition, String order, String from, String condition) {
        return "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY "
                + partition
                + " ORDER BY "
                + order
                + ") AS n FROM "
                + from
                + ") WHERE n "
                + condition;
    }
}
