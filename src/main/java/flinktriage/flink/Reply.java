package flinktriage.flink;

import flinktriage.model.Unreachable;

/** What became of one request. */
public sealed interface Reply {

    /** As shown in provenance: {@code GET /jobs/9f3c/checkpoints}. */
    String request();

    /**
     * The server answered with Flink's kind of body, whatever the status.
     *
     * @param status HTTP status; only 200 carries what was asked for
     */
    record Answered(String request, int status, byte[] body) implements Reply {}

    /** The body was longer than we read. */
    record TooLarge(String request, long limitBytes) implements Reply {}

    /** No usable answer. */
    record Failed(String request, Unreachable why) implements Reply {}
}
