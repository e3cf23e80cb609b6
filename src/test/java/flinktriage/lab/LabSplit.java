package flinktriage.lab;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A part of a {@link LabSource}, as a partition is of a topic.
 *
 * @param next how many records it has given
 */
record LabSplit(String splitId, long next) implements SourceSplit {

    static final class Serializer implements SimpleVersionedSerializer<LabSplit> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(LabSplit split) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF(split.splitId());
            out.writeLong(split.next());
            return bytes.toByteArray();
        }

        @Override
        public LabSplit deserialize(int version, byte[] bytes) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            return new LabSplit(in.readUTF(), in.readLong());
        }
    }
}
