package flinktriage.plan;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares names as a reader would who looks for a slip. */
public final class Spelling {

    private Spelling() {}

    /** How many characters must be put in, taken out or changed. */
    public static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int next = Math.min(diagonal + change, Math.min(row[j], row[j - 1]) + 1);
                diagonal = row[j];
                row[j] = next;
            }
        }
        return row[b.length()];
    }

    /**
     * The nearest candidate, whatever its case.
     *
     * @param most characters that may differ
     */
    public static Optional<String> nearest(String name, Stream<String> candidates, int most) {
        String lower = name.toLowerCase(Locale.ROOT);
        Comparator<String> fewest =
                Comparator.comparingInt(c -> distance(lower, c.toLowerCase(Locale.ROOT)));
        return candidates
                .distinct()
                .filter(c -> distance(lower, c.toLowerCase(Locale.ROOT)) <= most)
                .min(fewest.thenComparing(Comparator.naturalOrder()));
    }
}
