package flinktriage.check;

/** A check of one statement of Flink SQL, by its text and its plan. */
public non-sealed interface PlanCheck extends Check {

    /**
     * @throws flinktriage.model.MissingMeasurementException if something that it needs is absent;
     *     the linter records <em>unknown</em> with the reason
     */
    Verdict examine(StatementView statement, Limits limits);
}
