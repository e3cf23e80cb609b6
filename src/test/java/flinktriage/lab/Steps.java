package flinktriage.lab;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.util.Collector;

/** The operators that make the lab's jobs ill; with a time of 0 they do nothing. */
final class Steps {

    private Steps() {}

    /** Waits without using the CPU, as a call to another system does. */
    record Waiting(long millis) implements MapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        @Override
        public Event map(Event event) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            return event;
        }
    }

    /** Uses the CPU. */
    record Computing(long millis) implements MapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        @Override
        public Event map(Event event) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            int hash = 0;
            while (System.nanoTime() < end) {
                for (int i = 0; i < event.payload.length(); i++) {
                    hash = 31 * hash + event.payload.charAt(i);
                }
            }
            event.id += hash == 0 ? 1 : 0;
            return event;
        }
    }

    /** Fails on a record that cannot be parsed, and on the same one again after every restart. */
    record Parsing(long poison) implements MapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        @Override
        public Event map(Event event) {
            event.id = Long.parseLong(event.id >= poison ? "12,5" : Long.toString(event.id));
            return event;
        }
    }

    /** Answers later, without keeping the operator's thread. */
    record Asking(long millis) implements AsyncFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        @Override
        public void asyncInvoke(Event event, ResultFuture<Event> answer) {
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)
                    .execute(() -> answer.complete(List.of(event)));
        }
    }

    /** Keeps the last record of every key, for ever, and takes some time for each. */
    static final class Remembering extends KeyedProcessFunction<String, Event, Event> {

        private static final long serialVersionUID = 1L;

        private final long millis;
        private transient ValueState<String> last;

        Remembering(long millis) {
            this.millis = millis;
        }

        @Override
        public void open(OpenContext open) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", String.class));
        }

        @Override
        public void processElement(Event event, Context call, Collector<Event> out)
                throws Exception {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            last.update(event.id + event.payload);
            out.collect(event);
        }
    }

    /** Drops everything. */
    record Store<T>(long millis) implements Sink<T> {

        private static final long serialVersionUID = 1L;

        @Override
        public SinkWriter<T> createWriter(WriterInitContext init) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
            return new SinkWriter<>() {
                @Override
                public void write(T element, Context call) {
                    if (nanos > 0) {
                        LockSupport.parkNanos(nanos);
                    }
                }

                @Override
                public void flush(boolean endOfInput) {}

                @Override
                public void close() {}
            };
        }
    }
}
