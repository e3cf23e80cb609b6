package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.LintReport;
import flinktriage.model.SqlScript;
import flinktriage.world.Scripts;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class LintJunitTest {

    @Test
    void a_statement_is_a_case_that_fails_from_warning_on() throws Exception {
        String xml = new LintJunit(LintWorld.pages(), Against.NOTHING).render(LintWorld.orders());

        assertThat(xml).isEqualTo(LintTextTest.golden("orders.junit.xml"));
        Document parsed = parsed(xml);
        Element suite = all(parsed, "testsuite").get(0);
        assertThat(suite.getAttribute("name")).isEqualTo("sql/orders.sql");
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("2");
        assertThat(all(parsed, "failure"))
                .extracting(f -> ((Element) f.getParentNode()).getAttribute("line"))
                .containsExactly("3", "9");
        assertThat(all(parsed, "failure").get(0).getAttribute("message"))
                .isEqualTo(
                        "FT-SQ-103 SAID: the statement says JOIN, which keeps every row for ever");
        assertThat(all(parsed, "system-out"))
                .extracting(Element::getTextContent)
                .containsExactly(
                        "sql/orders.sql:7:44: ignored until 2027-01-31 (the inputs are small):"
                                + " FT-SQ-101 SAID: the statement says UNION, which keeps every row"
                                + " for ever",
                        "sql/orders.sql:9:52: INFO FT-SQ-126 SAID: the statement says GROUP, which"
                                + " keeps every row for ever");
    }

    @Test
    void what_could_not_be_assessed_is_skipped() throws Exception {
        Document parsed =
                parsed(
                        render(
                                LintWorld.lint(
                                        Scripts.sql("u.sql", "INSERT INTO o SELECT f(a);", ""),
                                        Scripts.sql("empty.sql", ""))));

        assertThat(all(parsed, "skipped"))
                .extracting(e -> e.getAttribute("message"))
                .containsExactly(
                        "no plan: function rate is not on the class path",
                        "the script has no statement");
        assertThat(all(parsed, "testsuites").get(0).getAttribute("skipped")).isEqualTo("2");
        assertThat(all(parsed, "failure")).isEmpty();
    }

    @Test
    void the_name_of_a_case_does_not_change_when_lines_move() throws Exception {
        String sql = "INSERT INTO o SELECT a FROM t;";

        assertThat(name(Scripts.sql("o.sql", sql)))
                .isEqualTo(
                        name(
                                Scripts.sql(
                                        "o.sql",
                                        "\n\n-- moved\nINSERT INTO o\n" + sql.substring(14))))
                .isEqualTo("1 INSERT INTO o SELECT a FROM t");
    }

    @Test
    void markup_and_controls_in_a_script_stay_text() throws Exception {
        String sql = "INSERT INTO o SELECT '<&\">]]>\u0001\u001b\uffff' JOIN;";

        Document parsed = parsed(render(LintWorld.lint(Scripts.sql("a&\"<b>.sql", sql))));

        assertThat(all(parsed, "testcase").get(0).getAttribute("name"))
                .isEqualTo("1 INSERT INTO o SELECT '<&\">]]>\\x01\\x1b\\uffff' JOIN");
        assertThat(all(parsed, "testcase").get(0).getAttribute("file")).isEqualTo("a&\"<b>.sql");
    }

    private static String name(SqlScript script) throws Exception {
        return all(parsed(render(LintWorld.lint(script))), "testcase").get(0).getAttribute("name");
    }

    private static String render(LintReport report) {
        return new LintJunit(LintWorld.pages(), Against.NOTHING).render(report);
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> all(Document document, String name) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = document.getElementsByTagName(name);
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }
}
