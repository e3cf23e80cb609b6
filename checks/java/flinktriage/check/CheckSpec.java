package flinktriage.check;

import java.util.List;
import java.util.Set;

/**
 * What a check is, validated when it is loaded.
 *
 * @param title the question that it answers, in lower case and with a question mark
 * @param needs what it reads; it can read nothing else
 */
public record CheckSpec(CheckId id, String title, Set<Need> needs, List<Threshold> thresholds) {

    public CheckSpec {
        needs = Set.copyOf(needs);
        thresholds = List.copyOf(thresholds);
        if (!title.endsWith("?")) {
            throw new IllegalArgumentException(id + ": a title is a question: " + title);
        }
        if (thresholds.stream().map(Threshold::name).distinct().count() != thresholds.size()) {
            throw new IllegalArgumentException(id + ": two thresholds of the same name");
        }
    }

    public static CheckSpec of(
            String code, String title, Set<Need> needs, Threshold... thresholds) {
        return new CheckSpec(new CheckId(code), title, needs, List.of(thresholds));
    }
}
