package flinktriage.flink;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A {@link FakeCluster} behind WireMock, whose time goes by with the real one. */
public final class WireCluster implements AutoCloseable {

    private final FakeCluster cluster;
    private final WireMockServer server;
    private final Map<String, Duration> delays = new LinkedHashMap<>();
    private long lastNanos = System.nanoTime();

    public WireCluster(int vertices, int parallelism) {
        cluster = new FakeCluster(vertices, parallelism);
        server =
                new WireMockServer(
                        wireMockConfig()
                                .dynamicPort()
                                .bindAddress("127.0.0.1")
                                .extensions(new Answer()));
        server.stubFor(any(anyUrl()).willReturn(aResponse()));
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    public static String vertex(int i) {
        return FakeCluster.vertex(i);
    }

    public static String job() {
        return FakeCluster.JOB;
    }

    /** Every request that came in, in no particular order. */
    public List<LoggedRequest> journal() {
        return server.getAllServeEvents().stream().map(ServeEvent::getRequest).toList();
    }

    /** Requests that contain the text are answered so. */
    public WireCluster answer(String part, int status, String body) {
        cluster.answer(part, status, body);
        return this;
    }

    /** So are the first few of them. */
    public WireCluster answerFirst(int times, String part, int status, String body) {
        AtomicInteger left = new AtomicInteger(times);
        cluster.change(
                part,
                reply ->
                        left.getAndDecrement() > 0
                                ? new Reply.Answered(
                                        reply.request(),
                                        status,
                                        body.getBytes(StandardCharsets.UTF_8))
                                : reply);
        return this;
    }

    /** Bodies of requests that contain the text are changed. */
    public WireCluster rewrite(String part, UnaryOperator<String> change) {
        cluster.change(
                part,
                reply -> {
                    Reply.Answered answered = (Reply.Answered) reply;
                    String body = new String(answered.body(), StandardCharsets.UTF_8);
                    return new Reply.Answered(
                            reply.request(),
                            answered.status(),
                            change.apply(body).getBytes(StandardCharsets.UTF_8));
                });
        return this;
    }

    /** Requests that contain the text are answered late. */
    public WireCluster delay(String part, Duration delay) {
        delays.put(part, delay);
        return this;
    }

    /** A metric is listed, but gone when it is asked for. */
    public WireCluster vanishing(String metric) {
        cluster.ghosts.add(metric);
        return this;
    }

    @Override
    public void close() {
        server.stop();
    }

    /** The same cluster without the wire: its time goes by with the real one. */
    public static Source source(int vertices, int parallelism) {
        FakeCluster cluster = new FakeCluster(vertices, parallelism);
        return new Source() {

            private long lastNanos = System.nanoTime();

            @Override
            public synchronized CompletableFuture<Reply> get(String path) {
                long nanos = System.nanoTime();
                cluster.of(Duration.ofNanos(nanos - lastNanos));
                lastNanos = nanos;
                return cluster.get(path);
            }

            @Override
            public int requests() {
                return cluster.requests();
            }

            @Override
            public long bytes() {
                return cluster.bytes();
            }

            @Override
            public void close() {
                cluster.close();
            }
        };
    }

    private synchronized Reply.Answered reply(String path) {
        long nanos = System.nanoTime();
        cluster.of(Duration.ofNanos(nanos - lastNanos));
        lastNanos = nanos;
        return (Reply.Answered) cluster.get(path).join();
    }

    private final class Answer implements ResponseDefinitionTransformerV2 {

        @Override
        public ResponseDefinition transform(ServeEvent event) {
            String path = event.getRequest().getUrl();
            Reply.Answered reply = reply(path);
            ResponseDefinitionBuilder response =
                    aResponse()
                            .withStatus(reply.status())
                            .withHeader("Content-Type", "application/json; charset=UTF-8")
                            .withBody(reply.body());
            delays.forEach(
                    (part, delay) -> {
                        if (path.contains(part)) {
                            response.withFixedDelay((int) delay.toMillis());
                        }
                    });
            return response.build();
        }

        @Override
        public String getName() {
            return "fake-cluster";
        }

        @Override
        public boolean applyGlobally() {
            return true;
        }
    }
}
