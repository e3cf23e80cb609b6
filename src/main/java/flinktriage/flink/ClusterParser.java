package flinktriage.flink;

import flinktriage.model.TaskManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    static List<TaskManager> taskManagers(Json json) {
        List<TaskManager> taskManagers = new ArrayList<>();
        for (Json item : json.at("taskmanagers").items()) {
            Json hardware = item.at("hardware");
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
                                                            : Optional.empty())));
        }
        return List.copyOf(taskManagers);
    }
}
