package flinktriage.checks.parallelism;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reasons: IDLE_SUBTASKS, UNREAD_PARTITIONS. A source of which all subtasks are silent is another
 * question.
 */
public final class EmptySubtasks implements JobCheck {

    private static final Threshold AGE =
            new Threshold(
                    "min-age",
                    Quantity.millis(30_000),
                    "a job is judged after this time, three refreshes of Flink's metrics");
    private static final Threshold RECORDS =
            new Threshold(
                    "sibling-records",
                    Quantity.records(100),
                    "a subtask that emitted nothing counts as empty if each other one emitted this"
                            + " many records");
    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-PA-001",
                    "do source subtasks have no partition?",
                    Set.of(Need.SOURCES, Need.SUBTASKS, Need.WATERMARKS, Need.KAFKA, Need.REPORTER),
                    AGE,
                    RECORDS);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state() != JobState.RUNNING) {
            return new Verdict.NotApplicable("the job is not running");
        }
        if (job.batch()) {
            return Verdict.NotApplicable.OF_BATCH;
        }
        List<Vertex> sources =
                job.graph().sources().stream().filter(v -> v.parallelism() > 1).toList();
        if (sources.isEmpty()) {
            return new Verdict.NotApplicable("no source has more than one subtask");
        }
        if (job.runningFor().require().toMillis() < limits.value(AGE)) {
            return new Verdict.Unknown("the job has only just started");
        }
        List<Finding> findings = new ArrayList<>();
        Optional<String> unknown = Optional.empty();
        for (Vertex source : sources) {
            if (!source.allTasksRunning()) {
                unknown = Optional.of("not all subtasks of " + source.name() + " are running");
                continue;
            }
            UnreadPartitions.of(job, source).ifPresent(findings::add);
            Optional<EmptyReaders> empty = readers(job, source, limits);
            if (empty.isPresent() && !empty.get().subtasks().isEmpty()) {
                findings.add(finding(job, source, empty.get()));
            } else if (empty.isEmpty()) {
                unknown = Optional.of("no records per subtask of " + source.name());
            }
        }
        return findings.isEmpty() && unknown.isPresent()
                ? new Verdict.Unknown(unknown.get())
                : Verdict.of(findings);
    }

    /** By partitions if the source names them, otherwise by records; empty if neither is known. */
    private static Optional<EmptyReaders> readers(JobView job, Vertex source, Limits limits) {
        Optional<EmptyReaders> byPartitions =
                Partitions.of(job, source)
                        .map(p -> EmptyReaders.ofPartitions(p, source.parallelism()));
        return byPartitions.or(
                () ->
                        job.subtasks(source).stream()
                                .filter(
                                        all ->
                                                all.stream()
                                                        .allMatch(s -> s.recordsOut().isPresent()))
                                .map(
                                        all ->
                                                EmptyReaders.ofRecords(
                                                        all,
                                                        limits.value(RECORDS),
                                                        job.subtasks(source).from()))
                                .findFirst());
    }

    private static Finding finding(JobView job, Vertex source, EmptyReaders empty) {
        Optional<Vertex> held = HeldBack.consumer(job, source, empty.subtasks());
        String consequence =
                held.map(v -> "; they send no watermark, so " + v.name() + " has none either")
                        .orElse("");
        Subject subject = Subject.vertex(source);
        return new Finding(
                held.isPresent() ? Severity.WARNING : Severity.INFO,
                "IDLE_SUBTASKS",
                empty.subtasks().size() == 1 ? subject.subtask(empty.subtasks().get(0)) : subject,
                source.name() + " " + empty.sentence(source.parallelism()) + consequence,
                List.of(
                        Evidence.of(
                                "subtasks without input",
                                Quantity.count(empty.subtasks().size()),
                                Quantity.count(0),
                                empty.from()),
                        empty.others()));
    }
}
