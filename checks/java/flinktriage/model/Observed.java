package flinktriage.model;

import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A value that was asked for: present with its source, or absent with the reason. There is no
 * {@code orElse} on purpose: a forgotten case must become <em>unknown</em>, never <em>healthy</em>.
 */
public sealed interface Observed<T> {

    record Present<T>(T value, Provenance from) implements Observed<T> {}

    record Absent<T>(Missing missing) implements Observed<T> {}

    static <T> Observed<T> of(T value, Provenance from) {
        return new Present<>(value, from);
    }

    static <T> Observed<T> absent(Missing missing) {
        return new Absent<>(missing);
    }

    static <T> Observed<T> absent(Missing.Why why, String what, String detail) {
        return new Absent<>(new Missing(why, what, detail));
    }

    /**
     * The value.
     *
     * @throws MissingMeasurementException if it is absent; the engine records <em>unknown</em> with
     *     the reason
     */
    default T require() {
        return present().value();
    }

    /**
     * The source of the value.
     *
     * @throws MissingMeasurementException if it is absent
     */
    default Provenance from() {
        return present().from();
    }

    default boolean isPresent() {
        return this instanceof Present;
    }

    /** The value, or nothing: for checks that look at whatever there is, and for counting. */
    default Stream<T> stream() {
        return this instanceof Present<T> p ? Stream.of(p.value()) : Stream.empty();
    }

    default <R> Observed<R> map(Function<? super T, ? extends R> f) {
        return this instanceof Present<T> p
                ? new Present<>(f.apply(p.value()), p.from())
                : new Absent<>(((Absent<T>) this).missing());
    }

    default <R> Observed<R> flatMap(Function<? super T, Observed<R>> f) {
        return this instanceof Present<T> p
                ? f.apply(p.value())
                : new Absent<>(((Absent<T>) this).missing());
    }

    private Present<T> present() {
        if (this instanceof Present<T> p) {
            return p;
        }
        throw new MissingMeasurementException(((Absent<T>) this).missing());
    }
}
