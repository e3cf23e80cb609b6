package flinktriage.sql;

import java.util.Arrays;
import java.util.Optional;

/** A version of Flink whose planner can be asked. */
public enum PlannerVersion {
    V1_20("1.20"),
    V2_3("2.3");

    private final String name;

    PlannerVersion(String name) {
        this.name = name;
    }

    /** Of {@code 1.20}, also of {@code 1.20.3}. */
    public static Optional<PlannerVersion> of(String version) {
        return Arrays.stream(values())
                .filter(v -> version.equals(v.name) || version.startsWith(v.name + "."))
                .findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
