package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarmlessTest {

    @ParameterizedTest
    @CsvSource({
        "'\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'",
        "'\u001b]8;;http://evil\u0007link', '\\x1b]8;;http://evil\\x07link'",
        "'\u009b2Jgone', '\\x9b2Jgone'",
        "'a\u202eb', 'a\\u202eb'",
        "'a\u2066b\u2069', 'a\\u2066b\\u2069'",
        "'a\u200bb\ufeff', 'a\\u200bb\\ufeff'",
        "'a\r\n\tb', 'a b'",
        "'a\u2028b\u2029c\u0085d', 'a b c d'",
        "'a\u00a0\u3000b', 'a b'",
        "'\u007f\u0000', '\\x7f\\x00'",
        "'\u3164\u2800', '\\u3164\\u2800'",
        "'zalgo: e\u0301\u0301\u0301\u0301\u0301', 'zalgo: e\u0301\u0301'",
        "'<b>&amp; Grüße 注文', '<b>&amp; Grüße 注文'",
        "'', ''"
    })
    void shows_what_would_act_or_hide(String text, String shown) {
        assertThat(Harmless.line(text)).isEqualTo(shown);
    }

    @Test
    void shows_a_lone_surrogate() {
        assertThat(Harmless.line("a\ud83db")).isEqualTo("a\\ud83db");
    }

    @Test
    void cuts_at_the_limit_and_never_within_a_character() {
        assertThat(Harmless.line("abcdefghij", 10)).isEqualTo("abcdefghij");
        assertThat(Harmless.line("abcdefghijk", 10)).isEqualTo("abcdefg...");
        assertThat(Harmless.line("abcdef\ud83d\ude00ghijk", 10)).isEqualTo("abcdef...");
    }

    @Test
    void takes_time_in_proportion_to_the_limit_only() {
        String long1 = "\u0301".repeat(5_000_000) + "\u001b[".repeat(5_000_000);

        Assertions.assertTimeout(
                Duration.ofSeconds(5),
                () -> assertThat(Harmless.line(long1, 50)).endsWith("...").hasSize(50));
    }

    @Test
    void survives_every_character() {
        assertThatCode(
                        () -> {
                            for (int c = 0; c <= 0xFFFF; c++) {
                                String shown = Harmless.line("x" + (char) c + "y");
                                assertThat(shown.chars())
                                        .allMatch(i -> i >= ' ' && (i < 0x7f || i > 0x9f));
                            }
                        })
                .doesNotThrowAnyException();
    }
}
