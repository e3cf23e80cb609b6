package flinktriage.flink;

import flinktriage.model.Job;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Snapshot;
import flinktriage.model.Target;
import flinktriage.model.VertexId;
import flinktriage.model.VertexMeasures;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** Runs against a {@link FakeCluster}. */
final class Runs {

    static final Target TARGET = new Target("test", "http://127.0.0.1");

    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private Runs() {}

    static Collector collector(FakeCluster cluster) {
        return new Collector(cluster, CLOCK, cluster, cluster.said::add);
    }

    static Snapshot collect(FakeCluster cluster, CollectSettings settings) {
        Collected collected = collector(cluster).collect(TARGET, JobChoice.onlyRunning(), settings);
        return ((Collected.Taken) collected).snapshot();
    }

    static Job job(FakeCluster cluster, CollectSettings settings) {
        return Recording.job(collect(cluster, settings));
    }

    static VertexMeasures measures(Job job, int vertex) {
        return job.measures().get(new VertexId(FakeCluster.vertex(vertex)));
    }

    static Missing missing(Observed<?> observed) {
        return ((Observed.Absent<?>) observed).missing();
    }

    static Reply replaced(Reply reply, String old, String other) {
        String body = new String(((Reply.Answered) reply).body(), StandardCharsets.UTF_8);
        return new Reply.Answered(
                reply.request(), 200, body.replace(old, other).getBytes(StandardCharsets.UTF_8));
    }
}
