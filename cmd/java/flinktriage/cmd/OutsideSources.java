package flinktriage.cmd;

import flinktriage.flink.Pause;
import flinktriage.flink.Progress;
import flinktriage.kafka.KafkaCollector;
import flinktriage.kafka.KafkaEvidence;
import flinktriage.kafka.KafkaSettings;
import flinktriage.model.Job;
import flinktriage.model.Outside;
import flinktriage.model.Snapshot;
import flinktriage.prometheus.HistoryCollector;
import flinktriage.prometheus.HistoryEvidence;
import flinktriage.prometheus.ReporterCollector;
import flinktriage.prometheus.ReporterEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Completes a snapshot with what other systems say, where the user named some. */
record OutsideSources(
        Optional<KafkaSettings> kafka,
        Optional<ReporterCollector> reporter,
        Optional<HistoryCollector> history) {

    static final OutsideSources NONE =
            new OutsideSources(Optional.empty(), Optional.empty(), Optional.empty());

    /** Whether anybody is to be asked. */
    boolean named() {
        return kafka.isPresent() || reporter.isPresent() || history.isPresent();
    }

    Snapshot complete(Snapshot snapshot, Pause pause, Progress progress) {
        List<Job> jobs = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Job job : snapshot.jobs()) {
            Outside outside = job.outside();
            if (reporter.isPresent()) {
                progress.say("reading the TaskManagers' endpoints");
                ReporterEvidence evidence = reporter.get().collect(job);
                notes.addAll(evidence.notes());
                outside = outside.withReporter(evidence.reporter());
            }
            if (kafka.isPresent()) {
                progress.say("asking Kafka");
                KafkaEvidence evidence = new KafkaCollector(kafka.get(), pause::of).collect(job);
                notes.addAll(evidence.notes());
                outside = outside.withKafkaTopics(evidence.topics());
            }
            if (history.isPresent()) {
                progress.say("asking Prometheus");
                HistoryEvidence evidence = history.get().collect(job);
                notes.addAll(evidence.notes());
                outside = outside.withHistory(evidence.history());
            }
            jobs.add(job.withOutside(outside));
        }
        return snapshot.with(jobs, notes);
    }
}
