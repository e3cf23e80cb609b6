package flinktriage.model;

/** Thrown by {@link Observed#require()}; the engine turns it into the verdict <em>unknown</em>. */
public final class MissingMeasurementException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Missing missing;

    public MissingMeasurementException(Missing missing) {
        super(missing.sentence());
        this.missing = missing;
    }

    public Missing missing() {
        return missing;
    }
}
