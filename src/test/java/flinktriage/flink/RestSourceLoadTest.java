package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import flinktriage.model.Unreachable.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much we ask at once and how much we read: streams that WireMock would keep in memory. */
@Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestSourceLoadTest {

    private static final Duration LONG = Duration.ofSeconds(8);
    private static final long HUGE = 50L * 1024 * 1024;

    private HttpServer server;
    private ExecutorService threads;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void asksForFourAtATime() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch four = new CountDownLatch(4);
        CountDownLatch release = new CountDownLatch(1);
        serve(
                exchange -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    four.countDown();
                    await(release, 5_000);
                    now.decrementAndGet();
                    answer(exchange, "{}");
                });

        try (RestSource source = source(LONG)) {
            List<CompletableFuture<Reply>> replies =
                    IntStream.range(0, 20).mapToObj(i -> source.get("/config")).toList();
            assertThat(four.await(5, TimeUnit.SECONDS)).isTrue();
            release.countDown();
            assertThat(replies)
                    .allSatisfy(r -> assertThat(r.join()).isInstanceOf(Reply.Answered.class));
            assertThat(source.requests()).isEqualTo(20);
        }

        assertThat(most).hasValue(4);
    }

    @Test
    void completesWhatStillWaitsForItsTurnAtTheDeadline() {
        CountDownLatch end = new CountDownLatch(1);
        serve(exchange -> await(end, 5_000));

        try (RestSource source = source(Duration.ofMillis(300))) {
            List<CompletableFuture<Reply>> replies =
                    IntStream.range(0, 12).mapToObj(i -> source.get("/config")).toList();
            assertThat(replies)
                    .allSatisfy(
                            reply ->
                                    assertThat(reply.join())
                                            .isInstanceOfSatisfying(
                                                    Reply.Failed.class,
                                                    failed ->
                                                            assertThat(failed.why().reason())
                                                                    .isEqualTo(Reason.TIMEOUT)));
            assertThat(source.requests()).isEqualTo(4);
        } finally {
            end.countDown();
        }
    }

    @Test
    void doesNotReadABodyThatIsDeclaredTooLarge() {
        serve(
                exchange -> {
                    exchange.sendResponseHeaders(200, HUGE);
                    pour(exchange.getResponseBody(), new AtomicLong());
                });

        try (RestSource source = source(LONG)) {
            assertThat(source.get("/config").join())
                    .isEqualTo(new Reply.TooLarge("GET /config", 16 * 1024 * 1024));
            assertThat(source.bytes()).isZero();
        }
    }

    @Test
    void stopsReadingABodyOfUnknownLengthAtTheLimit() {
        AtomicLong sent = new AtomicLong();
        CountDownLatch broken = new CountDownLatch(1);
        serve(
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    try {
                        pour(exchange.getResponseBody(), sent);
                    } catch (IOException e) {
                        broken.countDown();
                    }
                });

        try (RestSource source = source(LONG)) {
            assertThat(source.get("/config").join())
                    .isEqualTo(new Reply.TooLarge("GET /config", 16 * 1024 * 1024));
            assertThat(source.bytes()).isBetween(16L * 1024 * 1024, 17L * 1024 * 1024);
            await(broken, 5_000);
            // What is beyond the limit is in buffers of the operating system.
            assertThat(sent.get()).isLessThan(40L * 1024 * 1024);
        }
    }

    @Test
    void countsTheLimitAfterDecompression() {
        serve(
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Encoding", "gzip");
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream gzip = new GZIPOutputStream(exchange.getResponseBody())) {
                        pour(gzip, new AtomicLong());
                    }
                });

        try (RestSource source = source(LONG)) {
            assertThat(source.get("/config").join())
                    .isEqualTo(new Reply.TooLarge("GET /config", 16 * 1024 * 1024));
        }
    }

    @Test
    void failsOnABodyThatIsShorterThanDeclared() {
        serve(
                exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write("{\"jobs\":".getBytes(StandardCharsets.UTF_8));
                    exchange.getResponseBody().flush();
                    exchange.close();
                });

        try (RestSource source = source(LONG)) {
            assertThat(source.get("/config").join())
                    .isInstanceOfSatisfying(
                            Reply.Failed.class,
                            failed ->
                                    assertThat(failed.why().cause())
                                            .isEqualTo(
                                                    "the connection was closed in the middle of the"
                                                            + " answer"));
            assertThat(source.bytes()).isEqualTo(8);
        }
    }

    @Test
    void leavesOnlyDaemonThreadsEvenWhileItWaits() {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        serve(
                exchange -> {
                    begun.countDown();
                    await(end, 5_000);
                });

        try (RestSource source = source(LONG)) {
            source.get("/config");
            await(begun, 5_000);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(
                            thread ->
                                    thread.getName().startsWith("flink-rest-")
                                            || thread.getName().startsWith("OkHttp"))
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon);
        } finally {
            end.countDown();
        }
    }

    private RestSource source(Duration timeout) {
        return new RestSource(
                "http://127.0.0.1:" + server.getAddress().getPort(), Access.none(), timeout);
    }

    private void serve(HttpHandler handler) {
        server.createContext("/config", handler);
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void pour(OutputStream out, AtomicLong sent) throws IOException {
        byte[] chunk = "[1,2,3,4]".repeat(8_000).getBytes(StandardCharsets.UTF_8);
        while (sent.get() < HUGE) {
            out.write(chunk);
            sent.addAndGet(chunk.length);
        }
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
