package flinktriage.check;

import java.util.List;

/** Which checks said what. Every check of the run is in exactly one list. */
public record Coverage(
        List<CheckId> healthy,
        List<CheckId> problem,
        List<Reasoned> notApplicable,
        List<Reasoned> unknown,
        List<Reasoned> crashed) {

    /**
     * @param why one line without a final period
     * @param requestFailed true if the cluster did not answer, false if it has no such value
     */
    public record Reasoned(CheckId code, String why, boolean requestFailed) {

        public Reasoned(CheckId code, String why) {
            this(code, why, false);
        }
    }

    public Coverage {
        healthy = List.copyOf(healthy);
        problem = List.copyOf(problem);
        notApplicable = List.copyOf(notApplicable);
        unknown = List.copyOf(unknown);
        crashed = List.copyOf(crashed);
    }

    public int total() {
        return healthy.size()
                + problem.size()
                + notApplicable.size()
                + unknown.size()
                + crashed.size();
    }

    /** True if at least one check came to a verdict about the job. */
    public boolean assessedAnything() {
        return !healthy.isEmpty() || !problem.isEmpty();
    }
}
