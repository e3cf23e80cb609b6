package flinktriage.lab;

import static flinktriage.lab.SlowIllness.ASYNC_LOOKUP_JOIN;
import static flinktriage.lab.SlowIllness.ASYNC_WAIT;
import static flinktriage.lab.SlowIllness.LOOKUP_JOIN;
import static flinktriage.lab.SlowIllness.TWO_BRANCHES;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether a job that waits is told from one that computes, and for what it waits. */
@Tag("lab")
@Timeout(300)
class SlowIllnessesTest {

    private static final Duration UNTIL_SICK = Duration.ofSeconds(50);

    @ParameterizedTest
    @EnumSource(FlinkVersion.class)
    void whatIsWaitedForIsNamed(FlinkVersion version) throws Exception {
        Map<SlowIllness, String> said = new EnumMap<>(SlowIllness.class);
        StringBuilder text = new StringBuilder();
        try (ShapesCluster cluster =
                ShapesCluster.start(SlowIllness.class, SlowIllness.SLOTS, version)) {
            assertThat(cluster.refused()).isEmpty();
            cluster.job(TWO_BRANCHES.name()).awaitRunningFor(UNTIL_SICK);
            for (SlowIllness illness : SlowIllness.values()) {
                ShapeReport report =
                        ShapeReport.of(cluster.url(), cluster.jobs().get(illness.name()));
                said.put(illness, report.line());
                text.append(report.text(illness.name()));
            }
        }
        ShapesCluster.keep(SlowIllness.class, version, text.toString());
        for (SlowIllness join : List.of(LOOKUP_JOIN, ASYNC_LOOKUP_JOIN)) {
            assertThat(said.get(join))
                    .as(text.toString())
                    .matches("1 WARNING FT-BP-001 LOOKUP_SLOW \\S[^,]* LookupJoin\\[\\d+] [^,]*");
        }
        assertThat(said.get(ASYNC_WAIT))
                .as(text.toString())
                .isEqualTo("1 WARNING FT-BP-001 LOOKUP_SLOW async wait operator");
        assertThat(said.get(TWO_BRANCHES))
                .as(text.toString())
                .isIn(
                        "1 WARNING FT-BP-001 BUSY check shop, WARNING FT-BP-001 BUSY check web",
                        "1 WARNING FT-BP-001 BUSY check web, WARNING FT-BP-001 BUSY check shop");
    }
}
