package flinktriage.model;

/**
 * How a subtask spent its time, each as a share of the time (0 to 1), averaged by Flink over up to
 * 60 seconds (5 before 1.17), or over the last attempt if the job has ended. They need not add up
 * to one over a vertex's maxima. Busy is absent for legacy sources (NaN) and means <em>not waiting
 * for input or output</em>, which is not the same as using the CPU.
 *
 * @param subtask Flink's index, from 0; not the position in a list, since subtasks without metrics
 *     are left out
 */
public record SubtaskTimes(
        int subtask,
        Observed<Double> busy,
        Observed<Double> backpressured,
        Observed<Double> idle) {}
