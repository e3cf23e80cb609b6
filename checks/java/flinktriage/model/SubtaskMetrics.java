package flinktriage.model;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * What is known per subtask of a source: which metrics each has, and the few values that were asked
 * for.
 *
 * @param names metric ids by subtask
 * @param values by subtask, then by metric id; only ids that we asked for and that had a number
 * @param complete false if there were more subtasks than one request can name
 */
public record SubtaskMetrics(
        SortedMap<Integer, Set<String>> names,
        SortedMap<Integer, Map<String, Double>> values,
        boolean complete) {}
