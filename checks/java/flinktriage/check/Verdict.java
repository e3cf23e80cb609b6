package flinktriage.check;

import flinktriage.model.Missing;
import java.util.List;

/** What a check says. Unknown and not applicable are verdicts, counted and shown. */
public sealed interface Verdict {

    record Healthy() implements Verdict {}

    record Problem(List<Finding> findings) implements Verdict {

        public Problem {
            findings = List.copyOf(findings);
            if (findings.isEmpty()) {
                throw new IllegalArgumentException("a problem without a finding");
            }
        }
    }

    /**
     * @param why one line without a final period
     */
    record NotApplicable(String why) implements Verdict {

        public static final NotApplicable OF_BATCH =
                new NotApplicable("a batch job works as fast as it can, and ends");
    }

    /**
     * @param why what is missing, in one line without a final period
     * @param requestFailed true if the cluster did not answer, false if it has no such value
     */
    record Unknown(String why, boolean requestFailed) implements Verdict {

        public Unknown(String why) {
            this(why, false);
        }

        public static Unknown of(Missing missing) {
            boolean failed =
                    missing.why() == Missing.Why.REQUEST_FAILED
                            || missing.why() == Missing.Why.TOO_LARGE;
            return new Unknown(missing.sentence(), failed);
        }
    }

    /** Healthy if there is no finding. */
    static Verdict of(List<Finding> findings) {
        return findings.isEmpty() ? new Healthy() : new Problem(findings);
    }

    static Verdict problem(Finding... findings) {
        return new Problem(List.of(findings));
    }
}
