package flinktriage.checks.cluster;

import static flinktriage.world.JobBuilder.NOW;
import static flinktriage.world.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Limits;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.model.Unreachable;
import flinktriage.model.Unreachable.Reason;
import flinktriage.world.Said;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReachabilityTest {

    private final Reachability check = new Reachability();

    @Test
    void aRefusedConnectionNamesTheAddressAndTheCause() {
        assertThat(
                        said(
                                new Target("prod", "http://jm:8081"),
                                new Unreachable(
                                        Reason.REFUSED, "GET /config", "connection refused")))
                .isEqualTo(
                        """
                        CRITICAL REFUSED cluster prod
                        No usable answer from prod (http://jm:8081): connection refused (GET /config)
                        """);
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyReasonIsCriticalAndKeepsItsName(Reason reason) {
        String url = "http://jm:8081";

        assertThat(said(new Target(url, url), new Unreachable(reason, "GET /config", "why")))
                .isEqualTo(
                        "CRITICAL "
                                + reason
                                + " cluster http://jm:8081\n"
                                + "No usable answer from http://jm:8081: why (GET /config)\n");
    }

    @Test
    void aClusterThatAnswersIsHealthy() {
        assertThat(said(new Target("prod", "http://jm:8081"), null)).isEqualTo("healthy");
    }

    private String said(Target target, Unreachable why) {
        return Said.of(
                check.examine(
                        new Snapshot(
                                target,
                                NOW,
                                Optional.ofNullable(why),
                                job("any").build().cluster(),
                                List.of(),
                                new Traffic(1, 0, Duration.ofSeconds(1)),
                                List.of()),
                        Limits.STANDARD));
    }
}
