package flinktriage.lab;

import java.time.Duration;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * An endless source with splits, like a topic with partitions: a reader without a split stays.
 *
 * @param perSecond records per second and split; 0 for a source that is silent
 * @param payload characters per record
 * @param behindMillis how far event time is behind the clock
 * @param fetchMillis how long each record keeps the reader waiting
 */
record LabSource(int splits, long perSecond, int payload, long behindMillis, long fetchMillis)
        implements Source<Event, LabSplit, Integer> {

    private static final long serialVersionUID = 1L;

    /** Large records: they fill the network buffers in seconds, where small ones take a minute. */
    static final int LARGE = 4_000;

    static LabSource of(int splits, long perSecond) {
        return new LabSource(splits, perSecond, 100, 0, 0);
    }

    static LabSource silent(int splits) {
        return of(splits, 0);
    }

    LabSource largeRecords() {
        return new LabSource(splits, perSecond, LARGE, behindMillis, fetchMillis);
    }

    LabSource behind(Duration eventTime) {
        return new LabSource(splits, perSecond, payload, eventTime.toMillis(), fetchMillis);
    }

    LabSource fetching(Duration each) {
        return new LabSource(splits, perSecond, payload, behindMillis, each.toMillis());
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, LabSplit> createReader(SourceReaderContext reader) {
        return new LabReader(this);
    }

    @Override
    public SplitEnumerator<LabSplit, Integer> createEnumerator(
            SplitEnumeratorContext<LabSplit> readers) {
        return new LabEnumerator(readers, 0, splits);
    }

    @Override
    public SplitEnumerator<LabSplit, Integer> restoreEnumerator(
            SplitEnumeratorContext<LabSplit> readers, Integer assigned) {
        return new LabEnumerator(readers, assigned, splits);
    }

    @Override
    public SimpleVersionedSerializer<LabSplit> getSplitSerializer() {
        return new LabSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new LabEnumerator.Serializer();
    }
}
