package flinktriage.flink.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/**
 * A Flink cluster inside this process, with its REST API and web UI on a free port of the loopback
 * interface. Its files live in a temporary directory that goes with it.
 */
public final class DemoCluster implements AutoCloseable {

    private static final Duration TIME_TO_STOP = Duration.ofSeconds(10);
    private static final int TRIES_TO_DELETE = 3;
    private static final String SLOTS = "taskmanager.numberOfTaskSlots";

    private final MiniCluster cluster;
    private final Path directory;

    /** Ctrl-C must not leave a directory full of checkpoints behind. */
    private final Thread atExit = new Thread(this::stopOnce, "stop the embedded Flink cluster");

    private URI restAddress;
    private boolean stopped;

    private DemoCluster(MiniCluster cluster, Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /**
     * Starts one TaskManager with four slots; takes a few seconds. It also ends with the process,
     * if that is asked to end.
     *
     * @throws IOException if the cluster does not start; nothing is left running
     */
    public static DemoCluster start() throws IOException {
        return start(Map.of());
    }

    /**
     * Like {@link #start()}.
     *
     * @param settings keys of Flink's configuration, over those of the demo
     */
    public static DemoCluster start(Map<String, String> settings) throws IOException {
        Path directory = Files.createTempDirectory("flink-triage-");
        DemoCluster started =
                new DemoCluster(new MiniCluster(configuration(settings, directory)), directory);
        Runtime.getRuntime().addShutdownHook(started.atExit);
        try {
            started.cluster.start();
            started.restAddress = started.cluster.getRestAddress().get(30, TimeUnit.SECONDS);
            return started;
        } catch (Exception e) {
            started.close();
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("the embedded Flink cluster does not start", e);
        }
    }

    /** {@code http://127.0.0.1:PORT}. */
    public URI restAddress() {
        return restAddress;
    }

    /** Ends the jobs and all threads, and removes the files. */
    @Override
    public void close() {
        stopOnce();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending and the thread is on its way; it finds nothing to do.
        }
    }

    private synchronized void stopOnce() {
        if (!stopped) {
            stopped = true;
            stop(cluster, directory);
        }
    }

    private static MiniClusterConfiguration configuration(
            Map<String, String> settings, Path directory) {
        Configuration flink = new Configuration();
        flink.setString("rest.address", "127.0.0.1");
        flink.setString("rest.bind-address", "127.0.0.1");
        flink.setString("rest.port", "0");
        flink.setString("rest.bind-port", "0");
        flink.setString("jobmanager.bind-host", "127.0.0.1");
        flink.setString("taskmanager.bind-host", "127.0.0.1");
        // An open port that accepts jars runs anybody's code.
        flink.setString("web.submit.enable", "false");
        flink.setString("web.tmpdir", directory.resolve("web").toString());
        flink.setString("io.tmp.dirs", directory.resolve("tmp").toString());
        flink.setString(
                "execution.checkpointing.dir", directory.resolve("checkpoints").toUri().toString());
        flink.setString("state.backend.type", "hashmap");
        flink.setString(SLOTS, "4");
        // 10 s by default. Task times are brought up to date every 5 s anyway; with 1 s no reader
        // sees a value that is much older than that.
        flink.setString("metrics.fetcher.update-interval", "1000");
        settings.forEach(flink::setString);
        return new MiniClusterConfiguration.Builder()
                .setConfiguration(flink)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(Integer.parseInt(flink.getString(SLOTS, "")))
                .build();
    }

    private static void stop(MiniCluster cluster, Path directory) {
        try {
            cluster.closeAsync().get(TIME_TO_STOP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // What does not stop now ends with the process; the files go all the same.
        }
        delete(directory);
    }

    /** What vanishes meanwhile, because Flink deletes it too, must not end the walk. */
    private static void delete(Path directory) {
        for (int i = 0; i < TRIES_TO_DELETE && Files.exists(directory); i++) {
            try {
                Files.walkFileTree(directory, new Deletion());
            } catch (IOException e) {
                // It is in the system's temporary directory, which somebody cleans.
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return delete(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException gone) {
            return delete(directory);
        }

        private static FileVisitResult delete(Path path) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // A directory that is filled again; the next walk finds it.
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
