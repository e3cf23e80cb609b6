package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.VertexId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class GraphDrawingTest {

    @Test
    void draws_a_chain_from_left_to_right() {
        World w =
                new World("j")
                        .vertex("a", "Source: a", -1, -1)
                        .vertex("b", "map", 0.98, 0.004, "a");

        assertThat(drawn(w, 80, "b"))
                .isEqualTo(
                        """
                        |Source: a --> map
                        Busy (max)|0 %           98 % <== here
                        Backpressure|0 %           0.4 %
                        Parallelism|x2            x2\
                        """);
    }

    @Test
    void draws_a_long_chain_in_two_rows() {
        World w =
                new World("j")
                        .vertex("a", "Source: aaaaaaaaaa", 0, 0)
                        .vertex("b", "bbbbbbbbbbbbbbb", 0, 0, "a")
                        .vertex("c", "Sink: ccccccccc", 0, 0, "b");

        assertThat(drawn(w, 50, "c"))
                .isEqualTo(
                        """
                        |Source: aaaaaaaaaa --> bbbbbbbbbbbbbbb
                        Busy (max)|0 %                    0 %
                        Backpressure|0 %                    0 %
                        Parallelism|x2                     x2
                        |--> Sink: ccccccccc
                        Busy (max)|    0 % <== here
                        Backpressure|    0 %
                        Parallelism|    x2\
                        """);
    }

    @Test
    void lists_a_diamond_with_the_numbers_of_inputs() {
        World w =
                new World("j")
                        .vertex("a", "Source: a", 0, 0)
                        .vertex("b", "left", 0, 0, "a")
                        .vertex("c", "right", 0, 0, "a")
                        .vertex("d", "join", 1, 0, "b", "c");

        assertThat(drawn(w, 80, "d"))
                .isEqualTo(
                        """
                        |1  Source: a           x2  busy   0 %  bp 0 %
                        |2    left     <- 1     x2  busy   0 %  bp 0 %
                        |3    right    <- 1     x2  busy   0 %  bp 0 %
                        |4      join   <- 2, 3  x2  busy 100 %  bp 0 %  <== here\
                        """);
    }

    @Test
    void tells_a_self_union_and_a_union_of_many() {
        World w = new World("j").vertex("a", "Source: a", 0, 0);
        w.vertex("b", "twice", 0, 0, "a", "a");
        for (String s : List.of("c", "d", "e", "f")) {
            w.vertex(s, "Source: " + s, 0, 0);
        }
        w.vertex("9", "all", 0, 0, "b", "c", "d", "e", "f");

        assertThat(drawn(w, 90, "9"))
                .isEqualTo(
                        """
                        |1  Source: a                      x2  busy 0 %  bp 0 %
                        |2    twice    <- 1 (x2)           x2  busy 0 %  bp 0 %
                        |3  Source: c                      x2  busy 0 %  bp 0 %
                        |4  Source: d                      x2  busy 0 %  bp 0 %
                        |5  Source: e                      x2  busy 0 %  bp 0 %
                        |6  Source: f                      x2  busy 0 %  bp 0 %
                        |7      all    <- 2, 3, 4 +2 more  x2  busy 0 %  bp 0 %  <== here\
                        """);
    }

    @Test
    void keeps_chains_of_separate_parts_together() {
        World w =
                new World("j")
                        .vertex("a", "Source: a", 0, 0)
                        .vertex("b", "Source: b", 0, 0)
                        .vertex("c", "Sink: a", 0, 0, "a")
                        .vertex("d", "Sink: b", 0, 0, "b");

        assertThat(drawn(w, 80, "d"))
                .isEqualTo(
                        """
                        |1  Source: a        x2  busy 0 %  bp 0 %
                        |2    Sink: a  <- 1  x2  busy 0 %  bp 0 %
                        |3  Source: b        x2  busy 0 %  bp 0 %
                        |4    Sink: b  <- 3  x2  busy 0 %  bp 0 %  <== here\
                        """);
    }

    @Test
    void shortens_long_names_in_the_middle() {
        String name = "Source: orders[1] -> Calc[2] -> WatermarkAssigner[3] -> Calc[4]";
        World w =
                new World("j")
                        .vertex("a", name, 0, 0)
                        .vertex("b", name, 0, 0)
                        .vertex("c", "join", 0, 0, "a", "b");

        assertThat(drawn(w, 80, "c"))
                .isEqualTo(
                        """
                        |1  Source: orders[1...r[3] -> Calc[4]           x2  busy 0 %  bp 0 %
                        |2  Source: orders[1...r[3] -> Calc[4]           x2  busy 0 %  bp 0 %
                        |3    join                              <- 1, 2  x2  busy 0 %  bp 0 %  <== here\
                        """);
    }

    @Test
    void draws_only_the_surroundings_of_the_culprit_in_a_huge_graph() {
        World w = new World("j").vertex("v0", "Source: 0", 0, 0);
        for (int i = 1; i < 2_000; i++) {
            w.vertex("v" + i + "x", "op " + i, 0, 0, i == 1 ? "v0" : "v" + (i - 1) + "x");
        }

        List<String> lines =
                Assertions.assertTimeout(
                        Duration.ofSeconds(5), () -> List.of(drawn(w, 100, "v1000x").split("\n")));

        assertThat(lines).hasSize(32);
        assertThat(lines.get(0)).isEqualTo("|... 985 more vertices (1 to 985)");
        assertThat(lines.get(16)).contains("1001", "op 1000", "<- 1000", "<== here");
        assertThat(lines.get(31)).isEqualTo("|... 985 more vertices (1016 to 2000)");
    }

    @Test
    void draws_nothing_for_a_job_without_vertices() {
        assertThat(GraphDrawing.of(new World("j").job(), Map.of()).lines(80)).isEmpty();
    }

    private static String drawn(World w, int columns, String marked) {
        VertexId id = World.id(marked);
        return GraphDrawing.of(w.job(), Map.of(id, "<== here")).lines(columns).stream()
                .map(line -> line.label() + "|" + line.text())
                .collect(Collectors.joining("\n"));
    }
}
