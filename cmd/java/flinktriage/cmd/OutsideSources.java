package flinktriage.cmd;

import flinktriage.flink.Pause;
import flinktriage.flink.Progress;
import flinktriage.kafka.KafkaCollector;
import flinktriage.kafka.KafkaEvidence;
import flinktriage.kafka.KafkaSettings;
import flinktriage.model.Job;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Completes a snapshot with what other systems say, where the user named some. */
final class OutsideSources {

    private final Optional<KafkaSettings> kafka;
    private final Pause pause;
    private final Progress progress;

    OutsideSources(Optional<KafkaSettings> kafka, Pause pause, Progress progress) {
        this.kafka = kafka;
        this.pause = pause;
        this.progress = progress;
    }

    Snapshot complete(Snapshot snapshot) {
        List<Job> jobs = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Job job : snapshot.jobs()) {
            jobs.add(job.withOutside(new Outside(kafkaTopics(job, notes))));
        }
        return snapshot.with(jobs, notes);
    }

    private Observed<List<KafkaTopic>> kafkaTopics(Job job, List<String> notes) {
        if (kafka.isEmpty()) {
            return Outside.NOT_ASKED.kafkaTopics();
        }
        progress.say("asking Kafka");
        KafkaEvidence evidence = new KafkaCollector(kafka.get(), pause::of).collect(job);
        notes.addAll(evidence.notes());
        return evidence.topics();
    }
}
