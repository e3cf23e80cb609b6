package flinktriage.flink;

import flinktriage.model.JobId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which job the user wants.
 *
 * @param wanted a name, an id, or the unique beginning of either; empty for the only running job
 */
public record JobChoice(String wanted) {

    public static JobChoice onlyRunning() {
        return new JobChoice("");
    }

    /** If it is a whole id. */
    Optional<JobId> id() {
        return wanted.matches("[0-9a-fA-F]{32}")
                ? Optional.of(new JobId(wanted.toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }

    /** The jobs that fit best: exactly one if the choice is clear. */
    List<JobSummary> among(List<JobSummary> jobs) {
        if (wanted.isEmpty()) {
            List<JobSummary> live = jobs.stream().filter(JobSummary::live).toList();
            return live.isEmpty() ? jobs : live;
        }
        String lower = wanted.toLowerCase(Locale.ROOT);
        List<Predicate<JobSummary>> best =
                List.of(
                        job -> job.id().hex().equals(lower),
                        job -> job.name().equals(wanted),
                        job -> job.id().hex().startsWith(lower),
                        job -> job.name().startsWith(wanted));
        for (Predicate<JobSummary> fits : best) {
            List<JobSummary> found = jobs.stream().filter(fits).toList();
            // A restarted pipeline leaves its finished runs under the same name.
            List<JobSummary> live = found.stream().filter(JobSummary::live).toList();
            if (live.size() == 1) {
                return live;
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    /** Why it is not exactly one of them. */
    String why(List<JobSummary> jobs) {
        if (jobs.isEmpty()) {
            return "there is no job on this cluster";
        }
        int fitting = among(jobs).size();
        if (wanted.isEmpty()) {
            return jobs.stream().anyMatch(JobSummary::live)
                    ? fitting + " jobs are running, name one"
                    : "no job is running, name one of the " + fitting + " that ended";
        }
        return fitting == 0
                ? "no job has a name or id that begins with " + wanted
                : fitting + " jobs fit " + wanted;
    }
}
