package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.check.Check;
import flinktriage.check.Severity;
import flinktriage.model.SqlScript;
import flinktriage.report.Pages;
import flinktriage.sql.PlannerVersion;
import flinktriage.sql.ReadSettings;
import flinktriage.sql.SqlInput;
import flinktriage.world.Scripts;
import flinktriage.world.WordRule;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LintCommandTest {

    private static final List<Check> CHECKS =
            List.of(
                    WordRule.of("FT-SQ-101", "UNION", Severity.WARNING),
                    WordRule.of("FT-SQ-103", "JOIN", Severity.CRITICAL));

    @TempDir private Path dir;

    private final List<SqlInput> inputs = new ArrayList<>();
    private ReadSettings settings;
    private String standardInput = "";

    @ParameterizedTest
    @CsvSource({
        "INSERT INTO o SELECT 1, warning, 0",
        "INSERT INTO o SELECT 1 UNION SELECT 2, warning, 1",
        "INSERT INTO o SELECT 1 UNION SELECT 2, critical, 0",
        "INSERT INTO o SELECT 1 JOIN t, critical, 2",
        "INSERT INTO o SELECT 1 JOIN t, never, 0",
        "SET 'a' = 'b', never, 3"
    })
    void the_exit_code_is_the_verdict_in_every_format(String sql, String failOn, int code)
            throws IOException {
        String file = file("o.sql", sql + ";");

        for (String format : new String[] {"text", "json", "sarif", "junit"}) {
            Invoked run = lint(file, "-o", format, "--fail-on", failOn);

            assertThat(run.code()).as(format).isEqualTo(code);
            assertThat(run.out()).as(format).endsWith("\n");
            assertThat(run.err()).as(format).isEmpty();
        }
    }

    @Test
    void reads_files_in_their_order_and_standard_input() throws IOException {
        String tables = file("tables.sql", "CREATE TABLE t (a INT);");
        standardInput = "\uFEFFINSERT INTO o SELECT a FROM t UNION SELECT 1;";

        Invoked run = lint(tables, "-");

        assertThat(inputs)
                .containsExactly(
                        new SqlInput(tables, "CREATE TABLE t (a INT);", Optional.empty()),
                        new SqlInput(
                                "-",
                                "INSERT INTO o SELECT a FROM t UNION SELECT 1;",
                                Optional.empty()));
        assertThat(run.out()).startsWith("WARNING  2 files: 1 warning, 1 OK\n");
        assertThat(run.out()).contains("-:1:31", "the statement says UNION");
    }

    @Test
    void hands_on_how_to_read() throws IOException {
        String file = file("o.sql", "INSERT INTO o SELECT 1;");

        lint(
                file,
                "--flink-version",
                "1.20",
                "--set",
                "table.exec.state.ttl=1 d",
                "--set",
                "a=b=c",
                "--changelog",
                "db.orders=I,UA,D",
                "--format",
                "compiled-plan");

        assertThat(settings)
                .isEqualTo(
                        new ReadSettings(
                                PlannerVersion.V1_20,
                                Map.of("table.exec.state.ttl", "1 d", "a", "b=c"),
                                Map.of("db.orders", "I,UA,D")));
        assertThat(inputs.get(0).form()).contains(SqlScript.Form.COMPILED_PLAN);
    }

    @Test
    void plans_for_the_newest_flink_unless_told() throws IOException {
        lint(file("o.sql", "INSERT INTO o SELECT 1;"));

        assertThat(settings).isEqualTo(new ReadSettings(PlannerVersion.V2_3, Map.of(), Map.of()));
    }

    @Test
    void refuses_what_cannot_be_read_with_a_line_that_says_why() throws IOException {
        Files.write(
                dir.resolve("latin.sql"),
                "-- Gr\u00f6\u00dfe".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(dir.resolve("wide.sql"), "SELECT".getBytes(StandardCharsets.UTF_16LE));
        Files.createDirectory(dir.resolve("sql"));

        assertThat(refused(dir.resolve("none.sql")))
                .isEqualTo("there is no such file or directory");
        assertThat(refused(dir.resolve("sql")))
                .startsWith("is a directory; name its files, such as ");
        assertThat(refused(dir.resolve("latin.sql")))
                .isEqualTo(
                        "is not UTF-8 text (byte 6); convert it, for example with iconv -f"
                                + " ISO-8859-1 -t UTF-8");
        assertThat(refused(dir.resolve("wide.sql")))
                .isEqualTo("is not text: it holds bytes of zero, as UTF-16 and binaries do");
    }

    @Test
    void refuses_a_file_that_is_too_large() throws IOException {
        Files.write(dir.resolve("dump.sql"), new byte[(16 << 20) + 1]);

        assertThat(refused(dir.resolve("dump.sql")))
                .isEqualTo("is larger than 16 MB, which is no SQL script");
    }

    @Test
    void an_empty_file_is_unknown_and_says_so() throws IOException {
        Invoked run = lint(file("empty.sql", ""));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("empty.sql has no statement");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "o.sql --flink-version 1.17",
                "o.sql --changelog orders=I,U",
                "o.sql --format xml",
                "o.sql -o xml"
            })
    void wrong_usage_is_unknown_and_one_line_says_why(String args) {
        Invoked run = lint(args.isEmpty() ? new String[0] : args.split(" "));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("flink-triage: ").endsWith("lint --help\n");
    }

    @Test
    void shows_no_secret_of_the_script_in_any_format() throws IOException {
        String file =
                file(
                        "o.sql",
                        """
                        CREATE TABLE t (a INT) WITH ('connector' = 'jdbc', 'password' = 'hunter2-a',
                          'url' = 'jdbc:mysql://root:hunter2-b@db/x?password=hunter2-c');
                        -- flink-triage:ignore FT-SQ-101 until 2027-01-31: token=hunter2-d
                        INSERT INTO o SELECT /*+ OPTIONS('sasl.password'='hunter2-e') */ UNION;
                        SET s3.secret-key = hunter2-f;
                        INSERT INTO o SELECT 'password=hunter2-g' JOIN; -- the token: "hunter2-h"
                        """);

        for (String format : new String[] {"text", "json", "sarif", "junit"}) {
            assertThat(lint(file, "-o", format, "--show", "all").out())
                    .contains("FT-SQ-103")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void masks_a_secret_without_moving_what_stands_behind_it() throws IOException {
        String file = file("o.sql", "INSERT INTO o SELECT 'password=hunter2' JOIN;");

        assertThat(lint(file).out())
                .contains(
                        "          1 | INSERT INTO o SELECT 'password=*******' JOIN;\n"
                                + "            |                                         ^^^^\n");
    }

    @Test
    void writes_paths_relative_to_the_working_directory() throws IOException {
        String here = Path.of("").toAbsolutePath().relativize(dir.toAbsolutePath()) + "/o.sql";
        file("o.sql", "INSERT INTO o SELECT JOIN;");

        JsonNode sarif = new ObjectMapper().readTree(lint(here, "-o", "sarif").out());

        assertThat(
                        sarif.at(
                                        "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri")
                                .asText())
                .startsWith("file:///")
                .endsWith("/o.sql");
    }

    private String refused(Path file) {
        Invoked run = lint(file.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("flink-triage: " + file + ": ").hasLineCount(1);
        return run.err().strip().substring(("flink-triage: " + file + ": ").length());
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    private Invoked lint(String... args) {
        inputs.clear();
        Surroundings surroundings =
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.of(80),
                        Clock.fixed(Scripts.NOW, ZoneOffset.UTC),
                        new Pages(code -> Optional.empty()),
                        () -> CHECKS,
                        () ->
                                new ByteArrayInputStream(
                                        standardInput.getBytes(StandardCharsets.UTF_8)),
                        Reading::new);
        String[] all = new String[args.length + 1];
        all[0] = "lint";
        System.arraycopy(args, 0, all, 1, args.length);
        return Invoked.with(surroundings, all);
    }

    /** Every INSERT gets the same plan. */
    private final class Reading implements SqlReading {

        @Override
        public List<SqlScript> read(List<SqlInput> given, ReadSettings how) {
            inputs.addAll(given);
            settings = how;
            return given.stream().map(i -> Scripts.sql(i.name(), i.text())).toList();
        }

        @Override
        public void close() {}
    }
}
