package flinktriage.promises;

import flinktriage.flink.CollectSettings;
import flinktriage.flink.Recording;
import flinktriage.flink.Reply;
import flinktriage.flink.Source;
import flinktriage.model.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A recorded cluster, opened once, whose replies are changed in each run. */
final class Mutated {

    private final Recording recording;
    private final Source source;
    private final Map<String, Reply.Answered> replies = new HashMap<>();

    Mutated(Recording recording) {
        this.recording = recording;
        this.source = recording.source();
    }

    String name() {
        return recording.name();
    }

    /**
     * @param change to every reply but the list of jobs, without which there is no run
     */
    Snapshot collect(UnaryOperator<byte[]> change) {
        return recording.collect(new Changed(change), CollectSettings.quick());
    }

    private final class Changed implements Source {

        private final UnaryOperator<byte[]> change;

        private Changed(UnaryOperator<byte[]> change) {
            this.change = change;
        }

        @Override
        public CompletableFuture<Reply> get(String path) {
            Reply.Answered reply =
                    replies.computeIfAbsent(path, p -> (Reply.Answered) source.get(p).join());
            return CompletableFuture.completedFuture(
                    path.equals("/jobs/overview")
                            ? reply
                            : new Reply.Answered(
                                    reply.request(), reply.status(), change.apply(reply.body())));
        }

        @Override
        public int requests() {
            return source.requests();
        }

        @Override
        public long bytes() {
            return source.bytes();
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
