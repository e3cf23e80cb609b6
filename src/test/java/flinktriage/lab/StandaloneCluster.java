package flinktriage.lab;

import static org.awaitility.Awaitility.await;

import flinktriage.model.JobId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A session cluster as people run it: a process for the JobManager and one for each TaskManager,
 * with the options of Flink's own scripts, on 127.0.0.1.
 */
final class StandaloneCluster implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(180);

    /** Of a TaskManager: 64 MB are Flink's own, the rest is for tasks. */
    private static final int HEAP_MB = 192;

    private final FlinkVersion version;
    private final Path directory;
    private final Map<String, String> settings;
    private final List<LabProcess> processes = new ArrayList<>();
    private final Map<String, LabProcess> taskManagers = new TreeMap<>();
    private final Map<String, String> reporters = new TreeMap<>();
    private int started;

    private StandaloneCluster(FlinkVersion version, Path directory, Map<String, String> settings) {
        this.version = version;
        this.directory = directory;
        this.settings = settings;
    }

    /**
     * With a JobManager and so many TaskManagers, which are registered.
     *
     * @param directory an empty one for its files; it may be deleted when the cluster is closed
     * @param settings keys of Flink's configuration, over those of the lab
     */
    static StandaloneCluster start(
            FlinkVersion version, Path directory, int taskManagers, Map<String, String> settings)
            throws IOException {
        StandaloneCluster cluster =
                new StandaloneCluster(version, directory, settings(directory, settings));
        try {
            List<String> lines = new ArrayList<>();
            cluster.settings.forEach((key, value) -> lines.add(key + ": " + value));
            Files.write(directory.resolve("config.yaml"), lines);
            cluster.processes.add(
                    cluster.process(
                            "jobmanager",
                            List.of("-Xmx400m"),
                            StandaloneSessionClusterEntrypoint.class,
                            List.of("--configDir", directory.toString())));
            for (int i = 0; i < taskManagers; i++) {
                cluster.startTaskManager();
            }
            cluster.awaitTaskManagers();
            return cluster;
        } catch (Exception e) {
            cluster.close();
            throw new IOException("the cluster in " + directory + " does not start", e);
        }
    }

    private static Map<String, String> settings(Path directory, Map<String, String> ours)
            throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (String local :
                List.of(
                        "rest.address",
                        "rest.bind-address",
                        "jobmanager.rpc.address",
                        "jobmanager.bind-host",
                        "taskmanager.host",
                        "taskmanager.bind-host")) {
            all.put(local, "127.0.0.1");
        }
        int[] ports = freePorts();
        all.put("rest.port", Integer.toString(ports[0]));
        all.put("jobmanager.rpc.port", Integer.toString(ports[1]));
        all.put("io.tmp.dirs", directory.resolve("tmp").toString());
        all.put("execution.checkpointing.dir", directory.resolve("checkpoints").toUri().toString());
        all.put("state.backend.type", "hashmap");
        all.put("metrics.fetcher.update-interval", "1000");
        all.put("taskmanager.numberOfTaskSlots", "2");
        // On a busy machine a process may need longer than the 10 s that Flink allows it.
        all.put("pekko.startup-timeout", "60 s");
        // What Flink's scripts compute from the size of a process, said one by one.
        all.put("taskmanager.cpu.cores", "1.0");
        all.put("taskmanager.memory.framework.heap.size", "64mb");
        all.put("taskmanager.memory.task.heap.size", HEAP_MB - 64 + "mb");
        all.put("taskmanager.memory.framework.off-heap.size", "64mb");
        all.put("taskmanager.memory.task.off-heap.size", "0b");
        all.put("taskmanager.memory.network.min", "64mb");
        all.put("taskmanager.memory.network.max", "64mb");
        all.put("taskmanager.memory.managed.size", "64mb");
        all.put("taskmanager.memory.jvm-metaspace.size", "192mb");
        all.put("taskmanager.memory.jvm-overhead.min", "192mb");
        all.put("taskmanager.memory.jvm-overhead.max", "192mb");
        all.putAll(ours);
        return all;
    }

    private LabProcess process(String name, List<String> jvm, Class<?> main, List<String> args)
            throws IOException {
        int reporter = freePorts()[0];
        reporters.put(name, "127.0.0.1:" + reporter);
        List<String> options = new ArrayList<>(jvm);
        options.add("-Dlab.reporter=" + reporter);
        List<String> all = new ArrayList<>(List.of(main.getName()));
        all.addAll(args);
        return LabProcess.start(
                version,
                version.log(directory.getFileName() + "-" + name),
                options,
                BoundMain.class,
                all);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + settings.get("rest.port"));
    }

    /** {@code HOST:PORT} of each process, if the settings ask for {@link LoopbackReporter}. */
    Map<String, String> reporters() {
        return reporters;
    }

    /** Another one; returns when it is registered. */
    void addTaskManager() throws IOException {
        startTaskManager();
        awaitTaskManagers();
    }

    private void startTaskManager() throws IOException {
        String id = "tm-" + started++;
        LabProcess taskManager =
                process(
                        id,
                        List.of(
                                "-Xms" + HEAP_MB + "m",
                                "-Xmx" + HEAP_MB + "m",
                                "-XX:MaxDirectMemorySize=128m",
                                "-XX:MaxMetaspaceSize=192m",
                                "-XX:+UseG1GC"),
                        TaskManagerRunner.class,
                        List.of(
                                "--configDir",
                                directory.toString(),
                                "-D",
                                "taskmanager.resource-id=" + id));
        processes.add(taskManager);
        taskManagers.put(id, taskManager);
    }

    private void awaitTaskManagers() {
        RunningJob none = new RunningJob(url(), new JobId("0".repeat(32)), () -> {});
        await("TaskManagers in " + directory)
                .atMost(START)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(
                        () ->
                                none.get("/taskmanagers")
                                        .findValuesAsText("id")
                                        .containsAll(taskManagers.keySet()));
    }

    /** Without a chance to say anything to anybody: {@code tm-0}, {@code tm-1}. */
    void killTaskManager(String id) {
        taskManagers.remove(id).kill();
    }

    /** Returns when the job is submitted, not when it runs. The cluster stays when it is closed. */
    <J extends Enum<J> & Shape> RunningJob submit(J job) throws IOException {
        try (LabProcess client =
                LabProcess.start(
                        version,
                        version.log("client"),
                        List.of("-XX:TieredStopAtLevel=1"),
                        SubmitMain.class,
                        List.of(job.getDeclaringClass().getName(), job.name(), url().toString()))) {
            BufferedReader out = client.out();
            String line = out.lines().filter(l -> l.startsWith("JOB ")).findFirst().orElse("");
            if (line.isEmpty()) {
                throw new IOException(job.name() + " is refused, see " + version.log("client"));
            }
            return new RunningJob(url(), new JobId(line.split(" ")[2]), () -> {});
        }
    }

    /** Another process of Flink with the cluster's configuration; it ends with the cluster. */
    void run(String name, Class<?> main) throws IOException {
        processes.add(
                process(
                        name,
                        List.of("-Xmx200m"),
                        main,
                        List.of("--configDir", directory.toString())));
    }

    static int[] freePorts() throws IOException {
        try (ServerSocket a = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket b = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new int[] {a.getLocalPort(), b.getLocalPort()};
        }
    }

    @Override
    public void close() {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).close();
        }
    }
}
