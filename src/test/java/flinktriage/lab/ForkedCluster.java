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
import java.util.stream.Stream;

/** A {@link LabMain} in a process of its own, with any Flink on its class path. */
final class ForkedCluster implements AutoCloseable {

    private static final long START_SECONDS = 120;
    private static final long STOP_SECONDS = 20;

    private final Process process;

    private ForkedCluster(Process process) {
        this.process = process;
    }

    static LabCluster start(List<LabJob> jobs, FlinkVersion version) throws IOException {
        Path classes = home(LabMain.class);
        Path log =
                Files.createDirectories(classes.resolveSibling("lab"))
                        .resolve(version + "-" + jobs.get(0) + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx768m");
        command.add("-Dflinktriage.log.file=" + log);
        command.add("-cp");
        command.add(classPath(version));
        command.add(LabMain.class.getName());
        jobs.forEach(job -> command.add(job.name()));
        Process process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        ForkedCluster cluster = new ForkedCluster(process);
        try {
            String[] ready = firstLine(process).split(" ");
            List<JobId> ids = Stream.of(ready).skip(2).map(JobId::new).toList();
            return new LabCluster(URI.create(ready[1]), ids, cluster);
        } catch (Exception e) {
            cluster.close();
            throw new IOException(jobs + " do not start, see " + log, e);
        }
    }

    private static String classPath(FlinkVersion version) throws IOException {
        if (version == FlinkVersion.V2_3) {
            return System.getProperty("java.class.path");
        }
        List<String> classPath = new ArrayList<>();
        classPath.add(home(LabMain.class).toString());
        classPath.add(home(DemoCluster.class).toString());
        classPath.addAll(otherFlink());
        return String.join(File.pathSeparator, classPath);
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
