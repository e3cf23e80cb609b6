package flinktriage.prometheus;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Reads one address, in bounded time and up to a size; follows no link. */
final class HttpReader implements AutoCloseable {

    /** Turns a body into something. */
    @FunctionalInterface
    interface Parser<T> {
        T parse(InputStream body) throws IOException;
    }

    private final OkHttpClient client;
    private final Duration timeout;
    private final long mostBytes;
    private final Optional<String> token;

    /**
     * @param token a bearer token; user info in an address counts instead of it
     */
    HttpReader(Duration timeout, long mostBytes, Optional<String> token) {
        this.token = token;
        this.timeout = timeout;
        this.mostBytes = mostBytes;
        this.client =
                new OkHttpClient.Builder()
                        .callTimeout(timeout)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        .build();
    }

    /**
     * @throws IOException with a message for people, without the address
     */
    <T> T get(HttpUrl url, Parser<T> parser) throws IOException {
        Request.Builder request = new Request.Builder().url(withoutUser(url)).get();
        token.ifPresent(t -> request.header("Authorization", "Bearer " + t));
        if (!url.username().isEmpty()) {
            request.header("Authorization", Credentials.basic(url.username(), url.password()));
        }
        try (Response response = client.newCall(request.build()).execute()) {
            if (response.code() != 200) {
                throw new IOException("HTTP " + response.code());
            }
            return parser.parse(new Limited(response.body().byteStream(), mostBytes));
        } catch (UnknownHostException e) {
            throw new IOException("the host is not known", e);
        } catch (ConnectException e) {
            throw new IOException("the connection was refused", e);
        } catch (InterruptedIOException e) {
            throw new IOException("no answer within " + timeout.toMillis() / 1000.0 + " s", e);
        }
    }

    static HttpUrl withoutUser(HttpUrl url) {
        return url.newBuilder().username("").password("").build();
    }

    @Override
    public void close() {
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    /** Fails rather than to read on for ever. */
    private static final class Limited extends InputStream {

        private final InputStream in;
        private long left;

        Limited(InputStream in, long most) {
            this.in = in;
            this.left = most;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int n = in.read(buffer, offset, length);
            left -= Math.max(0, n);
            if (left < 0) {
                throw new IOException("the answer is too large");
            }
            return n;
        }
    }
}
