package flinktriage.checks.watermark;

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
import flinktriage.model.Quantity;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** FT-WM-004: records from the future make all that follow late. */
public final class AheadWatermark implements JobCheck {

    static final Threshold AHEAD =
            new Threshold(
                    "ahead",
                    Quantity.of(Duration.ofSeconds(60)),
                    "how far a watermark may be ahead of the JobManager's clock: clocks differ");

    /** UTC offsets are multiples of this. */
    private static final long QUARTER = Duration.ofMinutes(15).toMillis();

    /** The smallest step between offsets that are in use on both sides. */
    private static final long SMALLEST_OFFSET = 2 * QUARTER;

    private static final long LARGEST_OFFSET = Duration.ofHours(14).toMillis();

    private static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-WM-004",
                    "is a watermark in the future?",
                    Set.of(Need.METRICS, Need.PLAN),
                    AHEAD);

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        return EventTime.ask(job, time -> judge(job, time, limits));
    }

    private static Verdict judge(JobView job, EventTime time, Limits limits) {
        List<Finding> findings = new ArrayList<>();
        for (Vertex v : time.generators()) {
            OutputWatermarks sent = time.sent(v).require();
            Lag.behind(sent.high(), job.now())
                    .map(lag -> new Lag(lag.length().negated()))
                    .filter(ahead -> ahead.millis() > limits.value(AHEAD))
                    .map(ahead -> finding(v, ahead, limits.of(AHEAD), sent))
                    .ifPresent(findings::add);
        }
        return time.verdict(findings);
    }

    private static Finding finding(Vertex v, Lag ahead, Quantity limit, OutputWatermarks sent) {
        String summary =
                v.name() + " sends watermarks that are " + ahead.words() + " in the future";
        return new Finding(
                Severity.WARNING,
                "AHEAD",
                Subject.vertex(v),
                looksLikeTimeZone(ahead, limit)
                        ? summary + ", as if a time zone were lost"
                        : summary,
                List.of(
                        Evidence.of(
                                "watermark ahead of now", ahead.quantity(), limit, sent.from())));
    }

    /** A little less than a multiple: a watermark is behind the newest record on purpose. */
    private static boolean looksLikeTimeZone(Lag ahead, Quantity limit) {
        long millis = ahead.length().toMillis();
        long offset = Math.round((double) millis / QUARTER) * QUARTER;
        return offset >= SMALLEST_OFFSET
                && offset <= LARGEST_OFFSET
                && Math.abs(millis - offset) <= limit.value();
    }
}
