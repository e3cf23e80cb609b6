package flinktriage.incidents;

import static flinktriage.world.JobBuilder.notAsked;
import static flinktriage.world.JobBuilder.present;

import flinktriage.model.JvmUse;
import flinktriage.model.Reporter;
import java.util.List;
import java.util.Map;

/** What the endpoints of two TaskManagers show. */
final class Readings {

    private Readings() {}

    /** Shares of the time in garbage collection. */
    static Reporter collecting(String first, double share, String second, double other) {
        return new Reporter(Map.of(), List.of(jvm(first, share), jvm(second, other)), true);
    }

    private static JvmUse jvm(String taskManager, double collecting) {
        return new JvmUse(
                taskManager,
                present(collecting, "GC"),
                notAsked("heap"),
                notAsked("metaspace"),
                notAsked("CPU"));
    }
}
