package flinktriage.kafka;

import flinktriage.model.KafkaTopic;
import flinktriage.model.Observed;
import java.util.List;

/**
 * What Kafka said.
 *
 * @param notes for the reader: what was asked for and is not there
 */
public record KafkaEvidence(Observed<List<KafkaTopic>> topics, List<String> notes) {

    public KafkaEvidence {
        notes = List.copyOf(notes);
    }
}
