package flinktriage.model;

import java.util.List;

/**
 * What other systems than the JobManager say about a job. All of it is optional; a check uses it
 * where it is there and does without where it is not.
 *
 * @param kafkaTopics those that the job's sources read
 * @param reporter what the TaskManagers' own endpoints show
 * @param history how the job went before
 */
public record Outside(
        Observed<List<KafkaTopic>> kafkaTopics,
        Observed<Reporter> reporter,
        Observed<JobHistory> history) {

    public static final Outside NOT_ASKED =
            new Outside(
                    Observed.absent(
                            Missing.Why.NOT_ASKED, "Kafka topics", "--kafka would bring them"),
                    Observed.absent(
                            Missing.Why.NOT_ASKED,
                            "metrics of each TaskManager",
                            "--metrics-url would bring them"),
                    Observed.absent(
                            Missing.Why.NOT_ASKED,
                            "history of the job",
                            "--prometheus would bring it"));

    public Outside withKafkaTopics(Observed<List<KafkaTopic>> other) {
        return new Outside(other, reporter, history);
    }

    public Outside withReporter(Observed<Reporter> other) {
        return new Outside(kafkaTopics, other, history);
    }

    public Outside withHistory(Observed<JobHistory> other) {
        return new Outside(kafkaTopics, reporter, other);
    }
}
