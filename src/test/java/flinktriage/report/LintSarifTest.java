package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.contrastsecurity.sarif.SarifSchema210;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import flinktriage.check.LintReport;
import flinktriage.model.Observed;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.world.Scripts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LintSarifTest {

    private static final Path HERE = Path.of("/home/ci/project");

    @Test
    void writes_a_document_that_the_official_schema_accepts() throws IOException {
        String sarif = render(LintWorld.orders());

        assertThat(sarif).isEqualTo(LintTextTest.golden("orders.sarif"));
        assertThat(invalid(sarif)).isEmpty();
        assertThat(invalid(render(LintWorld.lint(Scripts.sql("e.sql", ""))))).isEmpty();
        assertThat(
                        invalid(
                                render(
                                        LintWorld.lint(
                                                Scripts.sql(
                                                        "u.sql", "INSERT INTO o SELECT 1;", "")))))
                .isEmpty();
        assertThat(invalid(render(LintWorld.lint(runningJob())))).isEmpty();
    }

    /** Shows that the validation can fail. */
    @Test
    void the_schema_refuses_what_is_wrong() throws IOException {
        assertThat(
                        invalid(
                                render(LintWorld.orders())
                                        .replace("\"startLine\": 4", "\"startLine\": 0")))
                .isNotEmpty();
        assertThat(invalid(render(LintWorld.orders()).replace("\"error\"", "\"critical\"")))
                .isNotEmpty();
    }

    @Test
    void a_region_ends_behind_its_last_character() {
        JsonNode region = result(LintWorld.orders(), 0).at("/locations/0/physicalLocation/region");

        assertThat(region.path("startLine").asInt()).isEqualTo(4);
        assertThat(region.path("startColumn").asInt()).isEqualTo(40);
        assertThat(region.path("endLine").asInt()).isEqualTo(4);
        assertThat(region.path("endColumn").asInt()).isEqualTo(44);
    }

    @Test
    void paths_are_relative_to_the_working_directory_and_have_slashes() {
        assertThat(uri("sql/my orders.sql")).isEqualTo("sql/my%20orders.sql");
        assertThat(uri("./sql/../orders.sql")).isEqualTo("orders.sql");
        assertThat(uri("/home/ci/project/sql/orders.sql")).isEqualTo("sql/orders.sql");
        assertThat(uri("../shared/orders.sql")).isEqualTo("file:///home/ci/shared/orders.sql");
        assertThat(uri("a:b.sql")).isEqualTo("./a:b.sql");
        assertThat(uri("-")).isEqualTo("stdin");
    }

    @Test
    void a_fingerprint_survives_when_lines_move_and_the_file_is_renamed() {
        String before = fingerprint("o.sql", "INSERT INTO o SELECT a FROM t JOIN u;");

        assertThat(
                        fingerprint(
                                "p.sql",
                                "\n-- moved\nINSERT INTO o\n  SELECT a /* the key */ FROM t\n JOIN u;"))
                .isEqualTo(before);
        assertThat(fingerprint("o.sql", "INSERT INTO o SELECT b FROM t JOIN u;"))
                .isNotEqualTo(before);
    }

    @Test
    void the_same_finding_twice_in_a_file_has_two_fingerprints() {
        LintReport report =
                LintWorld.lint(
                        Scripts.sql(
                                "o.sql", "INSERT INTO o SELECT JOIN;\nINSERT INTO o SELECT JOIN;"));

        assertThat(List.of(fingerprint(result(report, 0)), fingerprint(result(report, 1))))
                .doesNotHaveDuplicates()
                .allMatch(f -> f.endsWith(":1") || f.endsWith(":2"));
    }

    @Test
    void a_finding_that_is_ignored_is_suppressed_with_the_reason() {
        JsonNode ignored = result(LintWorld.orders(), 3);

        assertThat(ignored.at("/suppressions/0/kind").asText()).isEqualTo("inSource");
        assertThat(ignored.at("/suppressions/0/justification").asText())
                .isEqualTo("the inputs are small (until 2027-01-31)");
        assertThat(result(LintWorld.orders(), 0).has("suppressions")).isFalse();
    }

    @Test
    void a_running_job_has_no_file_and_no_line() {
        JsonNode location = result(LintWorld.lint(runningJob()), 0).at("/locations/0");

        assertThat(location.has("physicalLocation")).isFalse();
        assertThat(location.at("/logicalLocations/0/name").asText()).isEqualTo("Join[7]");
        assertThat(location.at("/logicalLocations/0/fullyQualifiedName").asText())
                .isEqualTo("orders");
    }

    /** Its text is only there for the rule of the test to find something. */
    private static SqlScript runningJob() {
        SqlScript script = Scripts.sql("orders", "orders JOIN;");
        SqlStatement s = script.statements().get(0);
        SqlStatement job =
                new SqlStatement(
                        SqlStatement.Kind.OTHER,
                        s.at(),
                        s.text(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        Observed.of(new SqlPlan.Nodes(List.of()), Scripts.READ),
                        Optional.empty(),
                        Optional.empty());
        return new SqlScript(
                "orders",
                SqlScript.Form.RUNNING_JOB,
                script.flinkVersion(),
                Scripts.NOW,
                List.of(job),
                "");
    }

    private static String uri(String file) {
        return result(LintWorld.lint(Scripts.sql(file, "INSERT INTO o SELECT JOIN;")), 0)
                .at("/locations/0/physicalLocation/artifactLocation/uri")
                .asText();
    }

    private static String fingerprint(String file, String text) {
        return fingerprint(result(LintWorld.lint(Scripts.sql(file, text)), 0));
    }

    private static String fingerprint(JsonNode result) {
        return result.at("/partialFingerprints/flinkTriage~1v1").asText();
    }

    private static JsonNode result(LintReport report, int index) {
        return new LintSarif(LintWorld.pages(), HERE, Against.NOTHING)
                .document(report)
                .at("/runs/0/results/" + index);
    }

    private static String render(LintReport report) {
        return new LintSarif(LintWorld.pages(), HERE, Against.NOTHING).render(report);
    }

    private static Set<ValidationMessage> invalid(String sarif) throws IOException {
        try (InputStream in =
                SarifSchema210.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
            JsonSchema schema =
                    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
            return schema.validate(new ObjectMapper().readTree(sarif));
        }
    }
}
