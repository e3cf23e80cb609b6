package flinktriage.runbook;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with one file. */
final class Faults {

    private record Fault(int line, String message) {}

    private final String file;
    private final List<Fault> found = new ArrayList<>();

    Faults(String file) {
        this.file = file;
    }

    /**
     * @param line from 1
     */
    void at(int line, String message) {
        found.add(new Fault(line, message));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    InvalidRunbookException exception() {
        return new InvalidRunbookException(list());
    }

    /** By line. */
    private List<String> list() {
        return found.stream()
                .sorted((a, b) -> Integer.compare(a.line(), b.line()))
                .map(f -> file + ":" + f.line() + ": " + f.message())
                .toList();
    }
}
