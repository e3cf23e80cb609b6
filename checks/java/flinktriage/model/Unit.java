package flinktriage.model;

/** The unit of a {@link Quantity}. Every number that leaves the snapshot carries one. */
public enum Unit {
    RATIO("ratio"),
    COUNT("count"),
    MILLISECONDS("ms"),
    BYTES("bytes"),
    BYTES_PER_SECOND("bytes/s"),
    RECORDS("records"),
    RECORDS_PER_SECOND("records/s");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    /** The name in the JSON report; part of its contract. */
    public String symbol() {
        return symbol;
    }
}
