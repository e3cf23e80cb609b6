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
        List<Integer> near = new ArrayList<>();
        int below = Math.min(units, parallelism);
        while (units % below != 0) {
            below--;
        }
        near.add(below);
        int above = parallelism + 1;
        while (above < units && units % above != 0) {
            above++;
        }
        if (above <= units) {
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
