package flinktriage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.plan.StateKind.Bound;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Join(joinType=[InnerJoin], leftInputSpec=[NoUniqueKey], rightInputSpec=[HasUniqueKey]) | ROWS",
                "Join(joinType=[InnerJoin], leftInputSpec=[HasUniqueKey], rightInputSpec=[JoinKeyContainsUniqueKey]) | KEYS",
                "MultiJoin(commonJoinKey=[id], inputUniqueKeys=[noUniqueKey, (id)]) | ROWS",
                "IntervalJoin(joinType=[InnerJoin], windowBounds=[isRowTime=true]) | TIME",
                "TemporalJoin(joinType=[LeftOuterJoin], where=[(a = b)]) | KEYS",
                "LookupJoin(table=[t], joinType=[InnerJoin]) | NONE",
                "GroupAggregate(groupBy=[a, b], select=[a, b]) | KEYS",
                "GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS c]) | KEYS",
                "GroupAggregate(groupBy=[a], select=[a, COUNT(DISTINCT u) AS c]) | ROWS",
                "GroupAggregate(select=[COUNT(*) AS c]) | FIXED",
                "LocalGroupAggregate(groupBy=[a], select=[a]) | NONE",
                "GlobalWindowAggregate(groupBy=[a], window=[TUMBLE(size=[10 s])]) | TIME",
                "OverAggregate(partitionBy=[a], window=[ RANGE BETWEEN 10 PRECEDING AND CURRENT ROW]) | TIME",
                "OverAggregate(partitionBy=[a], window=[ ROWS BETWEEN 5 PRECEDING AND CURRENT ROW]) | KEYS",
                "OverAggregate(partitionBy=[a], window=[ ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]) | KEYS",
                "OverAggregate(window=[ ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]) | FIXED",
                "Rank(strategy=[RetractStrategy], rankRange=[rankStart=1, rankEnd=3], partitionBy=[a]) | ROWS",
                "Rank(strategy=[AppendFastStrategy], rankRange=[rankStart=1, rankEnd=3], partitionBy=[a]) | KEYS",
                "Rank(strategy=[AppendFastStrategy], rankRange=[rankStart=1, rankEnd=3]) | FIXED",
                "SortLimit(orderBy=[c ASC], fetch=[5], strategy=[RetractStrategy]) | ROWS",
                "Limit(offset=[0], fetch=[5]) | FIXED",
                "Deduplicate(keep=[FirstRow], key=[a]) | KEYS",
                "ChangelogNormalize(key=[a]) | KEYS",
                "SinkMaterializer(pk=[a]) | ROWS",
                "Match(partitionBy=[a], pattern=[(A)]) | UNKNOWN",
                "Calc(select=[a]) | NONE",
                "my own operator | UNKNOWN"
            })
    void everyOperatorHasItsBound(String description, Bound bound) {
        StateKind kind = StateKind.of(OperatorTree.parse(description).operators().get(0));
        assertThat(kind.bound()).isEqualTo(bound);
        assertThat(kind.onlyTtlBounds()).isEqualTo(bound == Bound.KEYS || bound == Bound.ROWS);
        assertThat(kind.keeps().isEmpty()).isEqualTo(bound == Bound.NONE || bound == Bound.UNKNOWN);
    }
}
