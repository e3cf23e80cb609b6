package flinktriage.kafka;

import flinktriage.model.Job;
import flinktriage.model.KafkaTopic;
import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks Kafka about the topics that a job's sources read, as their metrics name them. It never
 * throws because of Kafka: what does not come is absent, and said.
 */
public final class KafkaCollector {

    private static final String WHAT = "topics from Kafka";
    private static final int MOST_TOPICS = 100;
    private static final int MOST_PARTITIONS = 10_000;

    /** Opens a connection; the first question may be the one that fails. */
    @FunctionalInterface
    interface Opening {
        Broker open() throws BrokerException;
    }

    private final Opening opening;
    private final Optional<String> group;
    private final Optional<Duration> between;
    private final Consumer<Duration> pause;
    private final LongSupplier nanoTime;
    private final List<String> notes = new ArrayList<>();

    public KafkaCollector(KafkaSettings settings, Consumer<Duration> pause) {
        this(
                () ->
                        AdminBroker.open(
                                settings.bootstrap(), settings.security(), settings.timeout()),
                settings.group(),
                settings.between(),
                pause,
                System::nanoTime);
    }

    KafkaCollector(
            Opening opening,
            Optional<String> group,
            Optional<Duration> between,
            Consumer<Duration> pause,
            LongSupplier nanoTime) {
        this.opening = opening;
        this.group = group;
        this.between = between;
        this.pause = pause;
        this.nanoTime = nanoTime;
    }

    /** What Kafka says about the topics of one job. */
    public KafkaEvidence collect(Job job) {
        Set<String> named = job.kafkaTopicNames();
        if (named.isEmpty()) {
            return absent(Missing.Why.NOT_EXPOSED, "no source of the job names a Kafka topic");
        }
        try (Broker broker = opening.open()) {
            return collect(broker, named, job.now());
        } catch (BrokerException e) {
            return absent(Missing.Why.REQUEST_FAILED, e.getMessage());
        }
    }

    private KafkaEvidence collect(Broker broker, Set<String> named, Instant at)
            throws BrokerException {
        Map<String, Integer> partitions = new TreeMap<>(broker.partitions(topics(broker, named)));
        if (partitions.isEmpty()) {
            return absent(
                    Missing.Why.NOT_EXPOSED,
                    "Kafka has no topic " + String.join(", ", named) + ": is it another cluster?");
        }
        List<TopicPartition> all = new ArrayList<>();
        partitions.forEach(
                (topic, count) -> {
                    for (int p = 0; p < count && all.size() < MOST_PARTITIONS; p++) {
                        all.add(new TopicPartition(topic, p));
                    }
                });
        boolean tooMany = partitions.values().stream().mapToInt(n -> n).sum() > all.size();
        if (tooMany) {
            notes.add("Kafka: more than " + MOST_PARTITIONS + " partitions, offsets are left out");
        }
        long readAt = nanoTime.getAsLong();
        Map<TopicPartition, Long> ends =
                tooMany ? Map.of() : optional("end offsets", () -> broker.endOffsets(all));
        Map<TopicPartition, Long> committed =
                group.isEmpty()
                        ? Map.of()
                        : optional("group " + group.get(), () -> broker.committed(group.get()));
        Map<TopicPartition, Long> later = Map.of();
        double seconds = 0;
        if (between.isPresent() && !ends.isEmpty()) {
            pause.accept(between.get());
            broker.restartDeadline();
            seconds = (nanoTime.getAsLong() - readAt) / 1e9;
            later = optional("end offsets", () -> broker.endOffsets(all));
        }
        List<KafkaTopic> topics = new ArrayList<>();
        for (var topic : partitions.entrySet()) {
            topics.add(
                    new KafkaTopic(
                            topic.getKey(),
                            topic.getValue(),
                            endOffsets(topic.getKey(), topic.getValue(), ends, at),
                            arriving(topic.getKey(), topic.getValue(), ends, later, seconds, at),
                            lag(topic.getKey(), topic.getValue(), ends, committed, at)));
        }
        return new KafkaEvidence(
                Observed.of(List.copyOf(topics), new Provenance("Kafka DescribeTopics", "", at)),
                notes);
    }

    /** The real names: a dot in a topic's name is an underscore in a metric's. */
    private Collection<String> topics(Broker broker, Set<String> named) throws BrokerException {
        Set<String> real = new TreeSet<>(named);
        if (named.stream().anyMatch(name -> name.contains("_"))) {
            real =
                    broker.topics().stream()
                            .filter(topic -> named.contains(topic.replace('.', '_')))
                            .collect(Collectors.toCollection(TreeSet::new));
        }
        if (real.size() > MOST_TOPICS) {
            notes.add("Kafka: more than " + MOST_TOPICS + " topics, only the first are asked for");
        }
        return real.stream().limit(MOST_TOPICS).toList();
    }

    @FunctionalInterface
    private interface Question {
        Map<TopicPartition, Long> ask() throws BrokerException;
    }

    /** Partitions are worth having without offsets. */
    private Map<TopicPartition, Long> optional(String what, Question question) {
        try {
            return question.ask();
        } catch (BrokerException e) {
            notes.add("Kafka: no " + what + ": " + e.getMessage());
            return Map.of();
        }
    }

    private static Observed<SortedMap<Integer, Long>> endOffsets(
            String topic, int count, Map<TopicPartition, Long> ends, Instant at) {
        SortedMap<Integer, Long> byPartition = new TreeMap<>();
        ends.forEach(
                (p, offset) -> {
                    if (p.topic().equals(topic)) {
                        byPartition.put(p.partition(), offset);
                    }
                });
        return byPartition.size() < count
                ? missing("end offsets of " + topic)
                : Observed.of(byPartition, new Provenance("Kafka ListOffsets", topic, at));
    }

    private static Observed<Double> arriving(
            String topic,
            int count,
            Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> later,
            double seconds,
            Instant at) {
        String what = "rate of what arrives in " + topic;
        if (seconds <= 0) {
            return Observed.absent(Missing.Why.NOT_ASKED, what, "one reading of the end offsets");
        }
        return difference(topic, count, ends, later)
                .map(
                        records ->
                                Observed.of(
                                        records / seconds,
                                        new Provenance("Kafka ListOffsets, twice", topic, at)))
                .orElseGet(() -> missing(what));
    }

    private Observed<Long> lag(
            String topic,
            int count,
            Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> committed,
            Instant at) {
        String what = "lag of the consumer group in " + topic;
        if (group.isEmpty()) {
            return Observed.absent(Missing.Why.NOT_ASKED, what, "--kafka-group names no group");
        }
        return difference(topic, count, committed, ends)
                .map(
                        records ->
                                Observed.of(
                                        records,
                                        new Provenance(
                                                "Kafka ListConsumerGroupOffsets " + group.get(),
                                                topic,
                                                at)))
                .orElseGet(() -> missing(what));
    }

    /** Over all partitions of the topic, or nothing. */
    private static Optional<Long> difference(
            String topic, int count, Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
        long sum = 0;
        for (int p = 0; p < count; p++) {
            Long start = from.get(new TopicPartition(topic, p));
            Long end = to.get(new TopicPartition(topic, p));
            if (start == null || end == null) {
                return Optional.empty();
            }
            sum += Math.max(0, end - start);
        }
        return Optional.of(sum);
    }

    private static <T> Observed<T> missing(String what) {
        return Observed.absent(Missing.Why.NOT_EXPOSED, what, "not known for every partition");
    }

    private KafkaEvidence absent(Missing.Why why, String detail) {
        Missing missing = new Missing(why, WHAT, detail);
        notes.add(missing.sentence());
        return new KafkaEvidence(Observed.absent(missing), notes);
    }
}
