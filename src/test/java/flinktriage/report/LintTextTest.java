package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.report.TextStyle.Show;
import flinktriage.world.Scripts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LintTextTest {

    @Test
    void shows_each_finding_with_its_line_why_and_what_to_do() {
        assertThat(render(80, Show.STANDARD)).isEqualTo(golden("orders.txt"));
    }

    @Test
    void shows_everything_on_request() {
        assertThat(render(80, Show.ALL)).isEqualTo(golden("orders-all.txt"));
    }

    @Test
    void shows_only_what_is_wrong_on_request() {
        assertThat(render(80, Show.CAUSES))
                .contains("FT-SQ-103 SAID", "FT-SQ-120 SAID", "Do now")
                .doesNotContain("FT-SQ-126", "Assessed", "Why");
    }

    @Test
    void no_line_is_wider_than_the_terminal() {
        for (int columns : new int[] {60, 80, 120}) {
            assertThat(render(columns, Show.ALL).lines().filter(l -> Columns.of(l) > columns))
                    .isEmpty();
        }
    }

    @Test
    void colour_only_adds_to_the_words() {
        String coloured =
                new LintText(
                                LintWorld.pages(),
                                new TextStyle(80, true, Show.STANDARD),
                                OperatorView.NONE,
                                Against.NOTHING)
                        .render(LintWorld.orders());

        assertThat(coloured).startsWith("\u001b[1;31mCRITICAL\u001b[0m  sql/orders.sql");
        assertThat(coloured).contains("\u001b[1;33mWARNING\u001b[0m");
        assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(golden("orders.txt"));
    }

    @Test
    void tells_several_files_apart_and_is_brief_about_the_good_ones() {
        String text =
                new LintText(
                                LintWorld.pages(),
                                new TextStyle(80, false, Show.STANDARD),
                                OperatorView.NONE,
                                Against.NOTHING)
                        .render(
                                LintWorld.lint(
                                        Scripts.sql("tables.sql", "CREATE TABLE t (a INT);"),
                                        Scripts.sql("good.sql", "INSERT INTO o SELECT a FROM t;"),
                                        Scripts.sql("udf.sql", "INSERT INTO o SELECT f(a);", ""),
                                        Scripts.sql("bad.sql", "INSERT INTO o SELECT JOIN;"),
                                        Scripts.sql("worse.sql", "INSERT INTO o SELECT JOIN;")));

        assertThat(text).isEqualTo(golden("several.txt"));
    }

    private static String render(int columns, Show show) {
        return new LintText(
                        LintWorld.pages(),
                        new TextStyle(columns, false, show),
                        OperatorView.NONE,
                        Against.NOTHING)
                .render(LintWorld.orders());
    }

    static String golden(String file) {
        try (InputStream in = LintTextTest.class.getResourceAsStream("/lint/" + file)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
