package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A cluster with some jobs in a process of its own. Prints {@code READY URL JOB...} and ends with
 * its standard input, that is with its parent, or at its deadline. Runs on every Flink version of
 * the lab: nothing here may need a newer API than the oldest has.
 */
final class LabMain {

    static final Duration DEADLINE = Duration.ofMinutes(5);

    private LabMain() {}

    public static void main(String[] args) {
        List<LabJob> jobs = Stream.of(args).map(LabJob::valueOf).toList();
        CompletableFuture.delayedExecutor(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                .execute(() -> Runtime.getRuntime().halt(2));
        try (DemoCluster cluster = DemoCluster.start(settings(jobs));
                PrintStream out =
                        new PrintStream(
                                new FileOutputStream(FileDescriptor.out),
                                true,
                                StandardCharsets.UTF_8)) {
            StringBuilder ready = new StringBuilder("READY ").append(cluster.restAddress());
            for (LabJob job : jobs) {
                ready.append(' ').append(submit(job, cluster.restAddress()));
            }
            out.println(ready);
            untilTheParentEnds();
        } catch (Exception e) {
            // The exit below would come before the JVM shows it.
            e.printStackTrace();
        } finally {
            // Some of Flink's threads would keep the process; exit, unlike halt, also removes the
            // jars that Flink unpacked.
            Runtime.getRuntime().exit(0);
        }
    }

    /** Of a cluster for these jobs: those of the job if it is alone, and enough slots. */
    static Map<String, String> settings(List<LabJob> jobs) {
        Map<String, String> settings = new HashMap<>();
        if (jobs.size() == 1) {
            settings.putAll(jobs.get(0).settings());
        }
        settings.put(
                "taskmanager.numberOfTaskSlots", Integer.toString(4 * Math.max(1, jobs.size())));
        return settings;
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
        return env.executeAsync(job.name()).getJobID().toHexString();
    }

    private static void untilTheParentEnds() throws IOException {
        int read = 0;
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
