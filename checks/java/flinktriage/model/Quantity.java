package flinktriage.model;

import java.time.Duration;

/**
 * A measured or configured number with its unit. Refuses NaN and infinities: a measurement that we
 * do not have is an {@link Observed.Absent}, never a number.
 */
public record Quantity(double value, Unit unit) implements Comparable<Quantity> {

    public Quantity {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a quantity: " + value + " " + unit.symbol());
        }
    }

    public static Quantity ratio(double value) {
        return new Quantity(value, Unit.RATIO);
    }

    public static Quantity count(double value) {
        return new Quantity(value, Unit.COUNT);
    }

    public static Quantity millis(double value) {
        return new Quantity(value, Unit.MILLISECONDS);
    }

    public static Quantity of(Duration duration) {
        return millis(duration.toMillis());
    }

    public static Quantity bytes(double value) {
        return new Quantity(value, Unit.BYTES);
    }

    public static Quantity bytesPerSecond(double value) {
        return new Quantity(value, Unit.BYTES_PER_SECOND);
    }

    public static Quantity records(double value) {
        return new Quantity(value, Unit.RECORDS);
    }

    public static Quantity recordsPerSecond(double value) {
        return new Quantity(value, Unit.RECORDS_PER_SECOND);
    }

    /** Compares values of the same unit. */
    @Override
    public int compareTo(Quantity other) {
        if (unit != other.unit) {
            throw new IllegalArgumentException(
                    "cannot compare " + unit.symbol() + " with " + other.unit.symbol());
        }
        return Double.compare(value, other.value);
    }
}
