package flinktriage.check;

/** A check of one job. */
public non-sealed interface JobCheck extends Check {

    /**
     * @throws flinktriage.model.MissingMeasurementException if something that it needs is absent;
     *     the engine records <em>unknown</em> with the reason
     */
    Verdict examine(JobView job, Limits limits);
}
