package flinktriage.lab;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Deals the splits out once all readers are there, reader by reader; with more readers than splits
 * the last ones get none.
 */
final class LabEnumerator implements SplitEnumerator<LabSplit, Integer> {

    private final SplitEnumeratorContext<LabSplit> readers;
    private final int splits;
    private final Deque<LabSplit> returned = new ArrayDeque<>();
    private int assigned;

    LabEnumerator(SplitEnumeratorContext<LabSplit> readers, int assigned, int splits) {
        this.readers = readers;
        this.assigned = assigned;
        this.splits = splits;
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int reader, String host) {}

    @Override
    public void addSplitsBack(List<LabSplit> back, int reader) {
        returned.addAll(back);
        assign();
    }

    @Override
    public void addReader(int reader) {
        assign();
    }

    private void assign() {
        int parallelism = readers.currentParallelism();
        if (readers.registeredReaders().size() < parallelism) {
            return;
        }
        for (int reader = 0; !returned.isEmpty(); reader++) {
            readers.assignSplit(returned.poll(), reader % parallelism);
        }
        for (; assigned < splits; assigned++) {
            readers.assignSplit(
                    new LabSplit(Integer.toString(assigned), 0), assigned % parallelism);
        }
    }

    @Override
    public Integer snapshotState(long checkpoint) {
        return assigned;
    }

    @Override
    public void close() {}

    static final class Serializer implements SimpleVersionedSerializer<Integer> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Integer assigned) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(assigned).array();
        }

        @Override
        public Integer deserialize(int version, byte[] bytes) {
            return ByteBuffer.wrap(bytes).getInt();
        }
    }
}
