package flinktriage.report;

import flinktriage.check.Coverage;
import flinktriage.check.JobReport;
import flinktriage.check.Numbers;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.model.Target;
import flinktriage.report.TextStyle.Show;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The report for somebody who was asleep a minute ago: what is wrong first, then what to do. */
public final class TextReport {

    static final String HERE = "<== here";

    private final Pages pages;
    private final TextStyle style;

    public TextReport(Pages pages, TextStyle style) {
        this.pages = pages;
        this.style = style;
    }

    /** Lines that end with a line feed. */
    public String render(Report report) {
        Sheet sheet = new Sheet(style);
        if (report.snapshot().unreachable().isPresent()) {
            UnreachableText.write(sheet, report, report.snapshot().unreachable().get(), pages);
            return sheet.toString();
        }
        List<JobReport> jobs =
                report.jobs().stream()
                        .sorted(Comparator.comparing(JobReport::verdict).reversed())
                        .toList();
        if (jobs.size() == 1) {
            single(sheet, report, jobs.get(0));
        } else {
            several(sheet, report, jobs);
        }
        return sheet.toString();
    }

    private void single(Sheet sheet, Report report, JobReport job) {
        if (sheet.head(report.verdict(), heading(report, job)) == 1) {
            sheet.blank();
        }
        FindingsText cluster = clusterFindings(sheet, report);
        FindingsText findings = new FindingsText(sheet, pages, style.show(), report, job);
        boolean clusterFirst = report.verdict() != job.verdict();
        if (clusterFirst) {
            cluster.causes();
        }
        findings.causes();
        if (!clusterFirst) {
            cluster.causes();
        }
        Coverage coverage = CoverageText.together(job.coverage(), report.clusterCoverage());
        unassessed(sheet, report.verdict(), coverage);
        if (report.verdict() == RunVerdict.OK && style.show() != Show.CAUSES) {
            sheet.blank();
            sheet.entry("Looked at", HealthText.of(job.job()));
        }
        findings.details();
        cluster.details();
        if (style.show() == Show.ALL) {
            CapacityText.write(sheet, job.job());
        }
        if (style.show() != Show.CAUSES) {
            notes(sheet, report);
            sheet.blank();
            assessed(sheet, coverage, report.verdict(), traffic(report));
            NotAsked.write(sheet, List.of(job));
        }
    }

    /** What stands behind the verdict in the first line. */
    List<String> heading(Report report, JobReport job) {
        return jobHead(job, origin(report));
    }

    private void several(Sheet sheet, Report report, List<JobReport> jobs) {
        List<String> head = new ArrayList<>(List.of(counts(jobs)));
        head.addAll(origin(report));
        sheet.head(report.verdict(), head);
        FindingsText cluster = clusterFindings(sheet, report);
        cluster.causes();
        if (jobs.isEmpty()) {
            unassessed(sheet, report.verdict(), report.clusterCoverage());
        }
        cluster.details();
        boolean afterBrief = false;
        for (JobReport job : jobs) {
            boolean brief = job.verdict() == RunVerdict.OK && style.show() != Show.ALL;
            if (!afterBrief || !brief) {
                sheet.blank();
            }
            afterBrief = brief;
            sheet.head(job.verdict(), jobHead(job, List.of()));
            if (!brief) {
                FindingsText findings = new FindingsText(sheet, pages, style.show(), report, job);
                findings.causes();
                unassessed(sheet, job.verdict(), job.coverage());
                findings.details();
                if (style.show() != Show.CAUSES) {
                    sheet.blank();
                    assessed(sheet, job.coverage(), job.verdict(), "");
                }
            }
        }
        if (style.show() != Show.CAUSES) {
            notes(sheet, report);
            sheet.blank();
            if (report.clusterCoverage().total() > 0) {
                assessed(sheet, report.clusterCoverage(), report.verdict(), traffic(report));
            } else {
                sheet.entry("Collected", traffic(report));
            }
            NotAsked.write(sheet, jobs);
        }
    }

    private FindingsText clusterFindings(Sheet sheet, Report report) {
        return new FindingsText(sheet, pages, style.show(), report);
    }

    /** The reasons are the message of a report that is unknown, so they come first there. */
    private void unassessed(Sheet sheet, RunVerdict verdict, Coverage coverage) {
        if (verdict == RunVerdict.UNKNOWN) {
            new CoverageText(pages).unassessed(sheet, coverage, style.show() == Show.ALL);
        }
    }

    private void assessed(Sheet sheet, Coverage coverage, RunVerdict verdict, String tail) {
        new CoverageText(pages)
                .write(
                        sheet,
                        coverage,
                        tail,
                        style.show() == Show.ALL,
                        verdict != RunVerdict.UNKNOWN);
    }

    private static void notes(Sheet sheet, Report report) {
        if (!report.snapshot().notes().isEmpty()) {
            sheet.blank();
            String label = "Note";
            for (String note : report.snapshot().notes()) {
                sheet.entry(label, Harmless.line(note, 500));
                label = "";
            }
        }
    }

    private static String traffic(Report report) {
        return CoverageText.traffic(report.snapshot().traffic());
    }

    /** A long name gives way, so that everything else still fits into the first line. */
    private List<String> jobHead(JobReport report, List<String> origin) {
        String id = " (" + Harmless.line(report.job().id().shortHex(), 12) + ")";
        List<String> rest = new ArrayList<>(List.of(state(report)));
        rest.addAll(origin);
        int used = rest.stream().mapToInt(part -> Columns.of(part) + 2).sum();
        int room = style.columns() - used - id.length() - report.verdict().name().length() - 2;
        String name = Harmless.line(report.job().name(), 400);
        List<String> parts = new ArrayList<>();
        parts.add(Columns.shortened(name.isEmpty() ? "(no name)" : name, Math.max(24, room)) + id);
        parts.addAll(rest);
        return parts;
    }

    private static String state(JobReport report) {
        var job = report.job();
        boolean running = job.state().name().equals("RUNNING");
        return job.runningFor().stream()
                .filter(d -> running && !d.isNegative())
                .map(d -> "RUNNING for " + Numbers.show(d))
                .findFirst()
                .orElseGet(
                        () -> {
                            Duration age = Duration.between(job.startedAt(), job.now());
                            boolean known = job.startedAt().toEpochMilli() > 0 && !age.isNegative();
                            return job.state()
                                    + (known ? ", submitted " + Numbers.show(age) + " ago" : "");
                        });
    }

    private static List<String> origin(Report report) {
        List<String> parts = new ArrayList<>();
        report.snapshot().cluster().flinkVersion().stream()
                .map(v -> "Flink " + Harmless.line(v, 30))
                .forEach(parts::add);
        Target target = report.snapshot().target();
        String url = Harmless.line(target.url(), 300);
        parts.add(
                target.name().equals(target.url()) || target.name().isEmpty()
                        ? url
                        : (Harmless.line(target.name(), 60) + " " + url).strip());
        return parts;
    }

    private static String counts(List<JobReport> jobs) {
        if (jobs.isEmpty()) {
            return "no jobs";
        }
        Map<RunVerdict, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
        jobs.forEach(job -> counts.merge(job.verdict(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach(
                (verdict, count) ->
                        parts.add(
                                count
                                        + " "
                                        + (verdict == RunVerdict.OK
                                                ? "OK"
                                                : verdict.name().toLowerCase(Locale.ROOT))));
        return jobs.size() + " jobs: " + String.join(", ", parts);
    }
}
