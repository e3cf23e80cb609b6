package flinktriage.report;

import flinktriage.check.Numbers;
import flinktriage.plan.StateEstimate;
import flinktriage.plan.StateEstimate.Part;
import flinktriage.plan.StateEstimate.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An estimate with the formula that it comes from. */
final class EstimateText {

    private EstimateText() {}

    /** Lines; none if there is nothing to estimate. */
    static List<String> lines(StateEstimate estimate) {
        if (estimate instanceof StateEstimate.Lacking lacking) {
            return List.of("needs " + String.join(" and ", lacking.needs()));
        }
        if (!(estimate instanceof StateEstimate.Sized sized)) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        total(sized).ifPresent(lines::add);
        sized.terms().forEach(term -> lines.add(formula(term)));
        if (!sized.assumed().isEmpty()) {
            lines.add("assuming " + String.join(", ", sized.assumed()));
        }
        return lines;
    }

    static String formula(Term term) {
        List<String> parts = new ArrayList<>();
        for (Part part : term.parts()) {
            parts.add(part.what() + " " + range(part.low(), part.high()));
        }
        double low = term.parts().stream().mapToDouble(Part::low).sum();
        double high = term.parts().stream().mapToDouble(Part::high).sum();
        return Numbers.count(term.count())
                + " "
                + term.of()
                + (term.perDay() ? " a day" : "")
                + " x "
                + range(low, high)
                + (parts.size() > 1 ? " (" + String.join(", ", parts) + ")" : " a row")
                + " = "
                + range(term.low(), term.high())
                + (term.perDay() ? " more each day" : "");
    }

    /** Empty if one term says it all. */
    private static Optional<String> total(StateEstimate.Sized sized) {
        if (sized.terms().size() < 2) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (boolean perDay : new boolean[] {false, true}) {
            List<Term> some = sized.terms().stream().filter(t -> t.perDay() == perDay).toList();
            if (!some.isEmpty()) {
                String range =
                        range(
                                some.stream().mapToDouble(Term::low).sum(),
                                some.stream().mapToDouble(Term::high).sum());
                parts.add(range + (perDay ? " more each day" : ""));
            }
        }
        return Optional.of("about " + String.join(" and ", parts) + ":");
    }

    /** One number where both ends are shown alike. */
    static String range(double low, double high) {
        String from = Numbers.bytes(low);
        String to = Numbers.bytes(high);
        if (from.equals(to)) {
            return to;
        }
        String unit = to.substring(to.indexOf(' '));
        return (from.endsWith(unit) ? from.substring(0, from.length() - unit.length()) : from)
                + " to "
                + to;
    }
}
