package flinktriage.model;

import java.time.Instant;

/**
 * One subtask of the current attempt, from {@code /jobs/:id/vertices/:vid}.
 *
 * @param recordsIn since the attempt began; always 0 for sources up to Flink 1.20
 * @param startedAt absent before it is deployed
 */
public record Subtask(
        int subtask,
        String state,
        int attempt,
        Observed<Instant> startedAt,
        Observed<String> taskManager,
        Observed<Long> recordsIn,
        Observed<Long> recordsOut) {}
