package flinktriage.lab;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A hundred numbers a second into each partition of all topics of {@link KafkaIllness}. */
final class KafkaTraffic implements AutoCloseable {

    private static final int EACH_TENTH = 10;

    private final KafkaProducer<byte[], byte[]> producer;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private long number;

    private KafkaTraffic(String bootstrap) {
        producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", bootstrap),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
    }

    static KafkaTraffic start(String bootstrap) {
        KafkaTraffic traffic = new KafkaTraffic(bootstrap);
        traffic.clock.scheduleAtFixedRate(traffic::send, 0, 100, TimeUnit.MILLISECONDS);
        return traffic;
    }

    private void send() {
        for (KafkaIllness illness : KafkaIllness.values()) {
            for (int partition = 0; partition < illness.partitions(); partition++) {
                for (int i = 0; i < EACH_TENTH; i++) {
                    byte[] digits = Long.toString(number++).getBytes(StandardCharsets.US_ASCII);
                    producer.send(new ProducerRecord<>(illness.topic(), partition, null, digits));
                }
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        producer.close();
    }
}
