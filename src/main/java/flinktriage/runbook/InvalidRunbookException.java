package flinktriage.runbook;

import java.util.List;

/** Everything that is wrong with runbooks, at once. */
public final class InvalidRunbookException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final List<String> faults;

    /**
     * @param faults each {@code file:line: what is wrong}
     */
    InvalidRunbookException(List<String> faults) {
        super(String.join("\n", faults));
        this.faults = List.copyOf(faults);
    }

    public List<String> faults() {
        return faults;
    }
}
