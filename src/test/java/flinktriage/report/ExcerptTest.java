package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.SourceSpan;
import org.junit.jupiter.api.Test;

class ExcerptTest {

    @Test
    void marks_the_piece_in_its_line_without_the_indentation() {
        assertThat(excerpt("a\n    SELECT x FROM t\nb", 2, 12, 12, 60))
                .isEqualTo(
                        """
                        SELECT x FROM t
                               ^""");
    }

    @Test
    void marks_to_the_end_of_the_line_what_goes_on_below() {
        Excerpt e =
                Excerpt.of("SELECT x  \nFROM t", new SourceSpan("o.sql", 1, 8, 2, 3), 60)
                        .orElseThrow();

        assertThat(e.text() + "\n" + e.marks())
                .isEqualTo(
                        """
                        SELECT x
                               ^""");
    }

    @Test
    void shows_the_surroundings_of_a_piece_in_a_long_line() {
        String line = "a, ".repeat(30) + "needle" + ", b".repeat(30);

        assertThat(excerpt(line, 1, 91, 96, 40))
                .isEqualTo(
                        """
                        ... a, a, a, needle, b, b, b, b, b, b...
                                     ^^^^^^""");
        assertThat(excerpt("needle" + ", b".repeat(30), 1, 1, 6, 20))
                .isEqualTo(
                        """
                        needle, b, b, b, ...
                        ^^^^^^""");
    }

    @Test
    void keeps_marks_in_place_behind_tabs_wide_and_dangerous_characters() {
        assertThat(excerpt("\u4e2d\u001b\tx", 1, 4, 4, 40))
                .isEqualTo(
                        """
                        \u4e2d\\x1b  x
                                ^""");
    }

    @Test
    void a_piece_behind_the_end_of_its_line_still_has_a_mark() {
        assertThat(excerpt("SELECT", 1, 7, 7, 40))
                .isEqualTo(
                        """
                        SELECT
                              ^""");
    }

    @Test
    void there_is_none_of_a_line_that_is_not_there() {
        assertThat(Excerpt.of("SELECT", new SourceSpan("o.sql", 2, 1, 2, 1), 40)).isEmpty();
        assertThat(Excerpt.of("", new SourceSpan("o.sql", 1, 1, 1, 1), 40)).isEmpty();
    }

    private static String excerpt(String source, int line, int from, int to, int room) {
        Excerpt e =
                Excerpt.of(source, new SourceSpan("o.sql", line, from, line, to), room)
                        .orElseThrow();
        assertThat(Columns.of(e.text())).isLessThanOrEqualTo(room);
        return e.text() + "\n" + e.marks();
    }
}
