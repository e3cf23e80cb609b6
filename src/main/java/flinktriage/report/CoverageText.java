package flinktriage.report;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.Numbers;
import flinktriage.model.Traffic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was assessed, what was not, and why. */
final class CoverageText {

    /** More unknown checks than this get lines of their own. */
    private static final int INLINE = 2;

    /** Reasons on the standard report; a cluster without metrics has the same few everywhere. */
    private static final int MOST_REASONS = 6;

    private final Pages pages;

    CoverageText(Pages pages) {
        this.pages = pages;
    }

    static Coverage together(Coverage a, Coverage b) {
        return new Coverage(
                both(a.healthy(), b.healthy()),
                both(a.problem(), b.problem()),
                both(a.notApplicable(), b.notApplicable()),
                both(a.unknown(), b.unknown()),
                both(a.crashed(), b.crashed()));
    }

    private static <T> List<T> both(List<T> a, List<T> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }

    /** {@code 38 requests in 0.9 s}; without a time where a capture knows none. */
    static String traffic(Traffic traffic) {
        return Numbers.count(traffic.requests())
                + (traffic.requests() == 1 ? " request" : " requests")
                + (traffic.elapsed().isZero() ? "" : " in " + Numbers.show(traffic.elapsed()));
    }

    /** The line of counts, then the reasons that found no room in it. */
    void write(Sheet sheet, Coverage coverage, String tail, boolean all, boolean reasons) {
        boolean inline = inline(coverage) && reasons && !all;
        sheet.entry("Assessed", counts(coverage, inline), tail);
        if (all) {
            list(sheet, "Healthy", coverage.healthy());
            list(sheet, "Problems", coverage.problem());
            reasons(sheet, "Not applic.", coverage.notApplicable(), Integer.MAX_VALUE);
        }
        boolean any = !both(coverage.unknown(), coverage.crashed()).isEmpty();
        if (reasons && !inline && any) {
            unassessed(sheet, coverage, all);
        }
    }

    /** Why checks came to no verdict. */
    void unassessed(Sheet sheet, Coverage coverage, boolean all) {
        int most = all ? Integer.MAX_VALUE : MOST_REASONS;
        reasons(sheet, "Unknown", coverage.unknown(), most);
        reasons(sheet, "Crashed", coverage.crashed(), most);
        if (both(coverage.unknown(), coverage.crashed()).isEmpty() && !all) {
            reasons(sheet, "Not applic.", coverage.notApplicable(), most);
        }
    }

    private static boolean inline(Coverage coverage) {
        List<Reasoned> why = both(coverage.unknown(), coverage.crashed());
        return why.size() <= INLINE && why.stream().allMatch(r -> r.why().length() <= 120);
    }

    private static String counts(Coverage c, boolean inline) {
        List<String> parts = new ArrayList<>();
        parts.add(c.healthy().size() + " healthy");
        part(parts, c.problem().size(), c.problem().size() == 1 ? "problem" : "problems", "");
        part(parts, c.notApplicable().size(), "not applicable", "");
        part(parts, c.unknown().size(), "unknown", inline ? why(c.unknown()) : "");
        part(parts, c.crashed().size(), "crashed", inline ? why(c.crashed()) : "");
        return c.total() + (c.total() == 1 ? " check: " : " checks: ") + String.join(", ", parts);
    }

    private static void part(List<String> parts, int count, String name, String why) {
        if (count > 0) {
            parts.add(count + " " + name + why);
        }
    }

    private static String why(List<Reasoned> reasons) {
        return reasons.stream()
                .map(r -> r.code() + ": " + Harmless.line(r.why()))
                .collect(Collectors.joining("; ", " (", ")"));
    }

    private void list(Sheet sheet, String label, List<CheckId> codes) {
        String margin = label;
        for (CheckId code : codes) {
            sheet.entry(margin, code + "  ", pages.title(code), "");
            margin = "";
        }
    }

    private static void reasons(Sheet sheet, String label, List<Reasoned> reasons, int most) {
        Map<String, List<CheckId>> byWhy = new LinkedHashMap<>();
        reasons.forEach(
                r ->
                        byWhy.computeIfAbsent(Harmless.line(r.why(), 400), k -> new ArrayList<>())
                                .add(r.code()));
        String margin = label;
        int written = 0;
        for (Map.Entry<String, List<CheckId>> group : byWhy.entrySet()) {
            if (written++ == most) {
                int left = byWhy.size() - most;
                sheet.entry(
                        margin,
                        "... and "
                                + left
                                + (left == 1 ? " more reason" : " more reasons")
                                + " (--show all)");
                return;
            }
            sheet.entry(margin, codes(group.getValue()) + ": " + group.getKey());
            margin = "";
        }
    }

    private static String codes(List<CheckId> codes) {
        return codes.stream().map(CheckId::code).collect(Collectors.joining(", "));
    }
}
