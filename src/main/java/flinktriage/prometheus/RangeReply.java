package flinktriage.prometheus;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import flinktriage.model.TimeSeries;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to a range query of Prometheus' HTTP API.
 *
 * @param failure why there is none
 */
record RangeReply(List<Series> series, Optional<String> failure) {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MOST_SERIES = 2_000;

    record Series(Map<String, String> labels, List<TimeSeries.Point> points) {}

    static RangeReply failed(String why) {
        return new RangeReply(List.of(), Optional.of(why));
    }

    /**
     * @throws IOException if it is not such an answer
     */
    static RangeReply read(InputStream body) throws IOException {
        JsonNode json;
        try {
            json = MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw new IOException("the answer is no JSON: is it a Prometheus server?", e);
        }
        if (!json.path("data").path("result").isArray()) {
            throw new IOException("the answer is no list of series: is it a Prometheus server?");
        }
        List<Series> series = new ArrayList<>();
        for (JsonNode each : json.path("data").path("result")) {
            if (series.size() < MOST_SERIES) {
                series.add(new Series(labels(each.path("metric")), points(each.path("values"))));
            }
        }
        return new RangeReply(
                series.stream().filter(s -> !s.points().isEmpty()).toList(), Optional.empty());
    }

    private static Map<String, String> labels(JsonNode metric) {
        Map<String, String> labels = new HashMap<>();
        metric.properties().forEach(e -> labels.put(e.getKey(), e.getValue().asText()));
        return labels;
    }

    /** A pair is a time in seconds and a text; NaN is no measurement. */
    private static List<TimeSeries.Point> points(JsonNode values) {
        List<TimeSeries.Point> points = new ArrayList<>();
        for (JsonNode pair : values) {
            double seconds = pair.path(0).asDouble(-1);
            Optional<Double> value = number(pair.path(1).asText());
            if (seconds > 0 && seconds < 1e11 && value.isPresent()) {
                points.add(
                        new TimeSeries.Point(
                                Instant.ofEpochMilli(Math.round(seconds * 1000)), value.get()));
            }
        }
        return points;
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.parseDouble(text)).filter(Double::isFinite);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
