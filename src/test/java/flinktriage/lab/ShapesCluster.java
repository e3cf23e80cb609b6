package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import flinktriage.model.JobId;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
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
record ShapesCluster(URI url, Map<String, JobId> jobs, Map<String, String> refused, Process process)
        implements AutoCloseable {

    private static final long START_SECONDS = 480;
    private static final long STOP_SECONDS = 20;

    static ShapesCluster start(Class<? extends Shape> shapes, int slots, FlinkVersion version)
            throws IOException {
        Path classes = home(ShapesMain.class);
        Path log =
                Files.createDirectories(classes.resolveSibling("lab"))
                        .resolve(version + "-" + shapes.getSimpleName() + ".log");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx1500m",
                                // Many short lives: compiling well costs more than it gives.
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Dflinktriage.log.file=" + log,
                                "-cp",
                                classPath(version),
                                ShapesMain.class.getName(),
                                shapes.getName(),
                                Integer.toString(slots))
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        try {
            return CompletableFuture.supplyAsync(() -> read(process))
                    .get(START_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            process.destroyForcibly();
            throw new IOException(shapes + " do not start, see " + log, e);
        }
    }

    private static ShapesCluster read(Process process) {
        BufferedReader out = process.inputReader();
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

    private static String classPath(FlinkVersion version) throws IOException {
        if (version == FlinkVersion.V2_3) {
            return System.getProperty("java.class.path");
        }
        String file = System.getProperty("lab.flink.classpath");
        if (file == null || !Files.isReadable(Path.of(file))) {
            throw new IOException(
                    "the other Flink's class path is written by the build: mvn test-compile");
        }
        List<String> classPath = new ArrayList<>();
        classPath.add(home(ShapesMain.class).toString());
        classPath.add(home(DemoCluster.class).toString());
        classPath.addAll(Files.readAllLines(Path.of(file)));
        return String.join(File.pathSeparator, classPath);
    }

    private static Path home(Class<?> type) throws IOException {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    RunningJob job(String name) {
        return new RunningJob(url, jobs.get(name), () -> {});
    }

    /** Keeps what was said beside the logs, for people. */
    static void keep(Class<?> shapes, FlinkVersion version, String text) throws IOException {
        Path directory = home(ShapesMain.class).resolveSibling("lab");
        Files.writeString(directory.resolve(version + "-" + shapes.getSimpleName() + ".txt"), text);
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // Its end of the pipe is gone, so it is ending or has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
