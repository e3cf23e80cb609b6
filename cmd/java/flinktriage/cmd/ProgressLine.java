package flinktriage.cmd;

import flinktriage.flink.Progress;
import flinktriage.report.Harmless;
import java.io.PrintWriter;

/** One line that is written over and over, for somebody who watches; nothing otherwise. */
final class ProgressLine implements Progress, AutoCloseable {

    private static final int LONGEST = 78;

    private final PrintWriter err;
    private final boolean watched;
    private int written;

    ProgressLine(PrintWriter err, boolean watched) {
        this.err = err;
        this.watched = watched;
    }

    @Override
    public synchronized void say(String message) {
        if (watched) {
            String line = Harmless.line(message, LONGEST);
            err.print("\r" + line + " ".repeat(Math.max(0, written - line.length())));
            err.flush();
            written = line.length();
        }
    }

    /** Leaves the terminal as it was. */
    @Override
    public void close() {
        clear();
    }

    synchronized void clear() {
        if (written > 0) {
            err.print("\r" + " ".repeat(written) + "\r");
            err.flush();
            written = 0;
        }
    }
}
