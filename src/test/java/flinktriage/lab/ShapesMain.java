package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A cluster with all jobs of an enum in a process of its own. Prints {@code READY URL}, then a line
 * a job, {@code JOB NAME ID} or {@code REFUSED NAME WHY}, then {@code ALL}; ends with its standard
 * input or at its deadline. Nothing here may need a newer API than the oldest Flink of the lab has.
 */
final class ShapesMain {

    private static final long DEADLINE_MINUTES = 20;
    private static final int AT_ONCE = 3;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final Pattern WAITING = Pattern.compile("\"(?:created|scheduled)\":[1-9]");

    private ShapesMain() {}

    public static void main(String[] args) throws Exception {
        CompletableFuture.delayedExecutor(DEADLINE_MINUTES, TimeUnit.MINUTES)
                .execute(() -> Runtime.getRuntime().halt(2));
        try (DemoCluster cluster = DemoCluster.start(settings(Integer.parseInt(args[1])));
                PrintStream out =
                        new PrintStream(
                                new FileOutputStream(FileDescriptor.out),
                                true,
                                StandardCharsets.UTF_8)) {
            out.println("READY " + cluster.restAddress());
            ExecutorService planners = Executors.newFixedThreadPool(AT_ONCE);
            Object[] shapes = Class.forName(args[0]).getEnumConstants();
            Object last = shapes[shapes.length - 1];
            List<Future<String>> submitted = new ArrayList<>();
            for (Object shape : shapes) {
                if (shape != last) {
                    submitted.add(
                            planners.submit(() -> submit((Shape) shape, cluster.restAddress())));
                }
            }
            for (Future<String> line : submitted) {
                out.println(line.get());
            }
            planners.shutdown();
            // By itself: it may take all the slots that are left.
            untilAllHaveTheirSlots(cluster.restAddress());
            out.println(submit((Shape) last, cluster.restAddress()));
            out.println("ALL");
            untilTheParentEnds();
        } finally {
            Runtime.getRuntime().exit(0);
        }
    }

    private static void untilAllHaveTheirSlots(URI jobManager) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest overview =
                HttpRequest.newBuilder(jobManager.resolve("/jobs/overview"))
                        .timeout(Duration.ofSeconds(5))
                        .build();
        Instant deadline = Instant.now().plus(LONGEST_WAIT);
        String jobs;
        do {
            TimeUnit.MILLISECONDS.sleep(200);
            jobs = http.send(overview, HttpResponse.BodyHandlers.ofString()).body();
        } while (WAITING.matcher(jobs).find() && Instant.now().isBefore(deadline));
    }

    private static Map<String, String> settings(int slots) {
        return Map.of(
                "taskmanager.numberOfTaskSlots",
                Integer.toString(slots),
                "taskmanager.memory.network.min",
                "256mb",
                "taskmanager.memory.network.max",
                "256mb",
                // A share a slot: windows in two phases refuse to start with a few MB.
                "taskmanager.memory.managed.size",
                24 * slots + "mb");
    }

    /** A line for the parent: {@code JOB NAME ID}, or {@code REFUSED NAME WHY}. */
    static String submit(Shape shape, URI jobManager) {
        Configuration settings = new Configuration();
        Map<String, String> ours = new HashMap<>(shape.settings());
        ours.put("execution.target", "remote");
        ours.put("rest.address", jobManager.getHost());
        ours.put("rest.port", Integer.toString(jobManager.getPort()));
        ours.forEach(settings::setString);
        try {
            StreamExecutionEnvironment env = new StreamExecutionEnvironment(settings);
            env.setParallelism(1);
            shape.define(env);
            return "JOB "
                    + shape.name()
                    + " "
                    + env.executeAsync(shape.title()).getJobID().toHexString();
        } catch (Exception e) {
            return "REFUSED " + shape.name() + " " + e.toString().replaceAll("\\s+", " ");
        }
    }

    private static void untilTheParentEnds() throws IOException {
        int read = 0;
        while (read >= 0) {
            read = System.in.read();
        }
    }
}
