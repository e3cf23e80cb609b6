package flinktriage.model;

/**
 * Why a value is not there.
 *
 * @param what the value in the words of the field, for example {@code checkpoint history}
 * @param detail the request and its status, or the name of the metric
 */
public record Missing(Why why, String what, String detail) {

    public enum Why {
        /**
         * The cluster does not have this metric or field, at this version or with these settings.
         */
        NOT_EXPOSED,
        /**
         * It appears later: a job that is starting, a metric that is registered with its first
         * record.
         */
        NOT_YET,
        /** Flink answered NaN or an infinity. */
        NOT_A_NUMBER,
        /** Flink answered a sentinel such as -1 or Long.MIN_VALUE. */
        SENTINEL,
        /** The request failed, came late, or was answered with an error. */
        REQUEST_FAILED,
        /** The reply was larger than we read. */
        TOO_LARGE,
        /** We did not ask, on purpose. */
        NOT_ASKED,
        /** Flink's planner lacks something that is not in the script; the detail says what. */
        NOT_PLANNED
    }

    /** One line for the coverage: what is missing and why. */
    public String sentence() {
        String reason =
                switch (why) {
                    case NOT_EXPOSED -> "not exposed by this cluster";
                    case NOT_YET -> "not there yet";
                    case NOT_A_NUMBER -> "Flink reports no number";
                    case SENTINEL -> "Flink reports no value";
                    case REQUEST_FAILED -> "the request failed";
                    case TOO_LARGE -> "the reply is too large";
                    case NOT_ASKED -> "not collected";
                    case NOT_PLANNED -> "it cannot be planned here";
                };
        return "no " + what + ": " + reason + (detail.isEmpty() ? "" : " (" + detail + ")");
    }
}
