package flinktriage.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How one value went, oldest first. Where the monitoring has no value there is no point.
 *
 * @param step the distance of two points where none is missing
 */
public record TimeSeries(List<Point> points, Duration step, Provenance from) {

    /** A value at a time; finite. */
    public record Point(Instant at, double value) {}

    private static final int FEWEST = 5;
    private static final int MOST_PAIRED = 100;

    public TimeSeries {
        points = List.copyOf(points);
    }

    /**
     * Since when the value has been above a limit without a break, if it still is. One point below
     * it, or a gap of two missing ones, is no break.
     */
    public Optional<Instant> aboveSince(double limit) {
        Optional<Instant> since = Optional.empty();
        Instant later = points.isEmpty() ? Instant.EPOCH : points.get(points.size() - 1).at();
        boolean dip = false;
        for (int i = points.size() - 1; i >= 0; i--) {
            Point p = points.get(i);
            boolean gap = Duration.between(p.at(), later).compareTo(step.multipliedBy(3)) > 0;
            boolean above = p.value() > limit;
            if (gap || (!above && (dip || since.isEmpty()))) {
                return since;
            }
            dip = !above;
            since = above ? Optional.of(p.at()) : since;
            later = p.at();
        }
        return since;
    }

    /** When the value was first larger than before, not before {@code start}. */
    public Optional<Instant> firstRise(Instant start) {
        return changes(start).stream().filter(c -> c.value() > 0).map(Point::at).findFirst();
    }

    /** When the value changed, and by how much, not before {@code start}. */
    public List<Point> changes(Instant start) {
        List<Point> changes = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            double by = points.get(i).value() - points.get(i - 1).value();
            if (by != 0 && !points.get(i).at().isBefore(start)) {
                changes.add(new Point(points.get(i).at(), by));
            }
        }
        return changes;
    }

    /**
     * Growth per second: the median of the slopes between all pairs (Theil and Sen), so that single
     * jumps, such as a compaction's, do not decide. Empty with fewer than 5 points.
     */
    public Optional<Double> growthPerSecond() {
        List<Point> some = thinned();
        if (some.size() < FEWEST) {
            return Optional.empty();
        }
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            for (int j = i + 1; j < some.size(); j++) {
                double seconds =
                        Duration.between(some.get(i).at(), some.get(j).at()).toMillis() / 1000.0;
                if (seconds > 0) {
                    slopes.add((some.get(j).value() - some.get(i).value()) / seconds);
                }
            }
        }
        slopes.sort(null);
        return slopes.isEmpty() ? Optional.empty() : Optional.of(slopes.get(slopes.size() / 2));
    }

    /** From the first to the last point. */
    public Duration span() {
        return points.isEmpty()
                ? Duration.ZERO
                : Duration.between(points.get(0).at(), points.get(points.size() - 1).at());
    }

    private List<Point> thinned() {
        int every = Math.max(1, points.size() / MOST_PAIRED);
        List<Point> some = new ArrayList<>();
        for (int i = 0; i < points.size(); i += every) {
            some.add(points.get(i));
        }
        return some;
    }
}
