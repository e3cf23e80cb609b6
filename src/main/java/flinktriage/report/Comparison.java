package flinktriage.report;

import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.model.Quantity;
import flinktriage.model.Unit;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * What became of a job between two reports. Vertices are the same if their ids are, or else their
 * names: ids change when a job is changed.
 *
 * @param findings what is worse first, what is better last
 * @param numbers of the job, then of its vertices; only those that one of the two has
 */
public record Comparison(
        Report before, Report after, List<FindingChange> findings, List<NumberChange> numbers) {

    public Comparison {
        findings = List.copyOf(findings);
        numbers = List.copyOf(numbers);
    }

    /** What became of a finding, worst first. */
    public enum Change {
        NEW,
        WORSE,
        /** Of the same severity for another reason. */
        OTHER_REASON,
        SAME,
        BETTER,
        GONE
    }

    /** At least one of the two is there. */
    public record FindingChange(
            Change change, Optional<LinkedFinding> before, Optional<LinkedFinding> after) {

        /** As it is, or as it was if it is gone. */
        public LinkedFinding latest() {
            return after.or(() -> before).orElseThrow();
        }
    }

    /** What became of a number. */
    public enum Trend {
        WORSE,
        BETTER,
        CHANGED,
        SAME
    }

    /**
     * @param vertex empty for a number of the job
     */
    public record NumberChange(
            Optional<Vertex> vertex,
            String label,
            Optional<Quantity> before,
            Optional<Quantity> after,
            Trend trend) {}

    /** Flink's rates and shares of time are averages of a minute and vary by so much by chance. */
    private static final double CHANCE = 0.2;

    private static final double CHANCE_OF_RATIOS = 0.1;

    /** Checkpoints and watermarks of an idle job differ by some milliseconds. */
    private static final double SHORT_MILLIS = 1_000;

    /**
     * Compares the only jobs of two reports.
     *
     * @throws IllegalArgumentException if one has none, or several
     */
    public static Comparison of(Report before, Report after) {
        JobReport a = only(before);
        JobReport b = only(after);
        Map<VertexId, Vertex> counterparts = counterparts(a, b);
        List<FindingChange> findings = findings(a, b, counterparts);
        List<NumberChange> numbers = new ArrayList<>();
        compare(numbers, Optional.empty(), KeyNumbers.of(a.job()), KeyNumbers.of(b.job()));
        for (Vertex v : b.job().graph().vertices()) {
            Map<KeyNumbers.Label, Quantity> was = new LinkedHashMap<>();
            a.job().graph().vertices().stream()
                    .filter(old -> v.equals(counterparts.get(old.id())))
                    .forEach(old -> was.putAll(KeyNumbers.of(a.job(), old)));
            compare(numbers, Optional.of(v), was, KeyNumbers.of(b.job(), v));
        }
        a.job().graph().vertices().stream()
                .filter(old -> !counterparts.containsKey(old.id()))
                .forEach(
                        old ->
                                compare(
                                        numbers,
                                        Optional.of(old),
                                        KeyNumbers.of(a.job(), old),
                                        Map.of()));
        return new Comparison(before, after, findings, numbers);
    }

    private static JobReport only(Report report) {
        if (report.jobs().size() != 1) {
            throw new IllegalArgumentException(report.jobs().size() + " jobs");
        }
        return report.jobs().get(0);
    }

    /** The vertices of the later report by the ids of the earlier one. */
    private static Map<VertexId, Vertex> counterparts(JobReport a, JobReport b) {
        Map<VertexId, Vertex> found = new LinkedHashMap<>();
        for (Vertex old : a.job().graph().vertices()) {
            List<Vertex> sameName =
                    b.job().graph().vertices().stream()
                            .filter(v -> v.name().equals(old.name()))
                            .toList();
            b.job()
                    .graph()
                    .vertex(old.id())
                    .or(() -> sameName.stream().filter(v -> sameName.size() == 1).findFirst())
                    .ifPresent(v -> found.put(old.id(), v));
        }
        return found;
    }

    private static List<FindingChange> findings(
            JobReport a, JobReport b, Map<VertexId, Vertex> counterparts) {
        List<LinkedFinding> was = new ArrayList<>(a.findings());
        List<LinkedFinding> is = new ArrayList<>(b.findings());
        List<FindingChange> changes = new ArrayList<>();
        BiPredicate<LinkedFinding, LinkedFinding> about =
                (x, y) -> x.code().equals(y.code()) && sameSubject(x, y, counterparts);
        pair(
                was,
                is,
                changes,
                about.and((x, y) -> x.finding().reason().equals(y.finding().reason())));
        pair(was, is, changes, about);
        is.forEach(f -> changes.add(change(Optional.empty(), Optional.of(f))));
        was.forEach(f -> changes.add(change(Optional.of(f), Optional.empty())));
        changes.sort((x, y) -> x.change().compareTo(y.change()));
        return changes;
    }

    /** Takes those that belong together out of both lists. */
    private static void pair(
            List<LinkedFinding> was,
            List<LinkedFinding> is,
            List<FindingChange> changes,
            BiPredicate<LinkedFinding, LinkedFinding> same) {
        for (LinkedFinding y : List.copyOf(is)) {
            Optional<LinkedFinding> match = was.stream().filter(x -> same.test(x, y)).findFirst();
            if (match.isPresent()) {
                was.remove(match.get());
                is.remove(y);
                changes.add(change(match, Optional.of(y)));
            }
        }
    }

    private static FindingChange change(
            Optional<LinkedFinding> before, Optional<LinkedFinding> after) {
        if (before.isEmpty()) {
            return new FindingChange(Change.NEW, before, after);
        }
        if (after.isEmpty()) {
            return new FindingChange(Change.GONE, before, after);
        }
        int worse = rank(after.get()) - rank(before.get());
        boolean sameReason = before.get().finding().reason().equals(after.get().finding().reason());
        Change change =
                worse > 0
                        ? Change.WORSE
                        : worse < 0
                                ? Change.BETTER
                                : sameReason ? Change.SAME : Change.OTHER_REASON;
        return new FindingChange(change, before, after);
    }

    private static int rank(LinkedFinding f) {
        return switch (f.finding().severity()) {
            case INFO -> 0;
            case WARNING -> 1;
            case CRITICAL -> 2;
        };
    }

    private static boolean sameSubject(
            LinkedFinding x, LinkedFinding y, Map<VertexId, Vertex> counterparts) {
        var a = x.finding().subject();
        var b = y.finding().subject();
        if (a.kind() != b.kind()) {
            return false;
        }
        if (a.vertex().isEmpty() || b.vertex().isEmpty()) {
            return a.vertex().equals(b.vertex());
        }
        Vertex counterpart = counterparts.get(a.vertex().get());
        return counterpart != null && counterpart.id().equals(b.vertex().get());
    }

    private static void compare(
            List<NumberChange> to,
            Optional<Vertex> vertex,
            Map<KeyNumbers.Label, Quantity> was,
            Map<KeyNumbers.Label, Quantity> is) {
        for (KeyNumbers.Label label : KeyNumbers.Label.values()) {
            Optional<Quantity> a = Optional.ofNullable(was.get(label));
            Optional<Quantity> b = Optional.ofNullable(is.get(label));
            if (a.isPresent() || b.isPresent()) {
                to.add(new NumberChange(vertex, label.text(), a, b, trend(label, a, b)));
            }
        }
    }

    private static Trend trend(KeyNumbers.Label label, Optional<Quantity> a, Optional<Quantity> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return Trend.CHANGED;
        }
        double difference = b.get().value() - a.get().value();
        if (Math.abs(difference) <= chance(a.get(), b.get())) {
            return Trend.SAME;
        }
        if (label.larger() == KeyNumbers.Larger.NEITHER) {
            return Trend.CHANGED;
        }
        return difference > 0 ? Trend.WORSE : Trend.BETTER;
    }

    private static double chance(Quantity a, Quantity b) {
        if (a.unit() == Unit.RATIO) {
            return CHANCE_OF_RATIOS;
        }
        if (a.unit() == Unit.COUNT) {
            return 0;
        }
        double share = CHANCE * Math.max(Math.abs(a.value()), Math.abs(b.value()));
        return a.unit() == Unit.MILLISECONDS ? Math.max(SHORT_MILLIS, share) : share;
    }

    /** How bad the worst of what is new or worse is; OK if nothing is. */
    public RunVerdict worsened() {
        RunVerdict worst = RunVerdict.OK;
        for (FindingChange f : findings) {
            boolean counts = f.change() == Change.NEW || f.change() == Change.WORSE;
            Severity severity = f.latest().finding().severity();
            if (counts && severity != Severity.INFO) {
                worst =
                        worst.worse(
                                severity == Severity.CRITICAL
                                        ? RunVerdict.CRITICAL
                                        : RunVerdict.WARNING);
            }
        }
        return worst;
    }
}
