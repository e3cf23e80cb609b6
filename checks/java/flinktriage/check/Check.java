package flinktriage.check;

/** One question about one thing. Pure: no input or output, no clock, no state. */
public sealed interface Check permits JobCheck, ClusterCheck, PlanCheck {

    CheckSpec spec();
}
