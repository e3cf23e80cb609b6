package flinktriage.sql;

import java.util.Map;

/**
 * How scripts are planned.
 *
 * @param settings in force before the first statement, as if by SET
 * @param changelogs what a table emits, by its name, qualified or not: {@code I,UA,D}
 */
public record ReadSettings(
        PlannerVersion flinkVersion, Map<String, String> settings, Map<String, String> changelogs) {

    public ReadSettings {
        settings = Map.copyOf(settings);
        changelogs = Map.copyOf(changelogs);
    }
}
