package flinktriage.flink;

import flinktriage.model.JobId;
import flinktriage.model.Unreachable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks a source, and keeps count. What would be nice to have is only asked while the run stays
 * within its allowance: a diagnosis never costs the JobManager more than promised, whatever the
 * parallelism.
 *
 * <p>{@link #spare}, {@link #reserve} and {@link #release} belong to the thread that collects, at
 * points where it has waited for what decides. In the threads that replies arrive in, their order
 * would decide what is asked for, and a capture would not lead to the report of the live run.
 */
final class Requests {

    private static final int FIXED = 12;
    private static final int PER_VERTEX = 7;

    private final Source source;
    private int sent;
    private int reserved;
    private int allowance = FIXED;
    private Optional<JobId> archived = Optional.empty();

    Requests(Source source) {
        this.source = source;
    }

    /** The size of the job is known: so many requests may be sent in the whole run. */
    void allowFor(int vertices) {
        allowance = FIXED + PER_VERTEX * vertices;
    }

    /** Only what Flink keeps of a job that has ended will be asked for. */
    void ofArchived(JobId job) {
        archived = Optional.of(job);
    }

    /** Whether what answers knows jobs that have ended only. */
    boolean archived() {
        return archived.isPresent();
    }

    /** A wait is over: the source's time limit counts anew. */
    void restartDeadline() {
        source.restartDeadline();
    }

    /** Keeps a part of the allowance for what will be asked with {@link #get}. */
    synchronized void reserve(int requests) {
        reserved += requests;
    }

    /** Gives back what was reserved and turned out to be needless. */
    synchronized void release(int requests) {
        reserved = Math.max(0, reserved - requests);
    }

    /** Says whether that many requests can be afforded besides the reserved ones. */
    synchronized boolean spare(int requests) {
        return sent + reserved + requests <= allowance;
    }

    /** A request for which a place was reserved; from any thread. */
    CompletableFuture<Fetched> get(String path, String what) {
        return ask(path, what, 1);
    }

    /** A request for which {@link #spare} said yes. */
    CompletableFuture<Fetched> extra(String path, String what) {
        return ask(path, what, 0);
    }

    private CompletableFuture<Fetched> ask(String wanted, String what, int places) {
        Optional<String> kept =
                archived.map(job -> HistoryServer.path(wanted, job)).orElse(Optional.of(wanted));
        synchronized (this) {
            // At once: in between, somebody else would take the place for a free one.
            release(places);
            sent += kept.isPresent() ? 1 : 0;
        }
        if (kept.isEmpty()) {
            return CompletableFuture.completedFuture(Fetched.notKept(wanted, what));
        }
        String path = kept.get();
        return asked(path)
                .exceptionally(e -> broken(path, e))
                .thenApply(reply -> Fetched.open(reply, what));
    }

    /** A source may refuse a path outright. */
    private CompletableFuture<Reply> asked(String path) {
        try {
            return source.get(path);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Reply broken(String path, Throwable e) {
        String request = "GET " + path;
        return new Reply.Failed(
                request,
                new Unreachable(Unreachable.Reason.FAILED, request, e.getClass().getSimpleName()));
    }
}
