package flinktriage.flink;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How to get at a REST API that stands behind a proxy or speaks TLS. Flink itself knows no
 * passwords, so a token or a login is always meant for something in front of it.
 *
 * @param headers sent with every request
 * @param token a bearer token
 * @param login a user and password; user info in the address counts as one
 * @param insecure accept any certificate for any name
 * @param truststore the only authorities to trust: JKS, PKCS12 or PEM certificates
 * @param keystore our own key and certificate where the server asks for one: JKS or PKCS12
 */
public record Access(
        Map<String, String> headers,
        Optional<String> token,
        Optional<Login> login,
        boolean insecure,
        Optional<Store> truststore,
        Optional<Store> keystore) {

    /** A user and a password for basic authentication. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return "Login[" + Redaction.MASK + "]";
        }
    }

    /** A file with keys or certificates, and its password, if it has one. */
    public record Store(Path path, Optional<String> password) {
        @Override
        public String toString() {
            return "Store[" + path + "]";
        }
    }

    /**
     * @throws IllegalArgumentException if there is more than one way to authorize
     */
    public Access {
        TreeMap<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = Collections.unmodifiableSortedMap(copy);
        int ways =
                (token.isPresent() ? 1 : 0)
                        + (login.isPresent() ? 1 : 0)
                        + (copy.containsKey("Authorization") ? 1 : 0);
        if (ways > 1) {
            throw new IllegalArgumentException(
                    "more than one of token, user with password and Authorization header: give one");
        }
    }

    public static Access none() {
        return new Access(
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty());
    }

    Access withLogin(Login other) {
        if (login.isPresent()) {
            throw new IllegalArgumentException(
                    "a user in the address and another one beside it: give one");
        }
        return new Access(headers, token, Optional.of(other), insecure, truststore, keystore);
    }

    @Override
    public String toString() {
        return "Access[headers="
                + headers.keySet()
                + ", insecure="
                + insecure
                + ", truststore="
                + truststore
                + ", keystore="
                + keystore
                + "]";
    }
}
