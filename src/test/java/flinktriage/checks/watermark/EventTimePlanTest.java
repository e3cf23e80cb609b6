package flinktriage.checks.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventTimePlanTest {

    @Test
    void sqlOperatorsThatWorkRecordByRecordWaitForNothing() {
        assertThat(
                        EventTimePlan.of(
                                        "[305]:Join(joinType=[LeftOuterJoin])\n"
                                                + "+- [306]:Calc(select=[a])\n"
                                                + "   +- [307]:ConstraintEnforcer[NotNullEnforcer(fields=[a])]\n"
                                                + "      +- out[307]: Writer\n"
                                                + "         +- out[307]: Committer\n")
                                .indifferent())
                .isTrue();
        assertThat(
                        EventTimePlan.of("[1]:Deduplicate(keep=[FirstRow], order=[PROCTIME])")
                                .indifferent())
                .isTrue();
    }

    @Test
    void whateverIsNotKnownMayWait() {
        assertThat(EventTimePlan.of("my operator").indifferent()).isFalse();
        assertThat(EventTimePlan.of("").indifferent()).isFalse();
        assertThat(
                        EventTimePlan.of("[1]:IntervalJoin(windowBounds=[isRowTime=true])")
                                .indifferent())
                .isFalse();
        assertThat(EventTimePlan.of("[1]:TemporalJoin(joinType=[InnerJoin])").indifferent())
                .isFalse();
        assertThat(EventTimePlan.of("[1]:Deduplicate(order=[ROWTIME])").indifferent()).isFalse();
        assertThat(EventTimePlan.of("[1]:MiniBatchAssigner(mode=[RowTime])").indifferent())
                .isFalse();
        assertThat(
                        EventTimePlan.of("[1]:Calc(select=[a])\n+- [2]:OverAggregate(orderBy=[ts])")
                                .indifferent())
                .isFalse();
    }

    @Test
    void windowsAndGeneratorsShowEventTime() {
        assertThat(
                        EventTimePlan.of("Window(TumblingEventTimeWindows(5000), EventTimeTrigger)")
                                .awaits())
                .isTrue();
        assertThat(EventTimePlan.of("Window(TumblingProcessingTimeWindows(5000))").eventTime())
                .isFalse();
        assertThat(EventTimePlan.of("   +- [3]:WatermarkAssigner(rowtime=[ts])").eventTime())
                .isTrue();
        assertThat(EventTimePlan.of("[3]:WatermarkAssigner(rowtime=[ts])").awaits()).isFalse();
    }
}
