package flinktriage.plan;

import java.util.Map;

/**
 * What the author of a query says of its data; no plan knows it.
 *
 * @param keys how many values a column takes, by its name; several with commas between them for the
 *     number of combinations
 * @param rates rows a second, by table
 * @param widths average bytes of a column's text
 */
public record Assumptions(
        Map<String, Double> keys, Map<String, Double> rates, Map<String, Double> widths) {

    public static final Assumptions NONE = new Assumptions(Map.of(), Map.of(), Map.of());

    public Assumptions {
        keys = Map.copyOf(keys);
        rates = Map.copyOf(rates);
        widths = Map.copyOf(widths);
    }
}
