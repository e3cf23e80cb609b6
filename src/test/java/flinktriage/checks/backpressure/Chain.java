package flinktriage.checks.backpressure;

import static flinktriage.world.JobBuilder.job;

import flinktriage.model.TaskManager;
import flinktriage.world.JobBuilder;
import java.util.Optional;

/** Vertices in a row, two subtasks each. */
final class Chain {

    private Chain() {}

    static JobBuilder chain(String... names) {
        JobBuilder job = job("chain");
        for (int i = 0; i < names.length; i++) {
            String above = i == 0 ? "" : names[i - 1];
            job.vertex(
                    names[i],
                    v -> {
                        v.parallelism(2);
                        if (!above.isEmpty()) {
                            v.input(above, "REBALANCE");
                        }
                    });
        }
        return job;
    }

    static TaskManager taskManager(int cores) {
        return new TaskManager("tm-1", 4, 0, cores, 1L << 30, 1L << 28, Optional.empty());
    }
}
