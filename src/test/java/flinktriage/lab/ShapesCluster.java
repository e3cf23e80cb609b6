package flinktriage.lab;

import flinktriage.model.JobId;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A cluster in a process of its own, on which all jobs of an enum run at once.
 *
 * @param jobs by name
 * @param refused why a job could not be submitted, by name
 */
record ShapesCluster(
        URI url, Map<String, JobId> jobs, Map<String, String> refused, LabProcess process)
        implements AutoCloseable {

    private static final long START_SECONDS = 480;

    static ShapesCluster start(Class<? extends Shape> shapes, int slots, FlinkVersion version)
            throws IOException {
        return start(shapes, slots, version, List.of());
    }

    /**
     * @param properties more of them for the cluster's process, {@code -Dkey=value}
     */
    static ShapesCluster start(
            Class<? extends Shape> shapes, int slots, FlinkVersion version, List<String> properties)
            throws IOException {
        Path log = version.log(shapes.getSimpleName());
        List<String> jvm =
                new ArrayList<>(
                        List.of(
                                "-Xmx1500m",
                                // Many short lives: compiling well costs more than it gives.
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC"));
        jvm.addAll(properties);
        LabProcess process =
                LabProcess.start(
                        version,
                        log,
                        jvm,
                        ShapesMain.class,
                        List.of(shapes.getName(), Integer.toString(slots)));
        try {
            return CompletableFuture.supplyAsync(() -> read(process))
                    .get(START_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            process.kill();
            throw new IOException(shapes + " do not start, see " + log, e);
        }
    }

    private static ShapesCluster read(LabProcess process) {
        BufferedReader out = process.out();
        Map<String, JobId> jobs = new LinkedHashMap<>();
        Map<String, String> refused = new LinkedHashMap<>();
        URI url = null;
        for (String line : (Iterable<String>) out.lines()::iterator) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "READY" -> url = URI.create(words[1]);
                case "JOB" -> jobs.put(words[1], new JobId(words[2]));
                case "REFUSED" -> refused.put(words[1], words[2]);
                case "ALL" -> {
                    return new ShapesCluster(url, jobs, refused, process);
                }
                default -> {
                    // Flink's own words.
                }
            }
        }
        throw new IllegalStateException("ended before all jobs were submitted");
    }

    RunningJob job(String name) {
        return new RunningJob(url, jobs.get(name), () -> {});
    }

    /** Keeps what was said beside the logs, for people. */
    static void keep(Class<?> shapes, FlinkVersion version, String text) throws IOException {
        Files.writeString(
                version.log(shapes.getSimpleName())
                        .resolveSibling(version + "-" + shapes.getSimpleName() + ".txt"),
                text);
    }

    @Override
    public void close() {
        process.close();
    }
}
