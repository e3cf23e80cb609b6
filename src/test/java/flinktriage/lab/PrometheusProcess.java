package flinktriage.lab;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real Prometheus server on 127.0.0.1 that scrapes some endpoints every two seconds. */
final class PrometheusProcess implements AutoCloseable {

    private static final String LONGEST = "15m";
    private static final String INSTALL =
            "the lab needs a Prometheus server: install Debian's package prometheus,"
                    + " or name the program with -Dlab.prometheus=FILE";

    private final Process process;
    private final URI url;

    private PrometheusProcess(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** From {@code -Dlab.prometheus} or the PATH. */
    private static Path program() {
        String path = System.getenv("PATH") + File.pathSeparator;
        return Stream.concat(
                        Stream.ofNullable(System.getProperty("lab.prometheus")),
                        Stream.of(path.split(File.pathSeparator)).map(p -> p + "/prometheus"))
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError(INSTALL));
    }

    /**
     * @param directory an empty one for its files
     * @param targets {@code HOST:PORT}
     */
    static PrometheusProcess start(Path directory, List<String> targets) throws IOException {
        int port = StandaloneCluster.freePorts()[0];
        Path config = directory.resolve("prometheus.yml");
        Files.write(
                config,
                List.of(
                        "global: {scrape_interval: 2s}",
                        "scrape_configs:",
                        "  - job_name: flink",
                        "    static_configs: [{targets: ['"
                                + String.join("', '", targets)
                                + "']}]"));
        Process process =
                new ProcessBuilder(
                                "timeout",
                                LONGEST,
                                program().toString(),
                                "--config.file=" + config,
                                "--storage.tsdb.path=" + directory.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("prometheus.log").toFile())
                        .start();
        return new PrometheusProcess(process, URI.create("http://127.0.0.1:" + port));
    }

    URI url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(10, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
