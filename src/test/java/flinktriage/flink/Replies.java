package flinktriage.flink;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import flinktriage.model.Unreachable;
import flinktriage.model.Unreachable.Reason;

/** What a server says to {@code GET /config}, and what must come of it. */
final class Replies {

    private Replies() {}

    static MappingBuilder config(ResponseDefinitionBuilder response) {
        return get(urlEqualTo("/config")).willReturn(response);
    }

    static void assertAnswered(Reply reply, int status, String body) {
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Answered.class,
                        answered -> {
                            assertThat(answered.status()).isEqualTo(status);
                            assertThat(answered.body()).asString().isEqualTo(body);
                        });
    }

    static void assertFailed(Reply reply, Reason reason, String cause) {
        assertThat(reply).isEqualTo(failed(reason, cause));
    }

    static Reply failed(Reason reason, String cause) {
        return new Reply.Failed("GET /config", new Unreachable(reason, "GET /config", cause));
    }
}
