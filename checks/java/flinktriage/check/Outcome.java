package flinktriage.check;

/** What became of one check in one run. */
public sealed interface Outcome {

    CheckSpec spec();

    record Assessed(CheckSpec spec, Verdict verdict) implements Outcome {}

    /**
     * The check threw; the run goes on.
     *
     * @param exception class and message
     */
    record Crashed(CheckSpec spec, String exception) implements Outcome {}
}
