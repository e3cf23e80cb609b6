package flinktriage.flink;

import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.TaskManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads {@code /jobmanager/config} and {@code /taskmanagers}. */
final class ClusterParser {

    private static final int VALUE = 4_000;

    private ClusterParser() {}

    /** Keys that are set explicitly; secrets are masked, also those inside of other values. */
    static Map<String, String> configuration(Json json) {
        Map<String, String> values = new TreeMap<>();
        for (Json item : json.items()) {
            item.text("key")
                    .ifPresent(
                            key ->
                                    values.put(
                                            key,
                                            Redaction.isSecretKey(key)
                                                    ? Redaction.MASK
                                                    : value(item)));
        }
        return Map.copyOf(values);
    }

    private static String value(Json item) {
        return item.secretFree("value", VALUE).orElse("");
    }

    /**
     * The sum. Without a limit Flink answers null or Long.MAX_VALUE, as in a MiniCluster; nothing
     * has a petabyte of memory.
     */
    private static OptionalLong memory(Json memory, String... parts) {
        long sum = 0;
        for (String part : parts) {
            long bytes = memory.whole(part).orElse(-1);
            if (bytes < 0 || bytes >= 1L << 50) {
                return OptionalLong.empty();
            }
            sum += bytes;
        }
        return OptionalLong.of(sum);
    }

    /**
     * @param from the reply, read at the JobManager's now
     */
    static List<TaskManager> taskManagers(Json json, Provenance from) {
        List<TaskManager> taskManagers = new ArrayList<>();
        for (Json item : json.at("taskmanagers").items()) {
            Json hardware = item.at("hardware");
            Json memory = item.at("memoryConfiguration");
            item.text("id")
                    .ifPresent(
                            id ->
                                    taskManagers.add(
                                            new TaskManager(
                                                    id,
                                                    item.count("slotsNumber", 0),
                                                    item.count("freeSlots", 0),
                                                    hardware.count("cpuCores", 0),
                                                    Math.max(
                                                            0,
                                                            hardware.whole("freeMemory").orElse(0)),
                                                    Math.max(
                                                            0,
                                                            hardware.whole("managedMemory")
                                                                    .orElse(0)),
                                                    item.flag("blocked", false)
                                                            ? Optional.of("blocked")
                                                            : Optional.empty(),
                                                    memory(memory, "networkMemory"),
                                                    memory(
                                                            memory,
                                                            "frameworkOffHeap",
                                                            "taskOffHeap"),
                                                    silentFor(item, from))));
        }
        return List.copyOf(taskManagers);
    }

    /**
     * Despite its name the field is the point in time of the last heartbeat, 0 before the first
     * one. It is read a moment after "now", so that a heartbeat may come later than that.
     */
    private static Observed<Duration> silentFor(Json taskManager, Provenance from) {
        return taskManager
                .instant("timeSinceLastHeartbeat")
                .map(last -> Duration.between(last, from.at()))
                .map(age -> Observed.of(age.isNegative() ? Duration.ZERO : age, from))
                .orElseGet(TaskManager::noHeartbeat);
    }
}
