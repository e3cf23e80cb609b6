package flinktriage.lab;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.HTTPServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Properties;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.prometheus.AbstractPrometheusReporter;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Flink's Prometheus reporter, on 127.0.0.1 and the port {@code -Dlab.reporter}: Flink's own always
 * listens on all interfaces.
 */
public final class LoopbackReporter extends AbstractPrometheusReporter {

    private HTTPServer server;

    @Override
    public void open(MetricConfig config) {
        super.open(config);
        try {
            Field registry = AbstractPrometheusReporter.class.getDeclaredField("registry");
            registry.setAccessible(true);
            server =
                    new HTTPServer(
                            new InetSocketAddress("127.0.0.1", Integer.getInteger("lab.reporter")),
                            (CollectorRegistry) registry.get(this),
                            true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop();
        super.close();
    }

    /** Found by Flink as a service. */
    public static final class Factory implements MetricReporterFactory {

        @Override
        public MetricReporter createMetricReporter(Properties properties) {
            return new LoopbackReporter();
        }
    }
}
