package flinktriage.flink;

import flinktriage.model.TaskManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads {@code /jobmanager/config} and {@code /taskmanagers}. */
final class ClusterParser {

    private static final String MASK = "******";
    private static final int VALUE = 4_000;

    /** Flink's own list (GlobalConfiguration, 2.3), and what else people put into these files. */
    private static final List<String> SECRET =
            List.of(
                    "password",
                    "passwd",
                    "secret",
                    "token",
                    "apikey",
                    "api-key",
                    "auth-params",
                    "service-key",
                    "basic-auth",
                    "jaas.config",
                    "http-headers",
                    "fs.azure.account.key",
                    "access-key",
                    "access.key",
                    "credential",
                    "private-key",
                    "passphrase");

    private ClusterParser() {}

    /** Keys that are set explicitly; values of keys that look secret are masked. */
    static Map<String, String> configuration(Json json) {
        Map<String, String> values = new TreeMap<>();
        for (Json item : json.items()) {
            item.text("key")
                    .ifPresent(
                            key ->
                                    values.put(
                                            key,
                                            secret(key)
                                                    ? MASK
                                                    : item.text("value", VALUE).orElse("")));
        }
        return Map.copyOf(values);
    }

    private static boolean secret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return SECRET.stream().anyMatch(lower::contains);
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

    static List<TaskManager> taskManagers(Json json) {
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
                                                            "taskOffHeap"))));
        }
        return List.copyOf(taskManagers);
    }
}
