package flinktriage.checks.rocksdb;

import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.Limits;
import flinktriage.check.Numbers;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What RocksDB suffers from at one vertex. A warning only where the vertex has no time left. */
final class Strain {

    static final String STOPPED = "rocksdb_is-write-stopped";
    static final String STALL_MICROS = "rocksdb_stall_micros";
    static final String DELAYED = "rocksdb_actual-delayed-write-rate";
    static final String PENDING = "rocksdb_estimate-pending-compaction-bytes";
    static final String HITS = "rocksdb_block_cache_hit";
    static final String MISSES = "rocksdb_block_cache_miss";

    private Strain() {}

    static List<Finding> findings(NativeMetrics m, Limits limits) {
        List<Finding> found = new ArrayList<>();
        writes(m, limits, found);
        compaction(m, limits, found);
        cache(m, limits, found);
        return found;
    }

    private static void writes(NativeMetrics m, Limits limits, List<Finding> found) {
        boolean stopped = m.max(STOPPED).orElse(0) >= 1;
        double delayed = m.max(DELAYED).orElse(0);
        OptionalDouble stalled = m.perSecond(STALL_MICROS);
        double share = Math.min(1, stalled.orElse(0) / 1_000_000);
        boolean often = share >= limits.value(RocksDbBottleneck.STALLED);
        if (!stopped && delayed <= 0 && !often) {
            return;
        }
        List<Evidence> evidence = new ArrayList<>();
        if (m.has(STOPPED)) {
            evidence.add(
                    Evidence.of(
                            "databases that accept no writes now, at least",
                            Quantity.count(stopped ? 1 : 0),
                            m.from(STOPPED)));
        }
        if (delayed > 0) {
            evidence.add(
                    Evidence.of(
                            "rate to which writes are slowed",
                            Quantity.bytesPerSecond(delayed),
                            m.from(DELAYED)));
        }
        if (stalled.isPresent()) {
            evidence.add(
                    Evidence.of(
                            "share of the time that writes waited",
                            Quantity.ratio(share),
                            limits.of(RocksDbBottleneck.STALLED),
                            m.from(STALL_MICROS)));
        }
        String says =
                stopped
                        ? "RocksDB accepts no writes until flushes or compactions catch up"
                        : delayed > 0
                                ? "RocksDB slows writes to "
                                        + Numbers.show(Quantity.bytesPerSecond(delayed))
                                : "writes to RocksDB waited "
                                        + Numbers.percent(share)
                                        + " of the time for flushes or compactions";
        found.add(finding(m, limits, "WRITE_STALL", says, evidence));
    }

    private static void compaction(NativeMetrics m, Limits limits, List<Finding> found) {
        double pending = m.max(PENDING).orElse(0);
        if (pending >= limits.value(RocksDbBottleneck.PENDING)) {
            Quantity bytes = Quantity.bytes(pending);
            found.add(
                    finding(
                            m,
                            limits,
                            "COMPACTION",
                            Numbers.show(bytes) + " of one state wait for compaction",
                            List.of(
                                    Evidence.of(
                                            "bytes that wait for compaction, largest state",
                                            bytes,
                                            limits.of(RocksDbBottleneck.PENDING),
                                            m.from(PENDING)))));
        }
    }

    /** Blocks from files are a finding only where they cost time that is missing. */
    private static void cache(NativeMetrics m, Limits limits, List<Finding> found) {
        double hits = m.perSecond(HITS).orElse(0);
        double misses = m.perSecond(MISSES).orElse(0);
        double share = misses <= 0 ? 0 : misses / (hits + misses);
        if (m.busy() >= limits.value(RocksDbBottleneck.BUSY)
                && misses >= limits.value(RocksDbBottleneck.MISSES)
                && share >= limits.value(RocksDbBottleneck.MISSED)) {
            found.add(
                    finding(
                            m,
                            limits,
                            "CACHE_MISSES",
                            "RocksDB reads %s blocks/s from files, %s of all that it needs"
                                    .formatted(Numbers.count(misses), Numbers.percent(share)),
                            List.of(
                                    Evidence.of(
                                            "cache misses per second, worst subtask",
                                            Quantity.count(misses),
                                            limits.of(RocksDbBottleneck.MISSES),
                                            m.from(MISSES)),
                                    Evidence.of(
                                            "share of the reads that missed the cache",
                                            Quantity.ratio(share),
                                            limits.of(RocksDbBottleneck.MISSED),
                                            m.from(MISSES)))));
        }
    }

    private static Finding finding(
            NativeMetrics m, Limits limits, String reason, String says, List<Evidence> evidence) {
        boolean busy = m.busy() >= limits.value(RocksDbBottleneck.BUSY);
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(
                Evidence.of(
                        "busy time, hottest subtask",
                        Quantity.ratio(m.busy()),
                        limits.of(RocksDbBottleneck.BUSY),
                        m.from("busyTimeMsPerSecond")));
        return new Finding(
                busy ? Severity.WARNING : Severity.INFO,
                reason,
                Subject.vertex(m.vertex()),
                m.vertex().name() + ": " + says,
                all);
    }
}
