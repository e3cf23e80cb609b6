package flinktriage.cmd;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import flinktriage.flink.Reply;
import flinktriage.flink.Source;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** A cluster behind WireMock: its replies arrive in any order, and some are broken. */
final class BrokenCluster implements AutoCloseable {

    /** What becomes of one reply. */
    @FunctionalInterface
    interface Wire {
        ResponseDefinitionBuilder send(String path, String body, ResponseDefinitionBuilder reply);
    }

    private static final int LONGEST_WAY_MILLIS = 60;

    private final Source source;
    private final WireMockServer server;
    private final Wire wire;
    private final Random ways = new Random(1);

    BrokenCluster(Source source, Wire wire) {
        this.source = source;
        this.wire = wire;
        server =
                new WireMockServer(
                        wireMockConfig()
                                .dynamicPort()
                                .bindAddress("127.0.0.1")
                                .extensions(new Answer()));
        server.stubFor(any(anyUrl()).willReturn(aResponse()));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.stop();
        source.close();
    }

    private synchronized int way() {
        return ways.nextInt(LONGEST_WAY_MILLIS);
    }

    private final class Answer implements ResponseDefinitionTransformerV2 {

        @Override
        public ResponseDefinition transform(ServeEvent event) {
            String path = event.getRequest().getUrl();
            Reply.Answered reply = (Reply.Answered) source.get(path).join();
            ResponseDefinitionBuilder sent =
                    aResponse()
                            .withStatus(reply.status())
                            .withHeader("Content-Type", "application/json; charset=UTF-8")
                            .withFixedDelay(way())
                            .withBody(reply.body());
            String body = new String(reply.body(), StandardCharsets.UTF_8);
            return wire.send(path, body, sent).build();
        }

        @Override
        public String getName() {
            return "broken-cluster";
        }

        @Override
        public boolean applyGlobally() {
            return true;
        }
    }
}
