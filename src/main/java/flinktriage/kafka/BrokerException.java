package flinktriage.kafka;

/** Kafka did not answer, or not with what was asked for; the message is for people. */
final class BrokerException extends Exception {

    private static final long serialVersionUID = 1;

    BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
