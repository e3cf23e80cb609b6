package flinktriage.model;

import java.util.SortedMap;

/**
 * Which subtasks of a source read Kafka partitions now, without what is left of earlier attempts.
 *
 * @param partitions how many different ones
 * @param bySubtask how many each subtask reads, 0 included; every subtask is there
 */
public record PartitionReaders(
        int partitions, SortedMap<Integer, Integer> bySubtask, Provenance from) {}
