package flinktriage.checks.watermark;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Aggregate;
import flinktriage.model.JobState;
import flinktriage.model.MetricSample;
import flinktriage.model.Observed;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** FT-WM-005: records that come after their window has fired are thrown away without a word. */
public final class LateRecords implements JobCheck {

    static final Threshold SHARE =
            new Threshold(
                    "share",
                    Quantity.ratio(0.01),
                    "which share of an operator's records may be dropped as late");
    static final Threshold DROPPED =
            new Threshold(
                    "dropped",
                    Quantity.records(100),
                    "fewer dropped records than this are not counted: a start may drop some");

    /** A window join counts each of its two inputs. */
    private static final List<String> COUNTERS =
            List.of(
                    "numLateRecordsDropped",
                    "leftNumLateRecordsDropped",
                    "rightNumLateRecordsDropped");

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-WM-005", "are late records dropped?", Set.of(Need.METRICS), SHARE, DROPPED);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is not running");
        }
        List<Finding> findings = new ArrayList<>();
        List<Observed<?>> missing = new ArrayList<>();
        boolean counted = false;
        for (Vertex v : job.graph().vertices()) {
            Observed<List<MetricSample>> samples = job.samples(v);
            if (!samples.isPresent()) {
                if (!v.allTasksFinished()) {
                    missing.add(samples);
                }
                continue;
            }
            for (String operator : operators(samples.require())) {
                counted = true;
                examine(v, operator, samples.require(), limits, findings);
            }
        }
        if (findings.isEmpty() && !missing.isEmpty()) {
            missing.get(0).require();
        }
        return counted || !findings.isEmpty()
                ? Verdict.of(findings)
                : new Verdict.NotApplicable("no operator that counts late records");
    }

    private static void examine(
            Vertex v,
            String operator,
            List<MetricSample> samples,
            Limits limits,
            List<Finding> findings) {
        MetricSample last = samples.get(samples.size() - 1);
        double dropped = dropped(last, operator);
        if (dropped < limits.value(DROPPED)) {
            return;
        }
        Observed<Aggregate> in = last.metric("numRecordsIn");
        double records = in.require().sum();
        double share = records > 0 ? Math.min(1, dropped / records) : 1;
        boolean over = later(samples) && dropped == dropped(samples.get(0), operator);
        findings.add(
                new Finding(
                        share >= limits.value(SHARE) && !over ? Severity.WARNING : Severity.INFO,
                        "LATE_DROPS",
                        Subject.vertex(v).operator(operator),
                        String.format(
                                Locale.ROOT,
                                "%s has dropped %,.0f of %,.0f records as late (%.1f %%)%s",
                                v.name(),
                                dropped,
                                records,
                                share * 100,
                                over ? ", none of them between the samples" : ""),
                        List.of(
                                Evidence.of(
                                        "share of records dropped as late",
                                        Quantity.ratio(share),
                                        limits.of(SHARE),
                                        in.from()),
                                Evidence.of(
                                        "records dropped as late",
                                        Quantity.records(dropped),
                                        limits.of(DROPPED),
                                        in.from().at(operator + "." + COUNTERS.get(0))))));
    }

    private static Set<String> operators(List<MetricSample> samples) {
        Set<String> found = new TreeSet<>();
        COUNTERS.forEach(c -> found.addAll(samples.get(samples.size() - 1).byOperator(c).keySet()));
        return found;
    }

    /** Samples of the same fetch, which Flink makes every 10 s, are the same data. */
    private static boolean later(List<MetricSample> samples) {
        Instant last = samples.get(samples.size() - 1).at();
        return Duration.between(samples.get(0).at(), last).toSeconds() >= 10;
    }

    private static double dropped(MetricSample sample, String operator) {
        return COUNTERS.stream()
                .flatMap(c -> sample.metric(operator + "." + c).stream())
                .mapToDouble(Aggregate::sum)
                .sum();
    }
}
