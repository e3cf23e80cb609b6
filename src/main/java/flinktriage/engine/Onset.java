package flinktriage.engine;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Numbers;
import flinktriage.model.Job;
import flinktriage.model.JobHistory;
import flinktriage.model.Quantity;
import flinktriage.model.TimeSeries;
import flinktriage.model.VertexId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Since when a job has been ill, and what changed just before, where a Prometheus server remembers.
 * What came before is not said to be the cause.
 */
final class Onset {

    private static final double BUSY = 0.8;
    private static final double BACKPRESSURED = 0.5;
    private static final Duration JUST_BEFORE = Duration.ofMinutes(15);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

    private final Job job;
    private final JobHistory history;

    private Onset(Job job, JobHistory history) {
        this.job = job;
        this.history = history;
    }

    /** The same findings, the root causes with their beginning. */
    static List<LinkedFinding> tell(Job job, List<String> roots, List<LinkedFinding> findings) {
        return job.outside().history().stream()
                .map(history -> new Onset(job, history))
                .map(
                        onset ->
                                findings.stream()
                                        .map(f -> onset.of(f, roots.contains(f.ref())))
                                        .toList())
                .findFirst()
                .orElse(findings);
    }

    private LinkedFinding of(LinkedFinding linked, boolean root) {
        Finding finding = linked.finding();
        List<Evidence> more = new ArrayList<>();
        String summary = finding.summary();
        Optional<Began> began =
                root ? finding.subject().vertex().flatMap(this::began) : Optional.empty();
        if (began.isPresent()) {
            summary += "; " + began.get().sentence(job.now());
            more.add(began.get().evidence(job.now()));
            for (Event event : before(began.get())) {
                summary += "; " + event.what() + " at " + clock(event.at());
                more.add(event.evidence(job.now()));
            }
        }
        growth(linked).ifPresent(more::add);
        if (more.isEmpty()) {
            return linked;
        }
        List<Evidence> all = new ArrayList<>(finding.evidence());
        all.addAll(more);
        return new LinkedFinding(
                linked.ref(),
                linked.code(),
                new Finding(finding.severity(), finding.reason(), finding.subject(), summary, all),
                linked.explains());
    }

    private record Began(String what, Instant since, boolean earlier, TimeSeries series) {

        String sentence(Instant now) {
            return (earlier
                            ? "since " + clock(since) + " UTC at the latest"
                            : "since " + clock(since) + " UTC")
                    + ", "
                    + Numbers.show(Duration.between(since, now))
                    + " before this run";
        }

        Evidence evidence(Instant now) {
            return Evidence.of(
                    what + " for" + (earlier ? ", at least" : ""),
                    Quantity.of(Duration.between(since, now)),
                    series.from());
        }
    }

    private record Event(String what, Instant at, TimeSeries series) {

        Evidence evidence(Instant now) {
            return Evidence.of(
                    what + ", ago", Quantity.of(Duration.between(at, now)), series.from());
        }
    }

    private Optional<Began> began(VertexId vertex) {
        return began("busy above 80 %", history.busy().get(vertex), BUSY)
                .or(
                        () ->
                                began(
                                        "backpressured above 50 %",
                                        history.backpressured().get(vertex), BACKPRESSURED));
    }

    private Optional<Began> began(String what, TimeSeries series, double limit) {
        return Optional.ofNullable(series)
                .flatMap(s -> s.aboveSince(limit))
                .map(
                        since ->
                                new Began(
                                        what,
                                        since,
                                        since.equals(series.points().get(0).at()),
                                        series));
    }

    /** Oldest first. A scrape may show a change up to a step later than another one. */
    private List<Event> before(Began began) {
        Instant from = began.since().minus(JUST_BEFORE);
        Instant to = began.since().plus(began.series().step().multipliedBy(2));
        List<Event> events = new ArrayList<>();
        history.restarts().ifPresent(s -> add(events, "the job restarted", s, from, to));
        history.failedCheckpoints()
                .ifPresent(s -> add(events, "a checkpoint failed first", s, from, to));
        history.parallelism()
                .forEach(
                        (id, series) ->
                                series.changes(from).stream()
                                        .filter(c -> !c.at().isAfter(to))
                                        .findFirst()
                                        .ifPresent(
                                                c ->
                                                        events.add(
                                                                new Event(
                                                                        "the parallelism of "
                                                                                + name(id)
                                                                                + " changed",
                                                                        c.at(),
                                                                        series))));
        events.sort(Comparator.comparing(Event::at).thenComparing(Event::what));
        return events;
    }

    private static void add(
            List<Event> events, String what, TimeSeries series, Instant from, Instant to) {
        series.firstRise(from)
                .filter(at -> !at.isAfter(to))
                .ifPresent(at -> events.add(new Event(what, at, series)));
    }

    private String name(VertexId id) {
        return job.graph().vertex(id).map(v -> v.name()).orElse("a vertex");
    }

    private Optional<Evidence> growth(LinkedFinding linked) {
        String code = linked.code().code();
        if (code.equals("FT-ST-001")) {
            return history.stateBytes()
                    .flatMap(
                            s ->
                                    s.growthPerSecond()
                                            .map(
                                                    rate ->
                                                            Evidence.of(
                                                                    over("state", s),
                                                                    Quantity.bytesPerSecond(rate),
                                                                    s.from())));
        }
        return code.equals("FT-LG-001")
                ? linked.finding()
                        .subject()
                        .vertex()
                        .flatMap(id -> Optional.ofNullable(history.backlog().get(id)))
                        .flatMap(
                                s ->
                                        s.growthPerSecond()
                                                .map(
                                                        rate ->
                                                                Evidence.of(
                                                                        over("backlog", s),
                                                                        Quantity.recordsPerSecond(
                                                                                rate),
                                                                        s.from())))
                : Optional.empty();
    }

    private static String over(String what, TimeSeries series) {
        return "growth of the " + what + " over " + Numbers.show(series.span());
    }

    private static String clock(Instant at) {
        return CLOCK.format(at);
    }
}
