package flinktriage.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * How long the state of one operator lives at most after it was last written.
 *
 * @param value set if, and only if, a TTL reaches the operator
 */
public record Ttl(Source source, Optional<Duration> value) {

    public enum Source {
        /** {@code table.exec.state.ttl} of the script. */
        SETTING,
        /** A STATE_TTL hint that the planner has taken up. */
        HINT,
        /** The operator's entry in a compiled plan. */
        COMPILED_PLAN,
        /** None is set: Flink's default, which is never. */
        NONE,
        /** One is set, but operators of this kind do not heed it (Flink 1.20 and 2.3). */
        NOT_HEEDED,
        /** The plan does not say, and there is no script. */
        UNKNOWN
    }

    public boolean bounds() {
        return value.isPresent();
    }
}
