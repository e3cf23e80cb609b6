package flinktriage.sql.planner;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a table whose connector is replaced. The original ones stay beside ours, so that
 * LIKE, ALTER TABLE and OPTIONS hints go on working on them.
 */
final class StubOptions {

    static final String FACTORY = "flink-triage";

    private static final String CONNECTOR = "connector";
    private static final String ORIGINAL = "flink-triage.connector";
    private static final String CHANGELOG = "flink-triage.changelog";

    private StubOptions() {}

    static Map<String, String> replace(
            Map<String, String> options, String connector, Optional<String> changelog) {
        Map<String, String> stub = new LinkedHashMap<>(restore(options));
        stub.put(CONNECTOR, FACTORY);
        stub.put(ORIGINAL, connector);
        changelog.ifPresent(c -> stub.put(CHANGELOG, c));
        return stub;
    }

    /** As in the script: also of a table that was made LIKE a stub, with some options changed. */
    static Map<String, String> restore(Map<String, String> options) {
        Map<String, String> original = new LinkedHashMap<>(options);
        String connector = original.remove(ORIGINAL);
        original.remove(CHANGELOG);
        if (FACTORY.equals(original.get(CONNECTOR))) {
            original.remove(CONNECTOR);
            if (connector != null && !connector.isEmpty()) {
                original.put(CONNECTOR, connector);
            }
        }
        return original;
    }

    static String connector(Map<String, String> options) {
        return options.getOrDefault(ORIGINAL, "");
    }

    static Optional<String> changelog(Map<String, String> options) {
        return Optional.ofNullable(options.get(CHANGELOG));
    }
}
