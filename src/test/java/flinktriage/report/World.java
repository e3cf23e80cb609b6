package flinktriage.report;

import flinktriage.check.CheckId;
import flinktriage.check.Coverage;
import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Report;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Cluster;
import flinktriage.model.Input;
import flinktriage.model.Job;
import flinktriage.model.JobGraph;
import flinktriage.model.JobId;
import flinktriage.model.JobState;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Outside;
import flinktriage.model.Provenance;
import flinktriage.model.Quantity;
import flinktriage.model.Snapshot;
import flinktriage.model.SubtaskTimes;
import flinktriage.model.Target;
import flinktriage.model.Traffic;
import flinktriage.model.Unreachable;
import flinktriage.model.Vertex;
import flinktriage.model.VertexId;
import flinktriage.model.VertexMeasures;
import flinktriage.model.VertexTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** States a world for the renderers: a job with its vertices, and what was found. */
final class World {

    static final Instant NOW = Instant.parse("2026-03-01T02:14:00Z");
    static final Missing NONE = new Missing(Missing.Why.NOT_ASKED, "value", "");

    private final String name;
    private final List<Vertex> vertices = new ArrayList<>();
    private final Map<VertexId, VertexMeasures> measures = new HashMap<>();
    private final List<LinkedFinding> findings = new ArrayList<>();
    private List<String> causes = List.of();

    World(String name) {
        this.name = name;
    }

    static VertexId id(String key) {
        return new VertexId((key + "0".repeat(32)).substring(0, 32));
    }

    /** Busy and backpressured as shares; negative for none. */
    World vertex(String key, String label, double busy, double bp, String... inputs) {
        VertexTotals totals = none();
        vertices.add(
                new Vertex(
                        id(key),
                        label,
                        label,
                        2,
                        Observed.absent(NONE),
                        "RUNNING",
                        Map.of("RUNNING", 2),
                        Stream.of(inputs).map(from -> new Input(0, id(from), "HASH")).toList(),
                        totals));
        measures.put(
                id(key),
                new VertexMeasures(
                        Observed.of(
                                List.of(
                                        new SubtaskTimes(0, share(0), share(0), share(0)),
                                        new SubtaskTimes(1, share(busy), share(bp), share(0))),
                                from("backpressure")),
                        Observed.absent(NONE),
                        Observed.absent(NONE),
                        Observed.absent(NONE),
                        Observed.absent(NONE)));
        return this;
    }

    private static VertexTotals none() {
        return new VertexTotals(
                Observed.absent(NONE),
                Observed.absent(NONE),
                Observed.absent(NONE),
                Observed.absent(NONE));
    }

    private static Observed<Double> share(double value) {
        return value < 0 ? Observed.absent(NONE) : Observed.of(value, from("backpressure"));
    }

    static Provenance from(String what) {
        return new Provenance("GET /jobs/9f3c2a/vertices/e000/" + what, "/subtasks/1", NOW);
    }

    Vertex vertex(String key) {
        return vertices.stream().filter(v -> v.id().equals(id(key))).findFirst().orElseThrow();
    }

    World found(LinkedFinding finding) {
        findings.add(finding);
        return this;
    }

    World causes(String... refs) {
        causes = List.of(refs);
        return this;
    }

    static LinkedFinding finding(
            String ref,
            String code,
            Severity severity,
            String reason,
            Subject subject,
            String summary,
            List<Evidence> evidence,
            String... explains) {
        return new LinkedFinding(
                ref,
                new CheckId(code),
                new Finding(severity, reason, subject, summary, evidence),
                List.of(explains));
    }

    Job job() {
        return new Job(
                new JobId("9f3c2a" + "0".repeat(26)),
                name,
                JobState.RUNNING,
                NOW,
                NOW.minus(Duration.ofHours(3)),
                Observed.of(NOW.minus(Duration.ofMinutes(134)), from("job")),
                Observed.of(true, from("job")),
                new JobGraph(vertices),
                measures,
                Observed.absent(NONE),
                Observed.absent(NONE),
                Observed.absent(NONE),
                Observed.absent(NONE),
                Observed.of(0L, from("numRestarts")),
                cluster(),
                Outside.NOT_ASKED);
    }

    static Cluster cluster() {
        return new Cluster(
                Observed.of("2.3.0", from("config")),
                Observed.absent(NONE),
                Observed.absent(NONE),
                Observed.absent(NONE),
                0);
    }

    JobReport jobReport(RunVerdict verdict, Coverage coverage) {
        return new JobReport(job(), verdict, causes, findings, coverage);
    }

    Report report(RunVerdict verdict, Coverage coverage) {
        return report(verdict, List.of(jobReport(verdict, coverage)));
    }

    static Report report(RunVerdict verdict, List<JobReport> jobs) {
        return new Report(
                "0.1.0",
                new Snapshot(
                        new Target("http://jm:8081", "http://jm:8081"),
                        NOW,
                        Optional.empty(),
                        cluster(),
                        jobs.stream().map(JobReport::job).toList(),
                        new Traffic(38, 48_211, Duration.ofMillis(940)),
                        List.of()),
                verdict,
                jobs,
                List.of(),
                coverage(0, 0, 0));
    }

    static Report unreachable(Unreachable why) {
        return new Report(
                "0.1.0",
                new Snapshot(
                        new Target("http://jm:8081", "http://jm:8081"),
                        NOW,
                        Optional.of(why),
                        new Cluster(
                                Observed.absent(NONE),
                                Observed.absent(NONE),
                                Observed.absent(NONE),
                                Observed.absent(NONE),
                                0),
                        List.of(),
                        new Traffic(1, 0, Duration.ofMillis(12)),
                        List.of()),
                RunVerdict.CRITICAL,
                List.of(),
                List.of(
                        finding(
                                "f1",
                                "FT-CL-001",
                                Severity.CRITICAL,
                                why.reason().name(),
                                Subject.cluster("http://jm:8081"),
                                "http://jm:8081 cannot be reached: " + why.cause(),
                                List.of())),
                coverage(0, 1, 0));
    }

    static Coverage coverage(int healthy, int problems, int notApplicable, Reasoned... unknown) {
        return new Coverage(
                codes("FT-ST-", healthy),
                codes("FT-BP-", problems),
                codes("FT-PA-", notApplicable).stream()
                        .map(code -> new Reasoned(code, "no Kafka source"))
                        .toList(),
                List.of(unknown),
                List.of());
    }

    private static List<CheckId> codes(String area, int count) {
        return Stream.iterate(1, i -> i + 1)
                .limit(count)
                .map(i -> new CheckId(area + "00" + i))
                .toList();
    }

    /** Pages of which one has steps. */
    static Pages pages() {
        return new Pages(
                code ->
                        switch (code.code()) {
                            case "FT-BP-001" -> Optional.of(PAGE);
                            case "FT-ST-001" -> Optional.of("# FT-ST-001: does state grow?\n");
                            default -> Optional.empty();
                        });
    }

    static final String PAGE =
            """
            # FT-BP-001: which operator holds the others back?

            ## Do now

            1. Open the operator: `{url}/#/job/running/{job}/overview/{vertex}`

            ### SINK_SLOW

            1. Look at the system behind the sink: latency, errors, the number of connections
               and its own load.
            2. See what the thread waits for: `curl -s {url}/jobs/{job}/vertices/{vertex}/flamegraph?subtask={subtask}`

            ## Prevent

            1. Not a step.
            """;

    /** A slow sink with three symptoms. */
    static World slowSink() {
        World w =
                new World("orders")
                        .vertex("a", "Source: orders", 0.006, 0.99)
                        .vertex("b", "parse", 0.001, 1, "a")
                        .vertex("c", "enrich", 0.001, 1, "b")
                        .vertex("d", "filter", 0.001, 1, "c")
                        .vertex("e", "Sink: out", 1, 0, "d");
        Subject sink = Subject.vertex(w.vertex("e"));
        return w.found(
                        finding(
                                "f1",
                                "FT-BP-001",
                                Severity.CRITICAL,
                                "SINK_SLOW",
                                sink.subtask(1),
                                "Sink: out cannot keep up: busy 100 % on 2 of 2 subtasks while the"
                                        + " CPU is at 4 %: it waits for something",
                                List.of(
                                        Evidence.of(
                                                "busy time of subtask 1",
                                                Quantity.ratio(0.998),
                                                Quantity.ratio(0.8),
                                                from("backpressure")),
                                        Evidence.of(
                                                "CPU load of the TaskManagers",
                                                Quantity.ratio(0.038),
                                                from("metrics"))),
                                "f2",
                                "f3"))
                .found(
                        finding(
                                "f2",
                                "FT-CP-001",
                                Severity.WARNING,
                                "EXPIRED",
                                Subject.job("orders"),
                                "orders: 6 of the last 10 checkpoints expired",
                                List.of(
                                        Evidence.of(
                                                "failed checkpoints",
                                                Quantity.count(6),
                                                Quantity.count(0),
                                                from("checkpoints"))),
                                "f4"))
                .found(
                        finding(
                                "f3",
                                "FT-LG-001",
                                Severity.WARNING,
                                "GROWING",
                                Subject.vertex(w.vertex("a")),
                                "Source: orders: the backlog grows by 2,310 records/s, now 18.4"
                                        + " million",
                                List.of(
                                        Evidence.of(
                                                "pending records",
                                                Quantity.records(18_400_000),
                                                from("metrics")))))
                .found(
                        finding(
                                "f4",
                                "FT-CP-002",
                                Severity.WARNING,
                                "STALE",
                                Subject.job("orders"),
                                "orders: the last checkpoint completed 14 min 3 s ago",
                                List.of()))
                .found(
                        finding(
                                "f5",
                                "FT-CP-004",
                                Severity.INFO,
                                "NO_TOLERANCE",
                                Subject.job("orders"),
                                "orders: one failed checkpoint fails the job",
                                List.of()))
                .causes("f1");
    }
}
