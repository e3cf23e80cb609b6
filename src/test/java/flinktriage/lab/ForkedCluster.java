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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A {@link LabMain} in a process of its own, with another Flink on its class path. */
final class ForkedCluster implements AutoCloseable {

    private static final long START_SECONDS = 120;
    private static final long STOP_SECONDS = 20;

    private final Process process;

    private ForkedCluster(Process process) {
        this.process = process;
    }

    static RunningJob start(LabJob job) throws IOException {
        Path classes = home(LabMain.class);
        Path log = Files.createDirectories(classes.resolveSibling("lab")).resolve(job + ".log");
        List<String> classPath = new ArrayList<>();
        classPath.add(classes.toString());
        classPath.add(home(DemoCluster.class).toString());
        classPath.addAll(otherFlink());
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx768m",
                                "-Dflinktriage.log.file=" + log,
                                "-cp",
                                String.join(File.pathSeparator, classPath),
                                LabMain.class.getName(),
                                job.name())
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        ForkedCluster cluster = new ForkedCluster(process);
        try {
            String[] ready = firstLine(process).split(" ");
            return new RunningJob(URI.create(ready[1]), new JobId(ready[2]), cluster);
        } catch (Exception e) {
            cluster.close();
            throw new IOException(job + " does not start, see " + log, e);
        }
    }

    private static List<String> otherFlink() throws IOException {
        String file = System.getProperty("lab.flink.classpath");
        if (file == null || !Files.isReadable(Path.of(file))) {
            throw new IOException(
                    "the other Flink's class path is written by the build: mvn test-compile");
        }
        return Files.readAllLines(Path.of(file));
    }

    private static String firstLine(Process process) throws Exception {
        BufferedReader out = process.inputReader();
        CompletableFuture<String> line =
                CompletableFuture.supplyAsync(
                        () ->
                                out.lines()
                                        .filter(l -> l.startsWith("READY "))
                                        .findFirst()
                                        .orElse(""));
        return line.get(START_SECONDS, TimeUnit.SECONDS);
    }

    private static Path home(Class<?> type) throws IOException {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
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
