package flinktriage.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.types.Value;
import org.apache.flink.util.Collector;

/** The operators of {@link MoreIllness}. */
final class MoreSteps {

    /** Large enough that it is the task that finds no memory, and none of Flink's threads. */
    private static final int MEGABYTE = 1 << 20;

    private MoreSteps() {}

    /** Hands records of both inputs on when event time has passed them. */
    static final class Matching extends KeyedCoProcessFunction<String, Event, Event, Event> {

        private static final long serialVersionUID = 1L;

        private transient ValueState<Event> last;

        @Override
        public void open(OpenContext open) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Event.class));
        }

        @Override
        public void processElement1(Event event, Context call, Collector<Event> out)
                throws IOException {
            keep(event, call);
        }

        @Override
        public void processElement2(Event event, Context call, Collector<Event> out)
                throws IOException {
            keep(event, call);
        }

        private void keep(Event event, Context call) throws IOException {
            last.update(event);
            call.timerService().registerEventTimeTimer(event.time + 1_000);
        }

        @Override
        public void onTimer(long time, OnTimerContext call, Collector<Event> out)
                throws IOException {
            out.collect(last.value());
        }
    }

    /** Fails once, so long after the job was started. */
    static final class Failing extends RichMapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        private final long afterMillis;
        private transient long startNanos;

        Failing(long afterMillis) {
            this.afterMillis = afterMillis;
        }

        @Override
        public void open(OpenContext open) {
            startNanos = System.nanoTime();
        }

        @Override
        public Event map(Event event) throws IOException {
            boolean first = getRuntimeContext().getTaskInfo().getAttemptNumber() == 0;
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            if (first && millis > afterMillis) {
                throw new IOException("the tariff service has closed the connection");
            }
            return event;
        }
    }

    /** Fails in each attempt some seconds after its start, with a message. */
    static final class Telling extends RichMapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        private final long afterMillis;
        private final String message;
        private transient long startNanos;

        Telling(long afterMillis, String message) {
            this.afterMillis = afterMillis;
            this.message = message;
        }

        @Override
        public void open(OpenContext open) {
            startNanos = System.nanoTime();
        }

        @Override
        public Event map(Event event) throws IOException {
            if (System.nanoTime() - startNanos > TimeUnit.MILLISECONDS.toNanos(afterMillis)) {
                throw new IOException(message);
            }
            return event;
        }
    }

    /**
     * Keeps a megabyte for every record, in no state; four at a time, so that there is room left
     * for the threads of Flink when it fails, which would take the process along.
     */
    static final class Leaking extends RichMapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        private static final int AT_ONCE = 4;

        private transient List<byte[]> all;
        private transient int records;

        @Override
        public void open(OpenContext open) {
            all = new ArrayList<>();
        }

        @Override
        public Event map(Event event) {
            records++;
            if (records % AT_ONCE == 0) {
                all.add(new byte[AT_ONCE * MEGABYTE]);
            }
            return event;
        }
    }

    /** Keeps a megabyte for every key, for ever. */
    static final class Hoarding extends KeyedProcessFunction<String, Event, Event> {

        private static final long serialVersionUID = 1L;

        private transient ValueState<byte[]> picture;

        @Override
        public void open(OpenContext open) {
            picture =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("picture", byte[].class));
        }

        @Override
        public void processElement(Event event, Context call, Collector<Event> out)
                throws IOException {
            picture.update(new byte[MEGABYTE]);
            out.collect(event);
        }
    }

    /** Reads twenty of a thousand entries of its key, and writes those that are missing. */
    static final class Leafing extends KeyedProcessFunction<String, Event, Event> {

        private static final long serialVersionUID = 1L;

        private static final int READS = 20;
        private static final int ENTRIES = 1_000;

        private transient MapState<Integer, String> entries;
        private transient Random random;

        @Override
        public void open(OpenContext open) {
            random = new Random(7);
            entries =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>(
                                            "entries", Integer.class, String.class));
        }

        @Override
        public void processElement(Event event, Context call, Collector<Event> out)
                throws Exception {
            for (int i = 0; i < READS; i++) {
                int entry = random.nextInt(ENTRIES);
                if (entries.get(entry) == null) {
                    entries.put(entry, event.payload.repeat(5));
                }
            }
            out.collect(event);
        }
    }

    /** Waits so long for each record, once the task has run for so long. */
    static final class Tiring extends RichMapFunction<Event, Event> {

        private static final long serialVersionUID = 1L;

        private final long afterMillis;
        private final long millis;
        private transient long startNanos;

        Tiring(long afterMillis, long millis) {
            this.afterMillis = afterMillis;
            this.millis = millis;
        }

        @Override
        public void open(OpenContext open) {
            startNanos = System.nanoTime();
        }

        @Override
        public Event map(Event event) {
            if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos) > afterMillis) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            }
            return event;
        }
    }

    /** Takes its time for the part of a snapshot during which nothing is processed. */
    record Pausing(long millis) implements MapFunction<Event, Event>, CheckpointedFunction {

        private static final long serialVersionUID = 1L;

        @Override
        public Event map(Event event) {
            return event;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext snapshot) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext initialization) {}
    }

    /** Keeps state in the heap that fails when it is written, which happens asynchronously. */
    static final class Unwritten extends KeyedProcessFunction<String, Event, Event> {

        private static final long serialVersionUID = 1L;

        private transient ValueState<Login> last;

        @Override
        public void open(OpenContext open) {
            last =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>(
                                            "last", TypeInformation.of(Login.class)));
        }

        @Override
        public void processElement(Event event, Context call, Collector<Event> out)
                throws IOException {
            Login login = new Login();
            login.at = event.time;
            last.update(login);
            out.collect(event);
        }
    }

    /** Serialized by its own methods. */
    public static final class Login implements Value {

        private static final long serialVersionUID = 1L;

        private long at;

        @Override
        public void write(DataOutputView out) throws IOException {
            throw new IOException("login at " + at + " has no serial form");
        }

        @Override
        public void read(DataInputView in) throws IOException {
            at = in.readLong();
        }
    }
}
