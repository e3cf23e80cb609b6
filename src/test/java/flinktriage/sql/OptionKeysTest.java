package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionKeysTest {

    /** To bring the lists up to date, run this test with {@code -Dflinktriage.options=write}. */
    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void theListHasTheKeysOfFlinksOptionClasses(PlannerVersion version) throws IOException {
        Path list = Path.of("src/main/resources/flinktriage/sql/options-" + version + ".txt");
        String found = OptionList.of(jars(version));
        if ("write".equals(System.getProperty("flinktriage.options"))) {
            Files.writeString(list, found);
        }

        assertThat(Files.readString(list)).isEqualTo(found);
        assertThat(found.lines().count()).isBetween(700L, 3000L);
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aKeyThatFlinkHasIsKnown(PlannerVersion version) {
        OptionKeys keys = new OptionKeys(version);

        assertThat(
                        List.of(
                                "table.exec.state.ttl",
                                "table.exec.source.cdc-events-duplicate",
                                "execution.checkpointing.interval",
                                "pipeline.name",
                                "parallelism.default",
                                "table.local-time-zone",
                                "restart-strategy.type",
                                "restart-strategy.fixed-delay.attempts",
                                "state.backend.type",
                                "state.checkpoints.dir",
                                "rest.port",
                                "taskmanager.memory.managed.fraction",
                                "sql-client.execution.result-mode",
                                "metrics.reporter.prom.port",
                                "s3.access-key",
                                "security.kerberos.login.principal",
                                "env.java.opts.taskmanager",
                                "table.optimizer.join-reorder-enabled",
                                "pipeline.global-job-parameters.region"))
                .allMatch(keys::known);
    }

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void aSlipIsMetByTheNearestRealKey(PlannerVersion version) {
        OptionKeys keys = new OptionKeys(version);

        assertThat(keys.known("table.exec.source.cdc-events")).isFalse();
        assertThat(keys.nearest("table.exec.source.cdc-events"))
                .contains("table.exec.source.cdc-events-duplicate");
        assertThat(keys.nearest("table.exec.stat.ttl")).contains("table.exec.state.ttl");
        assertThat(keys.nearest("tabel.exec.mini-batch.enabled"))
                .contains("table.exec.mini-batch.enabled");
        assertThat(keys.nearest("colour")).isEmpty();
    }

    private static List<Path> jars(PlannerVersion version) throws IOException {
        List<String> paths = new ArrayList<>();
        String planners = System.getProperty(PlannerHome.PROPERTY);
        paths.add(planners + "/" + version + "/flink-table-planner.jar");
        if (version == PlannerVersion.V2_3) {
            paths.addAll(
                    Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator)));
        } else {
            paths.addAll(Files.readAllLines(Path.of(System.getProperty("lab.flink.classpath"))));
        }
        return paths.stream()
                .filter(p -> p.endsWith(".jar") && !p.contains("flink-table-planner-loader"))
                .map(Path::of)
                .toList();
    }
}
