package flinktriage.world;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckId;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Verdict;
import flinktriage.model.Job;
import flinktriage.model.MissingMeasurementException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A check run on a job as the engine runs it: a missing measurement is the verdict
 * <em>unknown</em>, reading an undeclared need throws.
 */
public record Examined(Verdict verdict, Set<Need> read) {

    /** A check and what it said of some world. */
    public record Seen(CheckId check, Verdict verdict) {}

    private static final ThreadLocal<List<Seen>> WATCHED = new ThreadLocal<>();

    /** Everything that checks say while {@code tests} runs, on this thread. */
    public static List<Seen> during(Runnable tests) {
        List<Seen> seen = new ArrayList<>();
        WATCHED.set(seen);
        try {
            tests.run();
        } finally {
            WATCHED.remove();
        }
        return List.copyOf(seen);
    }

    public static Examined of(JobCheck check, Job job) {
        return of(check, job, Limits.STANDARD);
    }

    public static Examined of(JobCheck check, Job job, Limits limits) {
        JobView view = new JobView(job, check.spec());
        Verdict verdict;
        try {
            verdict = check.examine(view, limits);
        } catch (MissingMeasurementException e) {
            verdict = new Verdict.Unknown(e.missing().sentence());
        }
        List<Seen> watched = WATCHED.get();
        if (watched != null) {
            watched.add(new Seen(check.spec().id(), verdict));
        }
        return new Examined(verdict, view.read());
    }

    /** The findings; none unless the verdict is a problem. */
    public List<Finding> findings() {
        return verdict instanceof Verdict.Problem p ? p.findings() : List.of();
    }

    /** The one finding that there has to be. */
    public Finding finding() {
        assertThat(verdict).isInstanceOf(Verdict.Problem.class);
        assertThat(findings()).hasSize(1);
        return findings().get(0);
    }

    /**
     * Takes away each declared need in turn.
     *
     * @param job a world in which the check finds a problem, or is healthy
     * @param canDoWithout needs that only refine the answer; without them it may not be unknown but
     *     must still be an answer
     */
    public static void needsAbsentGiveUnknown(JobCheck check, Job job, Need... canDoWithout) {
        assertThat(of(check, job).verdict())
                .as("the whole world is assessed")
                .isInstanceOfAny(Verdict.Problem.class, Verdict.Healthy.class);
        for (Need need : check.spec().needs()) {
            Verdict verdict = of(check, JobBuilder.without(need, job)).verdict();
            if (Set.of(canDoWithout).contains(need)) {
                assertThat(verdict)
                        .as("without %s, which it can do without", need)
                        .isNotInstanceOf(Verdict.Unknown.class);
            } else {
                assertThat(verdict).as("without %s", need).isInstanceOf(Verdict.Unknown.class);
            }
        }
    }
}
