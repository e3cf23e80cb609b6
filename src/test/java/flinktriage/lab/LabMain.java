package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A cluster with one job in a process of its own. Prints {@code READY URL JOB} and ends with its
 * standard input, that is with its parent, or at its deadline. Runs on every Flink version of the
 * lab: nothing here may need a newer API than the oldest has.
 */
final class LabMain {

    static final Duration DEADLINE = Duration.ofMinutes(5);

    private LabMain() {}

    public static void main(String[] args) throws Exception {
        LabJob job = LabJob.valueOf(args[0]);
        CompletableFuture.delayedExecutor(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                .execute(() -> Runtime.getRuntime().halt(2));
        try (DemoCluster cluster = DemoCluster.start(job.settings());
                PrintStream out =
                        new PrintStream(
                                new FileOutputStream(FileDescriptor.out),
                                true,
                                StandardCharsets.UTF_8)) {
            String id = submit(job, cluster.restAddress());
            out.println("READY " + cluster.restAddress() + " " + id);
            untilTheParentEnds();
        } finally {
            // Some of Flink's threads would keep the process; exit, unlike halt, also removes the
            // jars
            // that Flink unpacked.
            Runtime.getRuntime().exit(0);
        }
    }

    /** Submits the job; the id is 32 hexadecimal digits. */
    static String submit(LabJob job, URI jobManager) throws Exception {
        Configuration settings = new Configuration();
        Map<String, String> ours = job.settings();
        ours.put("execution.target", "remote");
        ours.put("rest.address", jobManager.getHost());
        ours.put("rest.port", Integer.toString(jobManager.getPort()));
        ours.forEach(settings::setString);
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
        job.define(env);
        return env.executeAsync("lab").getJobID().toHexString();
    }

    private static void untilTheParentEnds() throws IOException {
        int read = 0;
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
