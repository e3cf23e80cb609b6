package flinktriage.checks.watermark;

import flinktriage.check.JobView;
import flinktriage.model.Observed;
import flinktriage.model.Vertex;
import flinktriage.model.Watermark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the inputs that a consumer waits for. Inputs are compared with each other; the clock only
 * caps the one that is ahead, so that one from the future does not make all others late.
 */
record Blame(JobView job, EventTime time) {

    /** The measurements without which nothing can be said about this consumer. */
    List<Observed<?>> unseen(Vertex consumer) {
        List<Observed<?>> absent = new ArrayList<>();
        absent.add(Reached.by(job, consumer, time.sent(consumer)));
        time.inputs(consumer).forEach(u -> absent.add(time.sent(u)));
        absent.removeIf(Observed::isPresent);
        return absent;
    }

    /**
     * @param apart how far an input may be behind another, in milliseconds
     */
    List<Hold> holds(Vertex consumer, double apart) {
        List<Vertex> inputs = time.inputs(consumer);
        Watermark reached = Reached.by(job, consumer, time.sent(consumer)).require();
        Optional<Vertex> leader =
                inputs.stream()
                        .filter(u -> sent(u).high() instanceof Watermark.At)
                        .max(Comparator.comparing(u -> sent(u).high()));
        List<Hold> found = new ArrayList<>();
        for (Vertex u : inputs) {
            Watermark low = sent(u).low();
            if (low instanceof Watermark.At) {
                leader.flatMap(l -> Lag.between(low, capped(l)))
                        .filter(gap -> gap.millis() > apart && near(low, reached, gap))
                        .map(gap -> late(consumer, u, leader.get(), gap))
                        .ifPresent(found::add);
            } else if (low instanceof Watermark.None && reached instanceof Watermark.None) {
                missing(consumer, u, leader).ifPresent(found::add);
            }
        }
        return found;
    }

    private OutputWatermarks sent(Vertex v) {
        return time.sent(v).require();
    }

    private Watermark capped(Vertex leader) {
        Watermark now = new Watermark.At(job.now().toEpochMilli());
        Watermark high = sent(leader).high();
        return high.compareTo(now) <= 0 ? high : now;
    }

    /** Nearer to the late input than to the leader: metrics of two vertices differ in age. */
    private static boolean near(Watermark low, Watermark reached, Lag gap) {
        return Lag.between(low, reached)
                .filter(l -> Math.abs(l.millis()) < gap.millis() / 2)
                .isPresent();
    }

    private Hold late(Vertex consumer, Vertex input, Vertex leader, Lag gap) {
        Vertex origin = origin(input, gap.millis() / 2);
        boolean one = origin.equals(leader) || partly(origin, gap);
        double idle =
                job.metrics(origin).stream()
                        .flatMap(m -> m.overOperators("sourceIdleTime"))
                        .mapToDouble(a -> one ? a.max() : a.min())
                        .max()
                        .orElse(0);
        String reason = idle >= gap.millis() / 2 ? Hold.IDLE_INPUT : Hold.LAGGING_INPUT;
        return new Hold(reason, origin, input, consumer, Optional.of(leader), Optional.of(gap));
    }

    private boolean partly(Vertex v, Lag gap) {
        return Lag.between(sent(v).low(), sent(v).high())
                .filter(l -> l.millis() > gap.millis() / 2)
                .isPresent();
    }

    private Optional<Hold> missing(Vertex consumer, Vertex input, Optional<Vertex> leader) {
        Vertex origin = origin(input, 0);
        boolean records =
                job.metrics(origin).stream()
                        .flatMap(m -> m.metric("numRecordsOut").stream())
                        .anyMatch(a -> a.sum() > 0);
        if (sent(origin).any()) {
            return Optional.of(hold(Hold.EMPTY_SUBTASK, origin, input, consumer, leader))
                    .filter(h -> time.generates(origin));
        }
        // A vertex in the middle without a watermark although its inputs have one: on the way.
        boolean begins = time.inputs(origin).stream().noneMatch(u -> sent(u).any());
        boolean waited = leader.isPresent() || (records && time.awaitedAt(consumer));
        String reason = records ? Hold.NO_WATERMARK : Hold.IDLE_INPUT;
        return Optional.of(hold(reason, origin, input, consumer, leader))
                .filter(h -> begins && waited);
    }

    private static Hold hold(
            String reason, Vertex origin, Vertex input, Vertex consumer, Optional<Vertex> leader) {
        return new Hold(reason, origin, input, consumer, leader, Optional.empty());
    }

    /**
     * Follows a watermark up to where it arises.
     *
     * @param tolerance in milliseconds
     */
    private Vertex origin(Vertex from, double tolerance) {
        Vertex v = from;
        // A job graph has no cycle; the bound is for one that claims to have.
        for (int hops = job.graph().vertices().size(); hops > 0 && !time.generates(v); hops--) {
            Watermark low = sent(v).low();
            Optional<Vertex> next =
                    time.inputs(v).stream()
                            .filter(u -> time.sent(u).isPresent())
                            .filter(u -> same(sent(u).low(), low, tolerance))
                            .findFirst();
            if (next.isEmpty()) {
                return v;
            }
            v = next.get();
        }
        return v;
    }

    private static boolean same(Watermark a, Watermark b, double tolerance) {
        return a.equals(b)
                || Lag.between(a, b).filter(l -> Math.abs(l.millis()) <= tolerance).isPresent();
    }
}
