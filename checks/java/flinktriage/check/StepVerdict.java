package flinktriage.check;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What became of one step of a runbook. */
public enum StepVerdict {
    /** A finding that is at least a warning. */
    FOUND,
    /** Only hints. */
    NOTED,
    HEALTHY,
    NOT_APPLICABLE,
    UNKNOWN,
    /** An earlier step's verdict made it pointless. */
    SKIPPED,
    /** Only a person can answer it. */
    QUESTION;

    /** Of a check, as people and runbooks write it: {@code not-applicable}. */
    public static Optional<StepVerdict> ofCheck(String word) {
        return Arrays.stream(values())
                .filter(v -> v.word().equals(word))
                .filter(v -> v != SKIPPED && v != QUESTION)
                .findFirst();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
