package flinktriage.plan;

import java.util.List;

/**
 * How large the state of an operator gets, as far as the plan and what its author says of the data
 * tell. The bytes are those of the serialized values, without what a state backend adds.
 */
public sealed interface StateEstimate {

    /** Bytes of one of the things that are kept for each key or row, from and to. */
    record Part(String what, double low, double high) {}

    /**
     * So many times these parts.
     *
     * @param of what is counted: {@code user_id}, {@code rows of orders in 1 h}
     * @param perDay true if as many come each day and none goes
     */
    record Term(double count, String of, List<Part> parts, boolean perDay) {

        public Term {
            parts = List.copyOf(parts);
        }

        /** Bytes. */
        public double low() {
            return count * parts.stream().mapToDouble(Part::low).sum();
        }

        /** Bytes. */
        public double high() {
            return count * parts.stream().mapToDouble(Part::high).sum();
        }
    }

    /**
     * @param assumed what was taken for given, such as the length of texts
     */
    record Sized(List<Term> terms, List<String> assumed) implements StateEstimate {

        public Sized {
            terms = List.copyOf(terms);
            assumed = List.copyOf(assumed);
        }
    }

    /**
     * @param needs what would give it, such as {@code --keys user_id=N}
     */
    record Lacking(List<String> needs) implements StateEstimate {

        public Lacking {
            needs = List.copyOf(needs);
        }
    }

    /** There is no state, or no way to tell. */
    record None() implements StateEstimate {}
}
