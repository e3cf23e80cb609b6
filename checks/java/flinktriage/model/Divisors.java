package flinktriage.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The parallelisms next to the present one over which a number of units spreads evenly. */
public record Divisors(List<Integer> near) {

    /**
     * @param units partitions or key groups, at least 1
     * @param parallelism at least 1
     */
    public static Divisors of(int units, int parallelism) {
        int below = 1;
        int above = Integer.MAX_VALUE;
        // Divisors come in pairs, so that two thousand million units take no time either.
        for (int small = 1; (long) small * small <= units; small++) {
            if (units % small == 0) {
                for (int divisor : new int[] {small, units / small}) {
                    below = divisor <= parallelism ? Math.max(below, divisor) : below;
                    above = divisor > parallelism ? Math.min(above, divisor) : above;
                }
            }
        }
        List<Integer> near = new ArrayList<>(List.of(below));
        if (above <= units && units > parallelism) {
            near.add(above);
        }
        return new Divisors(List.copyOf(near));
    }

    /** {@code 4 or 6}. */
    @Override
    public String toString() {
        return near.stream().map(String::valueOf).collect(Collectors.joining(" or "));
    }
}
