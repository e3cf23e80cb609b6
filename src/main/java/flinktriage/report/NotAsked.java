package flinktriage.report;

import flinktriage.check.JobReport;
import flinktriage.check.RunVerdict;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Somebody else who knows more about a job and whom nobody named: what naming them would add. Only
 * where it would: Kafka for a job that reads topics, the others for a job that is ill.
 *
 * @param who in words
 * @param option that names them
 * @param adds what they know
 */
record NotAsked(String who, String option, String adds) {

    private static final NotAsked KAFKA =
            new NotAsked("Kafka", "--kafka", "all partitions and the true backlog");
    private static final NotAsked REPORTERS =
            new NotAsked("TaskManagers' reporters", "--metrics-url", "each TaskManager by itself");
    private static final NotAsked PROMETHEUS =
            new NotAsked("Prometheus", "--prometheus", "since when, how fast, what changed before");

    static List<NotAsked> of(JobReport report) {
        List<NotAsked> all = new ArrayList<>();
        if (report.job().state().terminal()) {
            return all;
        }
        var outside = report.job().outside();
        boolean ill =
                report.verdict() == RunVerdict.WARNING || report.verdict() == RunVerdict.CRITICAL;
        if (open(outside.kafkaTopics()) && !report.job().kafkaTopicNames().isEmpty()) {
            all.add(KAFKA);
        }
        if (open(outside.reporter()) && ill) {
            all.add(REPORTERS);
        }
        if (open(outside.history()) && ill) {
            all.add(PROMETHEUS);
        }
        return all;
    }

    static void write(Sheet sheet, List<JobReport> jobs) {
        List<NotAsked> all = jobs.stream().flatMap(job -> of(job).stream()).distinct().toList();
        if (!all.isEmpty()) {
            sheet.entry(
                    "Not asked",
                    all.stream().map(NotAsked::sentence).collect(Collectors.joining("; ")));
        }
    }

    private String sentence() {
        return who + " (" + option + "): " + adds;
    }

    private static boolean open(Observed<?> evidence) {
        return evidence instanceof Observed.Absent<?> absent
                && absent.missing().why() == Missing.Why.NOT_ASKED;
    }
}
