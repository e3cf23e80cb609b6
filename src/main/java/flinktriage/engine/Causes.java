package flinktriage.engine;

import flinktriage.check.CheckId;
import flinktriage.check.Finding;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Severity;
import flinktriage.model.JobGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Links findings: a cause explains its symptoms. A finding that nothing explains is a root cause.
 *
 * <p>The table is ordered by depth: a row's symptom never stands in an earlier row as a cause of
 * its own cause, so that links cannot form a circle (a test walks the table).
 */
final class Causes {

    /** A finding with the code of its check, before it has a place in the report. */
    record Coded(CheckId code, Finding finding) {

        boolean is(String wantedCode, Set<String> wantedReasons) {
            return (code.code().equals(wantedCode)
                            || (wantedCode.endsWith("*")
                                    && code.code()
                                            .startsWith(
                                                    wantedCode.substring(
                                                            0, wantedCode.length() - 1))))
                    && (wantedReasons.isEmpty() || wantedReasons.contains(finding.reason()));
        }
    }

    /** The findings of a job in the order of the report, and which of them are root causes. */
    record Linked(List<LinkedFinding> findings, List<String> roots) {}

    record Row(
            String cause,
            Set<String> causeReasons,
            String symptom,
            Set<String> symptomReasons,
            Relation relation) {}

    static final List<Row> TABLE = CauseTable.rows();

    private Causes() {}

    static Linked link(JobGraph graph, List<Coded> found) {
        List<Coded> findings = new ArrayList<>(found);
        raise(graph, findings);
        int n = findings.size();
        boolean[][] explains = new boolean[n][n];
        for (int c = 0; c < n; c++) {
            for (int s = 0; s < n; s++) {
                explains[c][s] = c != s && explains(graph, findings.get(c), findings.get(s));
            }
        }
        List<Integer> roots =
                IntStream.range(0, n)
                        .filter(s -> IntStream.range(0, n).noneMatch(c -> explains[c][s]))
                        .boxed()
                        .sorted(
                                Comparator.<Integer, Severity>comparing(
                                                i -> worst(i, explains, findings))
                                        .reversed()
                                        .thenComparing(i -> -reach(i, explains).size())
                                        .thenComparing(i -> findings.get(i).code()))
                        .toList();
        Set<Integer> order = new LinkedHashSet<>();
        roots.forEach(r -> walk(r, explains, order));
        List<Integer> sequence = List.copyOf(order);
        List<LinkedFinding> linked = new ArrayList<>();
        for (int i : sequence) {
            List<String> symptoms =
                    sequence.stream()
                            .filter(s -> explains[i][s])
                            .map(s -> ref(sequence, s))
                            .toList();
            linked.add(
                    new LinkedFinding(
                            ref(sequence, i),
                            findings.get(i).code(),
                            findings.get(i).finding(),
                            symptoms));
        }
        List<String> causes =
                roots.stream()
                        .filter(r -> worst(r, explains, findings) != Severity.INFO)
                        .map(r -> ref(sequence, r))
                        .toList();
        return new Linked(linked, causes);
    }

    /**
     * A standing risk (a plan rule, an empty source subtask) is INFO until it explains something
     * that hurts: nobody is paged for a join that works.
     */
    private static void raise(JobGraph graph, List<Coded> findings) {
        for (int c = 0; c < findings.size(); c++) {
            Coded cause = findings.get(c);
            boolean hurts =
                    cause.finding().severity() == Severity.INFO
                            && findings.stream()
                                    .anyMatch(
                                            s ->
                                                    s.finding().severity() != Severity.INFO
                                                            && explains(graph, cause, s));
            if (hurts) {
                findings.set(
                        c, new Coded(cause.code(), cause.finding().severity(Severity.WARNING)));
            }
        }
    }

    private static boolean explains(JobGraph graph, Coded cause, Coded symptom) {
        return TABLE.stream()
                .anyMatch(
                        row ->
                                cause.is(row.cause(), row.causeReasons())
                                        && symptom.is(row.symptom(), row.symptomReasons())
                                        && row.relation()
                                                .holds(
                                                        graph,
                                                        cause.finding().subject(),
                                                        symptom.finding().subject()));
    }

    /** A root is as bad as the worst that it explains. */
    private static Severity worst(int root, boolean[][] explains, List<Coded> findings) {
        Severity worst = findings.get(root).finding().severity();
        for (int i : reach(root, explains)) {
            Severity s = findings.get(i).finding().severity();
            worst = s.compareTo(worst) > 0 ? s : worst;
        }
        return worst;
    }

    private static Set<Integer> reach(int root, boolean[][] explains) {
        Set<Integer> seen = new HashSet<>();
        walk(root, explains, seen);
        seen.remove(root);
        return seen;
    }

    private static void walk(int from, boolean[][] explains, Set<Integer> seen) {
        if (seen.add(from)) {
            for (int s = 0; s < explains.length; s++) {
                if (explains[from][s]) {
                    walk(s, explains, seen);
                }
            }
        }
    }

    private static String ref(List<Integer> sequence, int index) {
        return "f" + (sequence.indexOf(index) + 1);
    }
}
