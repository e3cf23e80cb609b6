package flinktriage.flink;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which metrics are worth a place in a request. The order is the importance: what does not fit into
 * one URL is cut from the end.
 *
 * @param asked the ids to ask for
 * @param left ids that exist and are wanted, but do not fit
 * @param path the request
 */
record MetricSelection(List<String> asked, List<String> left, String path) {

    /**
     * Netty's decoder answers 404 for a request line of more than 4,096 bytes; a base path in front
     * (an ingress, a proxy) must fit too.
     */
    private static final int LONGEST_PATH = 3_800;

    private static final String AGGREGATES = "&agg=min,max,avg,sum";

    private static final List<String> OF_TASKS =
            List.of(
                    "busyTimeMsPerSecond",
                    "idleTimeMsPerSecond",
                    "backPressuredTimeMsPerSecond",
                    "hardBackPressuredTimeMsPerSecond",
                    "numRecordsIn",
                    "numRecordsOut",
                    "numRecordsInPerSecond",
                    "numRecordsOutPerSecond",
                    "accumulateBusyTimeMs",
                    "accumulateBackPressuredTimeMs",
                    "accumulateIdleTimeMs",
                    "currentInputWatermark",
                    "Shuffle.Netty.Output.Buffers.outPoolUsage",
                    "Shuffle.Netty.Input.Buffers.inPoolUsage",
                    "mailboxLatencyMs_mean",
                    "changelogBusyTimeMsPerSecond",
                    "numFiredTimersPerSecond");

    /** The last part of the id; the operator's name stands in front. */
    private static final List<String> OF_OPERATORS =
            List.of(
                    "currentOutputWatermark",
                    "pendingRecords",
                    "sourceIdleTime",
                    "watermarkLag",
                    "watermarkAlignmentDrift",
                    "currentEmitEventTimeLag",
                    "currentInput1Watermark",
                    "currentInput2Watermark",
                    "numLateRecordsDropped",
                    "leftNumLateRecordsDropped",
                    "rightNumLateRecordsDropped",
                    "KafkaSourceReader.KafkaConsumer.records-lag-max",
                    "numRecordsSend",
                    "currentSendTime",
                    "cache.hitCount",
                    "cache.missCount",
                    "rocksdb_is-write-stopped",
                    "rocksdb_actual-delayed-write-rate",
                    "rocksdb_block_cache_hit",
                    "rocksdb_block_cache_miss",
                    "rocksdb_stall_micros",
                    "rocksdb_estimate-live-data-size",
                    "rocksdb_estimate-pending-compaction-bytes",
                    "rocksdb_num-running-compactions",
                    "KafkaSourceReader.KafkaConsumer.records-consumed-rate",
                    "KafkaSourceReader.KafkaConsumer.fetch-latency-avg",
                    "KafkaSourceReader.commitsFailed",
                    "numRecordsSendErrors");

    private static final List<String> THROUGHPUT_OF_OPERATORS =
            List.of(
                    "numRecordsIn",
                    "numRecordsOut",
                    "numRecordsInPerSecond",
                    "numRecordsOutPerSecond");

    /** Nanoseconds of CPU that a JVM used since it began. */
    static final String CPU_TIME = "Status.JVM.CPU.Time";

    /** All of these are there since Flink 1.18 on every JVM. */
    static final List<String> OF_TASK_MANAGERS =
            List.of(
                    "Status.JVM.CPU.Load",
                    CPU_TIME,
                    "Status.JVM.Memory.Heap.Used",
                    "Status.JVM.Memory.Heap.Max",
                    "Status.JVM.Memory.Metaspace.Used",
                    "Status.JVM.Memory.Metaspace.Max",
                    "Status.JVM.Memory.Direct.MemoryUsed",
                    "Status.JVM.Memory.Direct.TotalCapacity",
                    "Status.Shuffle.Netty.AvailableMemorySegments",
                    "Status.Shuffle.Netty.TotalMemorySegments",
                    "Status.Shuffle.Netty.RequestedMemoryUsage",
                    "Status.Flink.Memory.Managed.Used",
                    "Status.Flink.Memory.Managed.Total");

    /** Since Flink 1.19; before, each collector has a total only. */
    static final String GARBAGE_COLLECTION = "Status.JVM.GarbageCollector.All.TimeMsPerSecond";

    private static final String GARBAGE_COLLECTORS = "Status.JVM.GarbageCollector.";

    /** For a vertex, from the ids it has. */
    static MetricSelection ofVertex(String path, boolean source, Collection<String> existing) {
        Set<String> ids = new TreeSet<>(existing);
        Set<String> wanted = new LinkedHashSet<>();
        OF_TASKS.stream().filter(ids::contains).forEach(wanted::add);
        if (source) {
            // The task's own counters of a source are 0 up to Flink 1.20.
            addOfOperators(THROUGHPUT_OF_OPERATORS, ids, wanted);
        }
        addOfOperators(OF_OPERATORS, ids, wanted);
        addOfOperators(THROUGHPUT_OF_OPERATORS, ids, wanted);
        return fitting(path, wanted, AGGREGATES);
    }

    /** What every running task has, whatever its operators registered or lost. */
    static MetricSelection ofTask(String path, Collection<String> existing) {
        return fitting(path, OF_TASKS.stream().filter(existing::contains).toList(), AGGREGATES);
    }

    static MetricSelection ofCpuTime(String path) {
        return fitting(path, List.of(CPU_TIME), AGGREGATES);
    }

    static MetricSelection ofTaskManagers(String path, boolean garbageCollection) {
        List<String> wanted = new ArrayList<>(OF_TASK_MANAGERS);
        if (garbageCollection) {
            wanted.add(GARBAGE_COLLECTION);
        }
        return fitting(path, wanted, AGGREGATES);
    }

    /** For TaskManagers, from the ids they have. */
    static MetricSelection ofTaskManagers(String path, Collection<String> existing) {
        Set<String> ids = new TreeSet<>(existing);
        List<String> wanted = new ArrayList<>(OF_TASK_MANAGERS);
        if (ids.contains(GARBAGE_COLLECTION)) {
            wanted.add(GARBAGE_COLLECTION);
        } else {
            ids.stream()
                    .filter(id -> id.startsWith(GARBAGE_COLLECTORS) && id.endsWith(".Time"))
                    .forEach(wanted::add);
        }
        return fitting(path, wanted.stream().filter(ids::contains).toList(), AGGREGATES);
    }

    /** Single values, without aggregation. */
    static MetricSelection plain(String path, Collection<String> wanted) {
        return fitting(path, wanted, "");
    }

    private static void addOfOperators(
            List<String> suffixes, Collection<String> existing, Set<String> wanted) {
        for (String suffix : suffixes) {
            existing.stream().filter(id -> id.endsWith("." + suffix)).forEach(wanted::add);
        }
    }

    private static MetricSelection fitting(
            String path, Collection<String> wanted, String aggregates) {
        List<String> asked = new ArrayList<>();
        List<String> left = new ArrayList<>();
        StringBuilder get = new StringBuilder();
        int room = LONGEST_PATH - path.length() - "?get=".length() - aggregates.length();
        for (String id : wanted) {
            String encoded = encode(id);
            if (left.isEmpty() && get.length() + 1 + encoded.length() <= room) {
                get.append(asked.isEmpty() ? "" : ",").append(encoded);
                asked.add(id);
            } else {
                left.add(id);
            }
        }
        return new MetricSelection(asked, left, path + "?get=" + get + aggregates);
    }

    /** Operators' names carry brackets, semicolons, quotes, plus signs and any letter. */
    static String encode(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
