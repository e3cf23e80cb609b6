package flinktriage.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExpositionTest {

    private static Exposition read(String text) throws IOException {
        return Exposition.read(new BufferedReader(new StringReader(text)), name -> true);
    }

    @Test
    void namesLabelsAndValuesInAllTheirForms() throws IOException {
        Exposition page =
                read(
                        """
                        # HELP a help
                        # TYPE a gauge
                        a 1
                        a{l="x",} 2.5 1700000000000
                        a{l="x y",m="}{,=\\"\\\\\\n"} 1e3
                        b:c { k = "v" , } -Inf # {trace="1"} 3
                        d NaN
                        # EOF
                        """);

        assertThat(page.unreadable()).isZero();
        assertThat(page.values())
                .containsExactly(
                        new ExposedValue("a", Map.of(), 1),
                        new ExposedValue("a", Map.of("l", "x"), 2.5),
                        new ExposedValue("a", Map.of("l", "x y", "m", "}{,=\"\\\n"), 1000),
                        new ExposedValue("b:c", Map.of("k", "v"), Double.NEGATIVE_INFINITY),
                        new ExposedValue("d", Map.of(), Double.NaN));
    }

    @Test
    void whatCannotBeReadIsCountedAndSkipped() throws IOException {
        Exposition page =
                read(
                        """
                        <html>
                        a{l="open 1
                        a{l=x} 1
                        a one
                        a
                        a{l="x"
                        a 7
                        """);

        assertThat(page.values()).containsExactly(new ExposedValue("a", Map.of(), 7));
        assertThat(page.unreadable()).isEqualTo(6);
    }

    @Test
    void garbageNeverThrows() throws IOException {
        Random random = new Random(7);
        String alphabet = "a{}=\",\\ 1.eN#\n\t\u00e9";
        for (int run = 0; run < 2_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(read(text.toString()).cut()).isFalse();
        }
    }
}
