package flinktriage.sql;

/** There is no planner where one should be; the message says what to do. */
public final class PlannerMissingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    PlannerMissingException(String message) {
        super(message);
    }
}
