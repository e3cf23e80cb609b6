package flinktriage.model;

/**
 * Why the JobManager gave no usable answer.
 *
 * @param request the request that failed, for example {@code GET /config}
 * @param cause one sentence part without a period: "connection refused", "answered 401
 *     Unauthorized"
 */
public record Unreachable(Reason reason, String request, String cause) {

    public enum Reason {
        DNS,
        REFUSED,
        TLS,
        AUTH,
        NO_LEADER,
        TIMEOUT,
        NOT_FLINK,
        FAILED
    }
}
