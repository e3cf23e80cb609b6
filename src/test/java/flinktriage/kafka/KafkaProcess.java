package flinktriage.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;

/** A real broker in a process of its own, which is its own controller, on 127.0.0.1. */
public final class KafkaProcess implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90);

    private final Process process;
    private final String bootstrap;

    private KafkaProcess(Process process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    /**
     * @param directory an empty one; it may be deleted when the broker is closed
     */
    public static KafkaProcess start(Path directory) throws Exception {
        int[] ports = freePorts();
        String bootstrap = "127.0.0.1:" + ports[0];
        Path config = directory.resolve("server.properties");
        Files.write(config, settings(directory, bootstrap, "127.0.0.1:" + ports[1]));
        Process format =
                java(
                        directory.resolve("format.log"),
                        "kafka.tools.StorageTool",
                        "format",
                        "--cluster-id",
                        Uuid.randomUuid().toString(),
                        "--config",
                        config.toString());
        if (!format.waitFor(60, TimeUnit.SECONDS) || format.exitValue() != 0) {
            format.destroyForcibly();
            throw new IOException(Files.readString(directory.resolve("format.log")));
        }
        Process process = java(directory.resolve("kafka.log"), "kafka.Kafka", config.toString());
        KafkaProcess broker = new KafkaProcess(process, bootstrap);
        try (Admin admin = broker.admin()) {
            Awaitility.await("the broker in " + directory)
                    .atMost(START)
                    .ignoreExceptions()
                    .until(() -> admin.describeCluster().nodes().get().size() == 1);
            return broker;
        } catch (RuntimeException e) {
            broker.close();
            throw new IOException(Files.readString(directory.resolve("kafka.log")), e);
        }
    }

    public String bootstrap() {
        return bootstrap;
    }

    public Admin admin() {
        Properties settings = new Properties();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("request.timeout.ms", "10000");
        settings.put("default.api.timeout.ms", "20000");
        return Admin.create(settings);
    }

    private static List<String> settings(Path directory, String bootstrap, String controller) {
        return List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@" + controller,
                "listeners=PLAINTEXT://" + bootstrap + ",CONTROLLER://" + controller,
                "advertised.listeners=PLAINTEXT://" + bootstrap,
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1",
                "auto.create.topics.enable=false",
                "log.dirs=" + directory.resolve("data"));
    }

    private static Process java(Path log, String... mainAndArguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx384m",
                                "-Dflinktriage.log.file=" + log + ".txt",
                                "-Dflinktriage.log.level=WARN",
                                "-cp",
                                System.getProperty("java.class.path")));
        command.addAll(List.of(mainAndArguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static int[] freePorts() throws IOException {
        try (ServerSocket a = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket b = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new int[] {a.getLocalPort(), b.getLocalPort()};
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(20, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
