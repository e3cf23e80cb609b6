package flinktriage.engine;

import flinktriage.check.CheckId;
import flinktriage.check.Finding;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Severity;
import flinktriage.model.JobGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

    /**
     * @param least severity from which the cause is one
     */
    record Row(
            String cause,
            Set<String> causeReasons,
            String symptom,
            Set<String> symptomReasons,
            Relation relation,
            Severity least) {}

    static final List<Row> TABLE = CauseTable.rows();

    private Causes() {}

    static Linked link(JobGraph graph, List<Coded> found) {
        List<Coded> findings = new ArrayList<>(found);
        int n = findings.size();
        BitSet[] explains = links(graph, findings);
        raise(findings, explains);
        BitSet explained = new BitSet(n);
        for (BitSet symptoms : explains) {
            explained.or(symptoms);
        }
        Map<Integer, Severity> worst = new HashMap<>();
        Map<Integer, Integer> reach = new HashMap<>();
        for (int root = explained.nextClearBit(0);
                root < n;
                root = explained.nextClearBit(root + 1)) {
            BitSet reached = reach(root, explains);
            worst.put(root, worst(root, reached, findings));
            reach.put(root, reached.cardinality());
        }
        List<Integer> roots =
                worst.keySet().stream()
                        .sorted(
                                Comparator.<Integer, Severity>comparing(worst::get)
                                        .reversed()
                                        .thenComparing(i -> -reach.get(i))
                                        .thenComparing(i -> findings.get(i).code())
                                        .thenComparing(i -> i))
                        .toList();
        Set<Integer> order = new LinkedHashSet<>();
        roots.forEach(r -> walk(r, explains, order));
        String[] refs = new String[n];
        int[] places = new int[n];
        int next = 0;
        for (int i : order) {
            places[i] = next++;
            refs[i] = "f" + next;
        }
        List<LinkedFinding> linked = new ArrayList<>();
        for (int i : order) {
            List<String> symptoms =
                    explains[i].stream()
                            .boxed()
                            .sorted(Comparator.comparingInt(s -> places[s]))
                            .map(s -> refs[s])
                            .toList();
            linked.add(
                    new LinkedFinding(
                            refs[i], findings.get(i).code(), findings.get(i).finding(), symptoms));
        }
        List<String> causes =
                roots.stream()
                        .filter(r -> worst.get(r) != Severity.INFO)
                        .map(r -> refs[r])
                        .toList();
        return new Linked(linked, causes);
    }

    /**
     * A standing risk (a plan rule, an empty source subtask) is INFO until it explains something
     * that hurts: nobody is paged for a join that works.
     */
    private static void raise(List<Coded> findings, BitSet[] explains) {
        // One that was raised hurts too, which those before it in the list do not see.
        for (int c = 0; c < findings.size(); c++) {
            Coded cause = findings.get(c);
            boolean hurts =
                    cause.finding().severity() == Severity.INFO
                            && explains[c].stream()
                                    .anyMatch(
                                            s ->
                                                    findings.get(s).finding().severity()
                                                            != Severity.INFO);
            if (hurts) {
                findings.set(
                        c, new Coded(cause.code(), cause.finding().severity(Severity.WARNING)));
            }
        }
    }

    /** By cause, its symptoms. Row by row, because most pairs of findings have no row. */
    private static BitSet[] links(JobGraph graph, List<Coded> findings) {
        int n = findings.size();
        BitSet[] explains = new BitSet[n];
        Arrays.setAll(explains, i -> new BitSet());
        for (Row row : TABLE) {
            int[] symptoms = indices(findings, row.symptom(), row.symptomReasons());
            if (symptoms.length == 0) {
                continue;
            }
            for (int c : indices(findings, row.cause(), row.causeReasons())) {
                Finding cause = findings.get(c).finding();
                if (cause.severity().compareTo(row.least()) < 0) {
                    continue;
                }
                for (int s : symptoms) {
                    if (c != s && row.relation().holds(graph, cause, findings.get(s).finding())) {
                        explains[c].set(s);
                    }
                }
            }
        }
        return explains;
    }

    private static int[] indices(List<Coded> findings, String code, Set<String> reasons) {
        return IntStream.range(0, findings.size())
                .filter(i -> findings.get(i).is(code, reasons))
                .toArray();
    }

    /** A root is as bad as the worst that it explains. */
    private static Severity worst(int root, BitSet reached, List<Coded> findings) {
        return reached.stream()
                .mapToObj(i -> findings.get(i).finding().severity())
                .reduce(
                        findings.get(root).finding().severity(),
                        (a, b) -> a.compareTo(b) >= 0 ? a : b);
    }

    private static BitSet reach(int root, BitSet[] explains) {
        BitSet seen = new BitSet();
        Deque<Integer> todo = new ArrayDeque<>(List.of(root));
        while (!todo.isEmpty()) {
            BitSet fresh = (BitSet) explains[todo.poll()].clone();
            fresh.andNot(seen);
            seen.or(fresh);
            fresh.stream().forEach(todo::add);
        }
        seen.clear(root);
        return seen;
    }

    private static void walk(int from, BitSet[] explains, Set<Integer> seen) {
        if (seen.add(from)) {
            explains[from].stream().forEach(s -> walk(s, explains, seen));
        }
    }
}
