package flinktriage.model;

/**
 * What one TaskManager's JVM uses, each as a share from 0 to 1.
 *
 * @param taskManager its id in REST where it is known there, else as its endpoint shows it
 * @param collecting of the time, in garbage collection
 * @param heap of its maximum
 * @param metaspace of its maximum
 * @param cpu of all CPUs that the process sees
 */
public record JvmUse(
        String taskManager,
        Observed<Double> collecting,
        Observed<Double> heap,
        Observed<Double> metaspace,
        Observed<Double> cpu) {}
