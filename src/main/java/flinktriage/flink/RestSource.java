package flinktriage.flink;

import flinktriage.model.Unreachable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * A JobManager's REST API (or a History Server's) over HTTP. Sends GETs of {@link AllowedPaths}
 * only, follows no redirect, and gives up at one deadline for all requests of a sample.
 *
 * <p>Replies are completed by the threads that fetch: what is chained to them must not block.
 */
public final class RestSource implements Source {

    /** More would only queue up in the JobManager, which answers people's browsers too. */
    static final int MAX_IN_FLIGHT = 4;

    /** Bytes of a body, decompressed; more than any reply about thousands of tasks has. */
    static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    /**
     * Bytes from which a body is read, and understood, alone. The tool must run in 256 MB of heap;
     * a body is there twice while it is put together, and as JSON takes several times its size.
     */
    static final int LARGE_BODY_BYTES = 1024 * 1024;

    // A JobManager in reach accepts a connection in milliseconds; the deadline is for slow answers.
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(250);

    private final BaseUrl base;
    private final OkHttpClient client;
    private final Headers headers;
    private final boolean hasKey;
    private final ExecutorService workers;
    private final Map<CompletableFuture<Reply>, String> pending = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Semaphore large = new Semaphore(1);
    private volatile Deadline deadline;
    private volatile boolean answered;
    private volatile boolean closed;

    /**
     * @param url with an optional path prefix; user info in it is sent as basic authentication
     * @param timeout for all requests together, from now on
     * @throws IllegalArgumentException if the address, a header or a key file cannot be used
     */
    public RestSource(String url, Access access, Duration timeout) {
        this(url, access, timeout, System::nanoTime);
    }

    /**
     * @param nanoTime nanoseconds of a clock that never goes back
     */
    public RestSource(String url, Access access, Duration timeout, LongSupplier nanoTime) {
        base = BaseUrl.parse(url);
        Access complete = base.login().map(access::withLogin).orElse(access);
        headers = headers(complete);
        hasKey = complete.keystore().isPresent();
        OkHttpClient.Builder builder =
                new OkHttpClient.Builder()
                        // Flink speaks nothing else, and every proxy does.
                        .protocols(List.of(Protocol.HTTP_1_1))
                        .followRedirects(false)
                        .followSslRedirects(false)
                        .connectTimeout(CONNECT_TIMEOUT)
                        // The timeout of each call bounds what happens after that.
                        .readTimeout(Duration.ZERO)
                        .writeTimeout(Duration.ZERO)
                        .connectionPool(new ConnectionPool(MAX_IN_FLIGHT, 30, TimeUnit.SECONDS));
        ClientTls.apply(complete, builder);
        client = builder.build();
        AtomicInteger number = new AtomicInteger();
        workers =
                Executors.newFixedThreadPool(
                        MAX_IN_FLIGHT,
                        task -> {
                            Thread thread =
                                    new Thread(task, "flink-rest-" + number.incrementAndGet());
                            // A look-up of a name cannot be interrupted and must not delay the
                            // exit.
                            thread.setDaemon(true);
                            return thread;
                        });
        deadline = Deadline.after(timeout, nanoTime);
    }

    /** The address without user info and query, for people. */
    public String shownUrl() {
        return base.shown();
    }

    /** Gives the requests of the next sample the whole time limit again. */
    @Override
    public void restartDeadline() {
        deadline = deadline.restarted();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the path is not one of {@link AllowedPaths} or too long
     *     for Flink; nothing is sent then
     */
    @Override
    public CompletableFuture<Reply> get(String path) {
        HttpUrl url = base.resolve(path);
        AllowedPaths.require(path);
        String request = "GET " + path;
        Deadline limit = deadline;
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        if (limit.over()) {
            reply.complete(new Reply.Failed(request, WireFailure.late(request, limit)));
            return reply;
        }
        // A timer of its own, because a worker can hang in a look-up of a name.
        reply.completeOnTimeout(
                new Reply.Failed(request, WireFailure.late(request, limit)),
                limit.remainingNanos(),
                TimeUnit.NANOSECONDS);
        pending.put(reply, request);
        reply.whenComplete((done, failure) -> pending.remove(reply));
        try {
            workers.execute(() -> complete(reply, request, url, limit));
        } catch (RejectedExecutionException e) {
            reply.complete(new Reply.Failed(request, WireFailure.cancelled(request)));
        }
        if (closed) {
            reply.complete(new Reply.Failed(request, WireFailure.cancelled(request)));
        }
        return reply;
    }

    @Override
    public int requests() {
        return requests.get();
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        closed = true;
        workers.shutdownNow();
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
        pending.forEach(
                (reply, request) ->
                        reply.complete(new Reply.Failed(request, WireFailure.cancelled(request))));
    }

    private void complete(
            CompletableFuture<Reply> reply, String request, HttpUrl url, Deadline limit) {
        if (reply.isDone()) {
            return;
        }
        // What is chained to the reply runs in this thread, and still belongs to the turn.
        try (Turn turn = new Turn()) {
            reply.complete(fetch(request, url, limit, turn));
        } catch (IOException e) {
            reply.complete(
                    new Reply.Failed(
                            request,
                            closed
                                    ? WireFailure.cancelled(request)
                                    : new WireFailure(
                                                    url.host(),
                                                    CONNECT_TIMEOUT,
                                                    limit,
                                                    firstContact())
                                            .of(request, e)));
        } catch (Exception e) {
            // Kotlin throws an InterruptedException without declaring it.
            reply.complete(
                    new Reply.Failed(
                            request,
                            closed
                                    ? WireFailure.cancelled(request)
                                    : new Unreachable(
                                            Unreachable.Reason.FAILED,
                                            request,
                                            "the HTTP client failed with "
                                                    + e.getClass().getSimpleName())));
        }
    }

    private WireFailure.FirstContact firstContact() {
        if (answered) {
            return WireFailure.FirstContact.NO;
        }
        if (!base.url().isHttps()) {
            return WireFailure.FirstContact.PLAIN;
        }
        return hasKey ? WireFailure.FirstContact.NO : WireFailure.FirstContact.TLS_WITHOUT_KEY;
    }

    private Reply fetch(String request, HttpUrl url, Deadline limit, Turn turn) throws IOException {
        for (int tries = 0; ; tries++) {
            HttpAnswer.Judged judged = ask(request, url, limit, turn);
            if (tries >= judged.retries() || !pause(limit)) {
                return judged.reply();
            }
        }
    }

    private HttpAnswer.Judged ask(String request, HttpUrl url, Deadline limit, Turn turn)
            throws IOException {
        long remaining = limit.remainingNanos();
        if (remaining <= 0) {
            return new HttpAnswer.Judged(
                    new Reply.Failed(request, WireFailure.late(request, limit)), 0);
        }
        requests.incrementAndGet();
        Call call = client.newCall(new Request.Builder().url(url).headers(headers).build());
        call.timeout().timeout(remaining, TimeUnit.NANOSECONDS);
        try (Response response = call.execute()) {
            answered = true;
            Optional<byte[]> body = read(response, limit, turn);
            if (body.isEmpty()) {
                // Closing alone would read on for a while, to use the connection again.
                call.cancel();
                return new HttpAnswer.Judged(new Reply.TooLarge(request, MAX_BODY_BYTES), 0);
            }
            return new HttpAnswer(
                            request,
                            url,
                            response.code(),
                            Optional.ofNullable(response.header("Location")),
                            body.get())
                    .judge();
        }
    }

    /** The body, or nothing if it is longer than {@link #MAX_BODY_BYTES}. */
    private Optional<byte[]> read(Response response, Deadline limit, Turn turn) throws IOException {
        if (response.body().contentLength() > MAX_BODY_BYTES) {
            return Optional.empty();
        }
        InputStream counted =
                new FilterInputStream(response.body().byteStream()) {
                    @Override
                    public int read(byte[] target, int offset, int length) throws IOException {
                        int read = super.read(target, offset, length);
                        bytes.addAndGet(Math.max(read, 0));
                        return read;
                    }
                };
        byte[] start = counted.readNBytes(LARGE_BODY_BYTES);
        if (start.length < LARGE_BODY_BYTES) {
            return Optional.of(start);
        }
        turn.take(limit);
        byte[] rest = counted.readNBytes(MAX_BODY_BYTES + 1 - LARGE_BODY_BYTES);
        if (start.length + rest.length > MAX_BODY_BYTES) {
            return Optional.empty();
        }
        byte[] body = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, body, start.length, rest.length);
        return Optional.of(body);
    }

    /** The turn of one reply to be large. */
    private final class Turn implements AutoCloseable {

        private boolean taken;

        void take(Deadline limit) throws IOException {
            try {
                taken = taken || large.tryAcquire(limit.remainingNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (!taken) {
                throw new InterruptedIOException("no time for a large answer");
            }
        }

        @Override
        public void close() {
            if (taken) {
                large.release();
            }
        }
    }

    /** False if there is no time for another try. */
    private boolean pause(Deadline limit) {
        if (limit.remainingNanos() <= RETRY_PAUSE.toNanos()) {
            return false;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(RETRY_PAUSE.toNanos());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Headers headers(Access access) {
        Headers.Builder headers =
                new Headers.Builder()
                        .set("Accept", "application/json")
                        .set("User-Agent", "flink-triage");
        access.headers().forEach((name, value) -> set(headers, name, value));
        access.token().ifPresent(token -> set(headers, "Authorization", "Bearer " + token));
        access.login()
                .ifPresent(
                        login ->
                                set(
                                        headers,
                                        "Authorization",
                                        Credentials.basic(
                                                login.user(),
                                                login.password(),
                                                StandardCharsets.UTF_8)));
        return headers.build();
    }

    private static void set(Headers.Builder headers, String name, String value) {
        try {
            headers.set(name, value);
        } catch (IllegalArgumentException e) {
            // The cause quotes the value, which may be a secret.
            throw new IllegalArgumentException(
                    "the header " + name + " has characters that HTTP does not allow");
        }
    }
}
