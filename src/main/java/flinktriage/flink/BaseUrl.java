package flinktriage.flink;

import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * The address of a REST API, without anything secret in it.
 *
 * @param url without user info, query and fragment; its path is the prefix of an ingress or a proxy
 * @param login the user info of the address
 */
record BaseUrl(HttpUrl url, Optional<Access.Login> login) {

    // Netty's HttpServerCodec takes 4,096 bytes of request line, method and version included, and
    // answers 404 above that. What is left beside this suffices for the prefix of a YARN proxy.
    static final int MAX_PATH_CHARACTERS = 4_000;

    /**
     * @param address with or without {@code http://}; what a browser shows behind {@code #} is
     *     ignored
     * @throws IllegalArgumentException if it is no http or https address
     */
    static BaseUrl parse(String address) {
        String trimmed = address.strip();
        String complete = trimmed.contains("://") ? trimmed : "http://" + trimmed;
        HttpUrl parsed = HttpUrl.parse(complete);
        if (parsed == null) {
            throw new IllegalArgumentException(
                    "not an http or https address: " + Redaction.text(complete));
        }
        Optional<Access.Login> login =
                parsed.username().isEmpty() && parsed.password().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Access.Login(parsed.username(), parsed.password()));
        HttpUrl bare =
                parsed.newBuilder().username("").password("").query(null).fragment(null).build();
        return new BaseUrl(bare, login);
    }

    /** The address as people may see it, without a slash at the end. */
    String shown() {
        return withoutLastSlash(url.toString());
    }

    /**
     * @throws IllegalArgumentException if Flink would not read such a long path
     */
    HttpUrl resolve(String path) {
        int question = path.indexOf('?');
        String prefix = withoutLastSlash(url.encodedPath());
        HttpUrl.Builder builder =
                url.newBuilder()
                        .encodedPath(prefix + (question < 0 ? path : path.substring(0, question)));
        if (question >= 0) {
            builder.encodedQuery(path.substring(question + 1));
        }
        HttpUrl resolved = builder.build();
        String query = resolved.encodedQuery();
        int length =
                resolved.encodedPath().length()
                        - prefix.length()
                        + (query == null ? 0 : 1 + query.length());
        if (length > MAX_PATH_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a path of "
                            + length
                            + " characters; Flink reads at most "
                            + MAX_PATH_CHARACTERS
                            + ": "
                            + path.substring(0, 80));
        }
        return resolved;
    }

    private static String withoutLastSlash(String text) {
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}
