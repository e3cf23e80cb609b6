package flinktriage.lab;

import flinktriage.lab.Steps.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Jobs that read a real Kafka, which is at {@code -Dlab.kafka}. A topic's name is its group's. */
enum KafkaIllness implements Shape {
    /** Gets at most 20 records of the topic each fifth of a second, and waits. */
    SLOWER_THAN_TOPIC(
            "orders",
            4,
            env ->
                    read(env, "orders", 0, Slow.class)
                            .rebalance()
                            .map(event -> event)
                            .name("decode")),

    /** Three partitions, four readers: the fourth has no watermark, and the window waits for it. */
    THREE_FOR_FOUR(
            "sensors",
            3,
            env -> {
                env.setParallelism(4);
                return read(env, "sensors", 0)
                        .keyBy(event -> "k" + event.id % 16)
                        .window(TumblingEventTimeWindows.of(Duration.ofSeconds(2)))
                        .reduce((a, b) -> b)
                        .name("latest");
            }),

    /** Twelve partitions for five readers: two of them have three, and no time left. */
    TWELVE_FOR_FIVE(
            "trackers",
            12,
            env -> {
                env.setParallelism(5);
                return read(env, "trackers", 70).rebalance().map(event -> event).name("decode");
            });

    private interface Definition {
        DataStream<Event> define(StreamExecutionEnvironment env);
    }

    /** Of this enum's jobs together, and one to spare. */
    static final int SLOTS = 12;

    private final String topic;
    private final int partitions;
    private final Definition definition;

    KafkaIllness(String topic, int partitions, Definition definition) {
        this.topic = topic;
        this.partitions = partitions;
        this.definition = definition;
    }

    String topic() {
        return topic;
    }

    int partitions() {
        return partitions;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("execution.checkpointing.interval", "5s");
    }

    @Override
    public void define(StreamExecutionEnvironment env) {
        env.setParallelism(2);
        definition.define(env).rebalance().sinkTo(new Store<>(0)).name("archive");
    }

    private static DataStream<Event> read(
            StreamExecutionEnvironment env,
            String topic,
            long millisEach20,
            Class<?>... interceptors) {
        Properties client = new Properties();
        if (interceptors.length > 0) {
            client.put("interceptor.classes", interceptors[0].getName());
            client.put("max.poll.records", "20");
            // What the client has fetched ahead it takes for read up to the end of its topic.
            client.put("max.partition.fetch.bytes", "500");
        }
        KafkaSource<Event> source =
                KafkaSource.<Event>builder()
                        .setBootstrapServers(System.getProperty("lab.kafka"))
                        .setTopics(topic)
                        .setGroupId(topic)
                        .setStartingOffsets(OffsetsInitializer.latest())
                        .setValueOnlyDeserializer(new Decoding(millisEach20))
                        .setProperties(client)
                        .build();
        return env.fromSource(
                source, WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(1)), topic);
    }

    /** A record is its number, in decimal digits. */
    static final class Decoding implements DeserializationSchema<Event> {

        private static final long serialVersionUID = 1L;

        private final long millisEach20;
        private transient long decoded;

        Decoding(long millisEach20) {
            this.millisEach20 = millisEach20;
        }

        @Override
        public Event deserialize(byte[] message) {
            // Seldom and long: a busy machine adds some time to each wait.
            if (millisEach20 > 0 && ++decoded % 20 == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millisEach20));
            }
            String digits = new String(message, StandardCharsets.US_ASCII);
            return new Event(Long.parseLong(digits), System.currentTimeMillis(), "");
        }

        @Override
        public boolean isEndOfStream(Event event) {
            return false;
        }

        @Override
        public TypeInformation<Event> getProducedType() {
            return TypeInformation.of(Event.class);
        }
    }

    /** A slow way to the broker: in the thread that fetches, where Flink does not see it. */
    public static final class Slow implements ConsumerInterceptor<byte[], byte[]> {

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> settings) {}
    }
}
