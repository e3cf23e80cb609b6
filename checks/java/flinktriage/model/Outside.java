package flinktriage.model;

import java.util.List;

/**
 * What other systems than the JobManager say about a job. All of it is optional; a check uses it
 * where it is there and does without where it is not.
 *
 * @param kafkaTopics those that the job's sources read
 */
public record Outside(Observed<List<KafkaTopic>> kafkaTopics) {

    public static final Outside NOT_ASKED =
            new Outside(
                    Observed.absent(
                            Missing.Why.NOT_ASKED, "Kafka topics", "--kafka would bring them"));
}
