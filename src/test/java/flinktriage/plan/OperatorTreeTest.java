package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OperatorTreeTest {

    private static final String TWO_BRANCHES =
            """
            [378]:TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[order_id, user_id, amount, status])
            :- [379]:Calc(select=[order_id, user_id, amount, status, LOCALTIMESTAMP() AS ts])
            :  +- [380]:WatermarkAssigner(rowtime=[ts], watermark=[(ts - 5000:INTERVAL SECOND)])
            :     +- [381]:Calc(select=[order_id, user_id, amount, status], where=[(amount > 100)])
            +- [383]:Calc(select=[status, amount, LOCALTIMESTAMP() AS ts])
               +- [384]:WatermarkAssigner(rowtime=[ts], watermark=[(ts - 5000:INTERVAL SECOND)])
                  +- [385]:Calc(select=[status, amount])
            """;

    private static final String MATERIALIZER =
            """
            [419]:SinkMaterializer(pk=[order_id])
            +- [419]:Sink(table=[default_catalog.default_database.out_pk], fields=[order_id, user_id], upsertMaterialize=[true], conflictStrategy=[DEDUPLICATE])
            """;

    private static final String SEMI_JOIN =
            "[173]:Join(joinType=[LeftSemiJoin], where=[(((order_id = order_id0) OR (order_id IS"
                    + " NULL AND order_id0 IS NULL)) AND (status = status0))], select=[order_id,"
                    + " status], leftInputSpec=[NoUniqueKey],"
                    + " rightInputSpec=[JoinKeyContainsUniqueKey])\n";

    private static final String OVER =
            """
            [153]:OverAggregate(partitionBy=[status], orderBy=[pt ASC], window=[ ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW], select=[amount, status, pt, COUNT(*) AS w0$o0, $SUM0(amount) AS w0$o2])
            +- [154]:Calc(select=[status, w0$o0 AS EXPR$1, CASE((w0$o1 > 0), w0$o2, null:DECIMAL(38, 2)) AS EXPR$2])
               +- out_agg[155]: Writer
            """;

    private static final String WINDOW =
            "[286]:GlobalWindowAggregate(groupBy=[status],"
                    + " window=[TUMBLE(slice_end=[$slice_end], size=[10 s])], select=[status,"
                    + " COUNT(count1$0) AS EXPR$1, start('w$) AS window_start, end('w$) AS"
                    + " window_end])\n+- [287]:Calc(select=[status, EXPR$1])\n";

    private static final String MATCH =
            """
            [347]:StreamRecordTimestampInserter(rowtime field: 4)
            +- [347]:Match(partitionBy=[status], orderBy=[ts ASC], measures=[FINAL(A.order_id) AS f], rowsPerMatch=[ONE ROW PER MATCH], after=[SKIP PAST LAST ROW], pattern=[((_UTF-16LE'A', PATTERN_QUANTIFIER(_UTF-16LE'B', 1, -1, false)), _UTF-16LE'C')], define=[{B=>(PREV(B.$2, 0), LAST(A.$2, 0))}])
               +- out_agg[349]: Writer
            """;

    private static final String DATA_STREAM =
            """
            Source: orders-source
            +- parse
               +- slow-sink: Writer
            """;

    private static String outline(String description) {
        return OperatorTree.parse(description).operators().stream()
                .map(o -> o.name() + (o.parent().isPresent() ? "<" + o.parent().getAsInt() : ""))
                .collect(Collectors.joining(" "));
    }

    private static Operator head(String description) {
        return OperatorTree.parse(description).operators().get(0);
    }

    @Test
    void readsBranchesOfATree() {
        assertThat(outline(TWO_BRANCHES))
                .isEqualTo(
                        "TableSourceScan[378] Calc[379]<0 WatermarkAssigner[380]<1 Calc[381]<2"
                                + " Calc[383]<0 WatermarkAssigner[384]<4 Calc[385]<5");
        OperatorTree tree = OperatorTree.parse(TWO_BRANCHES);
        assertThat(tree.children(tree.operators().get(0)))
                .extracting(Operator::name)
                .containsExactly("Calc[379]", "Calc[383]");
    }

    @Test
    void readsNestedListsOfAttributes() {
        Operator scan = head(TWO_BRANCHES);
        assertThat(scan.kind()).isEqualTo("TableSourceScan");
        assertThat(scan.number()).isEqualTo(OptionalInt.of(378));
        assertThat(scan.attribute("table")).contains("[default_catalog, default_database, orders]");
        assertThat(scan.list("fields")).containsExactly("order_id", "user_id", "amount", "status");
    }

    @Test
    void readsConditionsWithParenthesesAndCommas() {
        Operator join = head(SEMI_JOIN);
        assertThat(join.attributes().keySet())
                .containsExactly("joinType", "where", "select", "leftInputSpec", "rightInputSpec");
        assertThat(join.attribute("joinType")).contains("LeftSemiJoin");
        assertThat(join.attribute("rightInputSpec")).contains("JoinKeyContainsUniqueKey");
    }

    @Test
    void readsExpressionsWithNestedCalls() {
        OperatorTree tree = OperatorTree.parse(OVER);
        assertThat(tree.operators().get(0).attribute("window"))
                .contains("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW");
        assertThat(tree.operators().get(1).list("select"))
                .containsExactly(
                        "status",
                        "w0$o0 AS EXPR$1",
                        "CASE((w0$o1 > 0), w0$o2, null:DECIMAL(38, 2)) AS EXPR$2");
        Operator sink = tree.operators().get(2);
        assertThat(sink.name()).isEqualTo("out_agg[155]: Writer");
        assertThat(sink.sql()).isFalse();
    }

    @Test
    void aReferenceToAWindowIsNoLiteral() {
        assertThat(head(WINDOW).list("select"))
                .containsExactly(
                        "status",
                        "COUNT(count1$0) AS EXPR$1",
                        "start('w$) AS window_start",
                        "end('w$) AS window_end");
    }

    @Test
    void literalsMayHoldBracketsAndLineBreaks() {
        OperatorTree tree =
                OperatorTree.parse(
                        "[1]:Calc(select=[a], where=[(a = 'x ],\ny) -> z')])\n+- [2]:Calc(select=[b])");
        assertThat(tree.operators())
                .extracting(Operator::name)
                .containsExactly("Calc[1]", "Calc[2]");
        assertThat(tree.operators().get(0).attribute("where")).contains("(a = 'x ],\ny) -> z')");
    }

    @Test
    void readsHelpersOfASinkThatShareItsNumber() {
        assertThat(outline(MATERIALIZER)).isEqualTo("SinkMaterializer[419] Sink[419]<0");
        assertThat(outline(MATCH))
                .isEqualTo(
                        "StreamRecordTimestampInserter[347] Match[347]<0 out_agg[349]: Writer<1");
        assertThat(head("[419]:ConstraintEnforcer[NotNullEnforcer(fields=[order_id])]").name())
                .isEqualTo("ConstraintEnforcer[419]");
    }

    @Test
    void readsNamesOfDataStreamOperators() {
        assertThat(outline(DATA_STREAM))
                .isEqualTo("Source: orders-source parse<0 slow-sink: Writer<1");
        assertThat(OperatorTree.parse(DATA_STREAM).operators()).noneMatch(Operator::sql);
        assertThat(head("Join(my own, thing)").sql()).isFalse();
    }

    @Test
    void readsFullDigestsWithoutNumbers() {
        Operator o = head("GroupAggregate(groupBy=[a, b], select=[a, b])");
        assertThat(o.name()).isEqualTo("GroupAggregate");
        assertThat(o.sql()).isTrue();
        assertThat(o.distinct()).isTrue();
        assertThat(StateKind.of(o).onlyTtlBounds()).isTrue();
    }

    @Test
    void readsACascadingDescription() {
        assertThat(
                        outline(
                                "[1]:TableSourceScan(table=[[c, d, t]], fields=[a -> b, c]) -> "
                                        + "[2]:Calc(select=[(a), b]) -> ([3]:Calc(select=[a]) -> "
                                        + "[4]:Calc(select=[b]) , out[5]: Writer , "
                                        + "[6]:Calc(select=[c]) -> (x , y))"))
                .isEqualTo(
                        "TableSourceScan[1] Calc[2]<0 Calc[3]<1 Calc[4]<2 out[5]: Writer<1"
                                + " Calc[6]<1 x<5 y<5");
    }

    @Test
    void bothFormsOfABranchingChainGiveTheSameTree() {
        String scan = "[39]:TableSourceScan(table=[[c, d, o]], fields=[id, u, s])";
        String first =
                "[40]:Calc(select=[id, CAST('b) -> c, (d' AS VARCHAR(20)) AS s], where=[(s = 'b) ->"
                        + " c, (d')])";
        String second = "[41]:Calc(select=[id, UPPER(s) AS EXPR$2], where=[(u > 3)])";
        OperatorTree tree = OperatorTree.parse(scan + "\n:- " + first + "\n+- " + second + "\n");
        assertThat(tree.operators())
                .extracting(Operator::name)
                .containsExactly("TableSourceScan[39]", "Calc[40]", "Calc[41]");
        assertThat(OperatorTree.parse(scan + " -> (" + first + " , " + second + ")"))
                .isEqualTo(tree);
    }

    @Test
    void distinctIsAGroupingOfAllColumnsWithoutACall() {
        assertThat(head("[1]:GroupAggregate(groupBy=[a, b], select=[a, b])").distinct()).isTrue();
        assertThat(
                        head("[1]:GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS EXPR$1])")
                                .distinct())
                .isFalse();
        assertThat(head("[1]:GroupAggregate(select=[COUNT(*) AS EXPR$0])").distinct()).isFalse();
    }

    @Test
    void emptyAndTruncatedTextsGiveWhatThereIs() {
        assertThat(OperatorTree.parse("").operators()).isEmpty();
        assertThat(OperatorTree.parse(" \n \n").operators()).isEmpty();
        Operator cut = head("[7]:GroupAggregate(groupBy=[a, b], select=[a, COU");
        assertThat(cut.name()).isEqualTo("GroupAggregate[7]");
        assertThat(cut.list("select")).containsExactly("a", "COU");
        assertThat(head("[99999999999999]:Calc(select=[a])").number()).isEmpty();
    }

    @Test
    @Timeout(60) // a second when idle; quadratic time would be many minutes
    void aMegabyteIsReadInLinearTime() {
        for (String unit :
                List.of("a -> ", "((", "'", "[", "x -> (", "+- ", ":  +- y\n", "\n", ",", "'w$")) {
            String big = unit.repeat(1_000_000 / unit.length());
            assertThat(OperatorTree.parse(big)).isNotNull();
            assertThat(OperatorTree.parse("[1]:Calc(select=[" + big)).isNotNull();
            assertThat(OperatorTree.parse("head\n+- [1]:Calc(select=[" + big)).isNotNull();
        }
    }

    @Test
    @Timeout(60)
    void mutatedPlansNeverFail() {
        Random random = new Random(20260101);
        List<String> seeds =
                List.of(
                        TWO_BRANCHES,
                        MATERIALIZER,
                        SEMI_JOIN,
                        OVER,
                        WINDOW,
                        MATCH,
                        DATA_STREAM,
                        "A -> B -> (C , D -> (E, F))");
        String alphabet = "()[]{},'->=: \n+aB0$\u0000\uD83D";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int n = random.nextInt(6); n >= 0 && !text.isEmpty(); n--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    case 2 -> text.setLength(at);
                    default -> text.insert(at, text.substring(0, random.nextInt(at + 1)));
                }
            }
            OperatorTree tree = OperatorTree.parse(text.toString());
            for (Operator o : tree.operators()) {
                assertThat(o.parent().orElse(-1)).isLessThan(o.index());
                assertThat(o.name()).isNotBlank();
                assertThat(StateKind.of(o).bound()).isNotNull();
            }
        }
    }
}
