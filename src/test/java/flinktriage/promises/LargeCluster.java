package flinktriage.promises;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A JobManager with one very large job, in which all is busy and event time stands still. */
final class LargeCluster implements AutoCloseable {

    enum Shape {
        /** One after the other. */
        CHAIN,
        /** All but one are sources of the one. */
        WIDE,
        /** Each has up to five inputs among those before it. */
        RANDOM
    }

    static final String JOB = "fedcba9876543210fedcba9876543210";

    private static final int SERVED_TOGETHER = 8;
    private static final int HUGE_BYTES = 50 * 1024 * 1024;
    private static final int SEED = 7;
    private static final String OPERATOR = "GroupAggregate_3_";

    private final HttpServer http;
    private final ScheduledExecutorService answers =
            Executors.newScheduledThreadPool(SERVED_TOGETHER);
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final int parallelism;
    private final Duration delay;
    private final String job;
    private volatile String hugePart = "nothing";
    private volatile String filler = "{\"id\":\"0123456789abcdef\",\"value\":1},";
    private volatile int hugeBytes = HUGE_BYTES;

    /**
     * @param delay before each answer about a vertex
     */
    LargeCluster(Shape shape, int vertices, int parallelism, Duration delay) {
        // Else the server waits 40 ms with the second packet of each answer.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.parallelism = parallelism;
        this.delay = delay;
        this.job = description(shape, vertices);
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/", this::handle);
        http.setExecutor(answers);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    static String vertex(int i) {
        return String.format(Locale.ROOT, "%032x", i + 1);
    }

    /** Paths with this text in them get a reply of 50 MB. */
    LargeCluster huge(String part) {
        hugePart = part;
        return this;
    }

    /** Paths with this text in them get a reply of so many bytes of this. */
    LargeCluster filled(String part, String with, int bytes) {
        hugePart = part;
        filler = with;
        hugeBytes = bytes;
        return this;
    }

    /** Which paths were asked for, without their queries. */
    Set<String> asked() {
        return asked;
    }

    @Override
    public void close() {
        http.stop(0);
        answers.shutdownNow();
    }

    private void handle(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        Duration wait = path.contains("/vertices/") ? delay : Duration.ZERO;
        answers.schedule(() -> answer(exchange), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.matches(hugePart)) {
                huge(exchange);
                return;
            }
            String query = exchange.getRequestURI().getRawQuery();
            byte[] body = body(path, query == null ? "" : query).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, Math.max(1, body.length));
            exchange.getResponseBody().write(body.length == 0 ? new byte[] {'['} : body);
        } catch (IOException e) {
            // The tool does not read to the end what is too long.
        }
    }

    /** Without a length, so that only reading tells. */
    private void huge(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] piece = filler.repeat(1_000).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write('[');
            for (int sent = 0; sent < hugeBytes; sent += piece.length) {
                out.write(piece);
            }
            out.write("0]".getBytes(StandardCharsets.UTF_8));
        }
    }

    private String body(String path, String query) {
        if (path.endsWith("/subtasks/metrics")) {
            return metrics("", query);
        }
        if (path.matches(".*/vertices/[0-9a-f]{32}/metrics")) {
            return perSubtask(query);
        }
        if (path.endsWith("/backpressure")) {
            return subtasks(
                    "\"status\":\"ok\",",
                    s ->
                            "\"subtask\":%d,\"busyRatio\":1.0,\"ratio\":0.5,\"idleRatio\":0.0"
                                    .formatted(s));
        }
        if (path.endsWith("/watermarks")) {
            return IntStream.range(0, parallelism)
                    .mapToObj(
                            s ->
                                    "{\"id\":\"%d.currentInputWatermark\",\"value\":\"%d\"}"
                                            .formatted(s, 1_000_000_000_000L))
                    .collect(Collectors.joining(",", "[", "]"));
        }
        if (path.matches(".*/vertices/[0-9a-f]{32}")) {
            return subtasks(
                    "",
                    s ->
                            ("\"subtask\":%d,\"status\":\"RUNNING\",\"start-time\":1000,\"taskmanager-id\":\"tm-%d\","
                                            + "\"metrics\":{\"read-records\":%d,\"read-records-complete\":true,"
                                            + "\"write-records\":5,\"write-records-complete\":true}")
                                    .formatted(s, s, s == 0 ? 90_000_000 : 10));
        }
        if (path.contains("/checkpoints/details/")) {
            return "{}";
        }
        return switch (path) {
            case "/config" -> "{\"flink-version\":\"2.3.0\"}";
            case "/jobs/overview" ->
                    "{\"jobs\":[{\"jid\":\"%s\",\"name\":\"large\",\"state\":\"RUNNING\",\"start-time\":1000}]}"
                            .formatted(JOB);
            case "/jobmanager/config" -> "[]";
            case "/taskmanagers" ->
                    IntStream.range(0, parallelism)
                            .mapToObj(
                                    i ->
                                            "{\"id\":\"tm-%d\",\"slotsNumber\":1,\"hardware\":{\"cpuCores\":4}}"
                                                    .formatted(i))
                            .collect(Collectors.joining(",", "{\"taskmanagers\":[", "]}"));
            case "/taskmanagers/metrics" -> metrics("Status.", query);
            case "/jobs/" + JOB -> job.replace("%NOW%", "" + Instant.now().toEpochMilli());
            case "/jobs/" + JOB + "/metrics" -> "[{\"id\":\"numRestarts\",\"value\":\"0\"}]";
            case "/jobs/" + JOB + "/checkpoints" ->
                    "{\"counts\":{\"completed\":1},\"history\":[{\"id\":1,\"status\":\"COMPLETED\",\"trigger_timestamp\":%d,\"end_to_end_duration\":9}]}"
                            .formatted(Instant.now().toEpochMilli());
            case "/jobs/" + JOB + "/checkpoints/config" ->
                    "{\"interval\":10000,\"timeout\":600000}";
            case "/jobs/" + JOB + "/exceptions" -> "{\"exceptionHistory\":{\"entries\":[]}}";
            default -> "";
        };
    }

    private interface Item {
        String of(int subtask);
    }

    private String subtasks(String lead, Item item) {
        return IntStream.range(0, parallelism)
                .mapToObj(s -> "{" + item.of(s) + "}")
                .collect(Collectors.joining(",", "{" + lead + "\"subtasks\":[", "]}"));
    }

    private static List<String> names() {
        List<String> names =
                new ArrayList<>(
                        List.of(
                                "busyTimeMsPerSecond",
                                "numRecordsIn",
                                "numRecordsOut",
                                "numRecordsInPerSecond",
                                "numRecordsOutPerSecond"));
        for (int op = 0; op < 5; op++) {
            names.add(OPERATOR + op + ".currentOutputWatermark");
            names.add(OPERATOR + op + ".numRecordsIn");
            names.add(OPERATOR + op + ".pendingRecords");
            names.add(OPERATOR + op + ".numLateRecordsDropped");
        }
        return names;
    }

    private String metrics(String prefix, String query) {
        if (!query.startsWith("get=")) {
            return names().stream()
                    .map(name -> "{\"id\":\"" + prefix + name + "\"}")
                    .collect(Collectors.joining(",", "[", "]"));
        }
        return asked(query).stream()
                .map(
                        name ->
                                "{\"id\":\"%s\",\"min\":%s,\"max\":%s,\"avg\":5,\"sum\":5000}"
                                        .formatted(
                                                name,
                                                name.endsWith("Watermark") ? "1.0E12" : "1",
                                                name.endsWith("Watermark") ? "1.7E12" : "5000"))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String perSubtask(String query) {
        List<String> wanted =
                query.startsWith("get=")
                        ? asked(query)
                        : IntStream.range(0, parallelism)
                                .boxed()
                                .flatMap(s -> names().stream().map(name -> s + "." + name))
                                .toList();
        return wanted.stream()
                .map(name -> "{\"id\":\"" + name + "\",\"value\":\"7\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static List<String> asked(String query) {
        String ids = query.substring("get=".length()).split("&")[0];
        return List.of(URLDecoder.decode(ids, StandardCharsets.UTF_8).split(","));
    }

    private String description(Shape shape, int vertices) {
        Random random = new Random(SEED);
        StringBuilder list = new StringBuilder();
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < vertices; i++) {
            // The hot ones are far from the beginning of every list.
            boolean hot = i == vertices - 2;
            list.append(i == 0 ? "" : ",")
                    .append(
                            ("{\"id\":\"%s\",\"name\":\"GroupAggregate[%d] -> Calc[%d]\",\"status\":\"RUNNING\","
                                            + "\"parallelism\":%d,\"maxParallelism\":128,\"tasks\":{\"RUNNING\":%d,\"FAILED\":0},"
                                            + "\"metrics\":{\"read-records\":7,\"read-records-complete\":true,"
                                            + "\"accumulated-busy-time\":%d,\"accumulated-idle-time\":%d}}")
                                    .formatted(
                                            vertex(i),
                                            i,
                                            i,
                                            parallelism,
                                            parallelism,
                                            hot ? 900 : 10,
                                            hot ? 100 : 990));
            nodes.append(i == 0 ? "" : ",")
                    .append(
                            "{\"id\":\"%s\",\"description\":\"%s\",\"inputs\":[%s]}"
                                    .formatted(
                                            vertex(i),
                                            plan(i),
                                            inputs(shape, vertices, i, random)));
        }
        return ("{\"jid\":\"%s\",\"name\":\"large\",\"state\":\"RUNNING\",\"job-type\":\"STREAMING\",\"start-time\":1000,"
                        + "\"now\":%%NOW%%,\"timestamps\":{\"RUNNING\":1000},\"vertices\":[%s],\"plan\":{\"nodes\":[%s]}}")
                .formatted(JOB, list, nodes);
    }

    private static String plan(int i) {
        return "[%d]:GroupAggregate(groupBy=[a, b, c], select=[a, b, c, COUNT(*) AS n, SUM(x) AS s])<br/>+- [%d]:Calc(select=[a, b, c, n, s], where=[(n > 5)])<br/>"
                .formatted(2 * i, 2 * i + 1);
    }

    private static String inputs(Shape shape, int vertices, int i, Random random) {
        List<Integer> from = new ArrayList<>();
        if (shape == Shape.CHAIN && i > 0) {
            from.add(i - 1);
        } else if (shape == Shape.WIDE && i == vertices - 1) {
            IntStream.range(0, i).forEach(from::add);
        } else if (shape == Shape.RANDOM && i > 0) {
            random.ints(1 + random.nextInt(5), 0, i).distinct().forEach(from::add);
        }
        return from.stream()
                .map(
                        up ->
                                "{\"num\":0,\"id\":\"%s\",\"ship_strategy\":\"HASH\"}"
                                        .formatted(vertex(up)))
                .collect(Collectors.joining(","));
    }
}
