package flinktriage.sql;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.types.Row;

/** Waits for every row, as a sink does that writes rows one by one to a slow database. */
record SlowSink(Duration perRow) implements Sink<Row> {

    private static final long serialVersionUID = 1L;

    @Override
    public SinkWriter<Row> createWriter(WriterInitContext init) {
        return new Writer(perRow.toNanos());
    }

    private record Writer(long nanosPerRow) implements SinkWriter<Row> {

        @Override
        public void write(Row row, Context call) {
            LockSupport.parkNanos(nanosPerRow);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
