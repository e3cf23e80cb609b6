package flinktriage.cmd;

import flinktriage.flink.Progress;
import java.io.PrintWriter;

/** One line on a terminal that is written over and gone before the report; nothing elsewhere. */
final class ProgressLine implements Progress, AutoCloseable {

    private static final String START_OF_EMPTY_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;

    ProgressLine(PrintWriter err, boolean shown) {
        this.err = err;
        this.shown = shown;
    }

    @Override
    public void say(String message) {
        if (shown) {
            err.print(START_OF_EMPTY_LINE + message);
            err.flush();
        }
    }

    /** Leaves an empty line for the report. */
    void clear() {
        say("");
    }

    @Override
    public void close() {
        clear();
    }
}
