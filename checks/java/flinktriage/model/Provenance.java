package flinktriage.model;

import java.time.Instant;

/**
 * Where a number came from.
 *
 * @param request the request as sent, for example {@code GET /jobs/9f3c/checkpoints}, without host
 * @param pointer a JSON pointer into the reply, or the id of the metric; empty for the whole reply
 * @param at the JobManager's clock when it was true
 */
public record Provenance(String request, String pointer, Instant at) {

    public Provenance at(String otherPointer) {
        return new Provenance(request, otherPointer, at);
    }
}
