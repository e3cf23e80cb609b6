package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedPathsTest {

    private static final String ID = "0123456789abcdef0123456789abcdef";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/config",
                "/overview",
                "/jobs",
                "/jobs/overview",
                "/jobs/metrics?get=numRestarts&agg=max",
                "/jobmanager/config",
                "/jobmanager/environment",
                "/jobmanager/metrics",
                "/jobmanager/metrics?get=taskSlotsTotal,Status.JVM.CPU.Load",
                "/taskmanagers",
                "/taskmanagers/10.0.0.1:36789-a1b2c3",
                "/taskmanagers/10.0.0.1%3A36789-a1b2c3/metrics?get=Status.JVM.CPU.Load",
                "/taskmanagers/container_e01_1700000000000_0001_01_000002",
                "/taskmanagers/metrics?get=a,b&agg=min,max&taskmanagers=tm1",
                "/jobs/ID",
                "/jobs/ID/plan",
                "/jobs/ID/config",
                "/jobs/ID/exceptions",
                "/jobs/ID/exceptions?maxExceptions=20",
                "/jobs/ID/metrics?get=uptime",
                "/jobs/ID/checkpoints",
                "/jobs/ID/checkpoints/config",
                "/jobs/ID/checkpoints/details/17",
                "/jobs/ID/checkpoints/details/17/subtasks/ID",
                "/jobs/ID/resource-requirements",
                "/jobs/ID/rescales/history",
                "/jobs/ID/vertices/ID",
                "/jobs/ID/vertices/ID/backpressure",
                "/jobs/ID/vertices/ID/watermarks",
                "/jobs/ID/vertices/ID/metrics?get=0.busyTimeMsPerSecond",
                "/jobs/ID/vertices/ID/jm-operator-metrics",
                "/jobs/ID/vertices/ID/subtasks/3/metrics?get=a%5B1%5D.b",
                "/jobs/ID/vertices/ID/subtasks/metrics?get=a,b&agg=min,max&subtasks=0-3,7",
            })
    void allowsWhatIsReadOnlyAndCheap(String path) {
        assertThat(AllowedPaths.allows(path.replace("ID", ID))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "config",
                "/",
                "/v1/config",
                "//evil.example/config",
                "/config/",
                "/config?x=1",
                "/config#x",
                "/config\n",
                "/jobs/ID/yarn-cancel",
                "/jobs/ID/yarn-stop",
                "/jobs/ID/yarn-cancel?get=x",
                "/jobs/ID/../ID/yarn-stop",
                "/jobs/ID/stop",
                "/jobs/ID/savepoints",
                "/jobs/ID?mode=cancel",
                "/jobs/9f3c",
                "/jobs/ID/checkpoints/ID",
                "/jobs/ID/vertices/ID/flamegraph",
                "/jobs/ID/vertices/ID/subtasks/metrics?get=a&mode=cancel",
                "/jobs/ID/vertices/ID/subtasks/metrics?get=a#b",
                "/jobs/ID/vertices/ID/subtasks/metrics?get=a b",
                "/taskmanagers/..",
                "/taskmanagers/%2e%2e",
                "/taskmanagers/tm/logs",
                "/taskmanagers/tm/logs/taskmanager.log",
                "/taskmanagers/tm/thread-dump",
                "/taskmanagers/tm%2Flog",
                "/jobmanager/log",
                "/jobmanager/stdout",
                "/jars",
                "/cluster",
            })
    void refusesEverythingElse(String path) {
        assertThat(AllowedPaths.allows(path.replace("ID", ID))).isFalse();
    }
}
