package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import flinktriage.check.Check;
import flinktriage.check.Severity;
import flinktriage.model.SqlScript;
import flinktriage.report.Pages;
import flinktriage.sql.ReadSettings;
import flinktriage.sql.SqlInput;
import flinktriage.world.Scripts;
import flinktriage.world.WordRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators, estimates, comparisons and running jobs. */
class LintOperatorsTest {

    private static final List<Check> CHECKS =
            List.of(
                    WordRule.of("FT-SQ-101", "UNION", Severity.WARNING),
                    WordRule.of("FT-SQ-103", "JOIN", Severity.CRITICAL));

    private static final String PLAN =
            """
            == Optimized Physical Plan ==
            Sink(table=[c.d.o], fields=[user_id, n], changelogMode=[NONE])
            +- GroupAggregate(groupBy=[user_id], select=[user_id, COUNT(*) AS n], changelogMode=[I,UA])
               +- Exchange(distribution=[hash[user_id]], changelogMode=[I])
                  +- Join(joinType=[InnerJoin], where=[=(id, id0)], select=[id, user_id, id0], leftInputSpec=[NoUniqueKey], rightInputSpec=[NoUniqueKey], changelogMode=[I])
                     :- Exchange(distribution=[single], changelogMode=[I])
                     :  +- TableSourceScan(table=[[c, d, orders]], fields=[id, user_id], changelogMode=[I])
                     +- Exchange(distribution=[single], changelogMode=[I])
                        +- TableSourceScan(table=[[c, d, payments]], fields=[id], changelogMode=[I])
            """;

    @TempDir private Path dir;

    @Test
    void shows_what_each_operator_keeps_and_what_bounds_it() throws IOException {
        assertThat(lint(file("o.sql"), "--operators").out())
                .contains(
                        """
                                                                                                state           changes
                          Sink o                                                                none
                          +- GroupAggregate by user_id                                          bounded by keys I,UA
                             |  keeps     one accumulator per group
                             |  TTL       none
                             |  sent by   hash[user_id]
                             |  estimate  needs --keys user_id=N
                             +- Join InnerJoin                                                  UNBOUNDED       I <== here
                                |  keeps     all rows of both sides
                                |  TTL       none
                                |  sent to   one subtask, whatever the parallelism
                                |  estimate  needs --rate orders=N and --rate payments=N
                                :- TableSourceScan orders                                       none            I
                                +- TableSourceScan payments                                     none            I
                        """);
        assertThat(lint(file("o.sql")).out()).doesNotContain("Operators");
    }

    @Test
    void estimates_with_the_formula_from_what_is_said_of_the_data() throws IOException {
        assertThat(
                        lint(
                                        file("o.sql"),
                                        "--keys",
                                        "user_id=5M",
                                        "--rate",
                                        "orders=20k",
                                        "--rate",
                                        "payments=1e3",
                                        "--width",
                                        "user_id=8")
                                .out())
                .contains(
                        "|  estimate  5 million user_id x 24 B (key 8 B, COUNT 16 B) = 114 MB\n",
                        "|  estimate  about 39.9 GB more each day:\n",
                        "|            1.7 billion rows of orders a day x 24 B a row = 38.6 GB more",
                        "|            assuming 16 B for id (--width id=N)\n");
    }

    @Test
    void programs_get_the_operators_too() throws IOException {
        JsonNode operators =
                new ObjectMapper()
                        .readTree(lint(file("o.sql"), "-o", "json", "--keys", "user_id=2").out())
                        .at("/scripts/0/statements/0/operators");

        assertThat(operators.findValuesAsText("operator"))
                .containsExactly(
                        "TableSourceScan",
                        "Exchange",
                        "TableSourceScan",
                        "Exchange",
                        "Join",
                        "Exchange",
                        "GroupAggregate",
                        "Sink");
        assertThat(operators.at("/4").toString())
                .isEqualTo(
                        "{\"id\":4,\"operator\":\"Join\",\"inputs\":[1,3],\"state\":{\"bound\":\"ROWS\",\"keeps\":\"all"
                                + " rows of both"
                                + " sides\",\"ttl\":{\"source\":\"NONE\"}},\"changelog\":\"I\",\"distribution\":[\"single\"],\"singleton\":true,\"estimate\":{\"needs\":[\"--rate"
                                + " orders=N\",\"--rate payments=N\"]}}");
        assertThat(operators.at("/6/estimate/bytes/high").asLong()).isEqualTo(64);
    }

    @ParameterizedTest
    @CsvSource({"5e6, 5000000", "20k, 20000", "5M, 5000000", "1.5G, 1.5e9", "7, 7", "1E3, 1000"})
    void reads_numbers_as_people_write_them(String text, double number) {
        assertThat(OperatorOptions.number(text)).contains(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-5", "many", "5x", "1e99", "NaN", "Infinity", "1,000"})
    void refuses_what_is_no_number(String text) throws IOException {
        assertThat(OperatorOptions.number(text)).isEmpty();
        assertThat(lint(file("o.sql"), "--keys", "user_id=" + text).code()).isEqualTo(3);
    }

    @Test
    void only_what_the_earlier_version_did_not_have_counts() throws IOException {
        String old = file("old.sql", "INSERT INTO o SELECT 1 UNION SELECT 2;");
        String now = file("new.sql", "INSERT INTO o SELECT 1 UNION\nSELECT 3;");
        String worse = file("worse.sql", "INSERT INTO o SELECT 1 UNION SELECT 3 JOIN t;");

        Invoked known = lint(now, "--against", old);
        Invoked fresh = lint(worse, "--against", old);

        assertThat(known.code()).isZero();
        assertThat(known.out()).startsWith("OK  ").contains("FT-SQ-101 SAID (known)");
        assertThat(known.out()).contains("Against       " + old, "): no change\n");
        assertThat(fresh.code()).isEqualTo(2);
        assertThat(fresh.out()).contains("FT-SQ-101 SAID (known)", "FT-SQ-103 SAID (new)");
        assertThat(lint(worse, "--against", old, "-o", "junit").out())
                .contains("failures=\"1\"")
                .contains("WARNING (known) FT-SQ-101");
        JsonNode sarif =
                new ObjectMapper().readTree(lint(worse, "--against", old, "-o", "sarif").out());
        assertThat(sarif.findValuesAsText("baselineState")).containsExactly("unchanged", "new");
        JsonNode json =
                new ObjectMapper().readTree(lint(worse, "--against", old, "-o", "json").out());
        assertThat(json.at("/against/statements/0/restore/verdict").asText()).isEqualTo("LIKELY");
        assertThat(json.at("/scripts/0/findings").findValuesAsText("new"))
                .containsExactly("false", "true");
    }

    @Test
    void what_could_not_be_assessed_counts_whatever_was_before() throws IOException {
        String empty = file("empty.sql", "");

        assertThat(lint(empty, "--against", empty).code()).isEqualTo(3);
    }

    @Test
    void looks_at_the_plan_of_a_running_job_with_what_it_measures() {
        Invoked run = lint("--from", "src/test/captures/2.3.0/k01-join-no-ttl.zip", "--operators");

        assertThat(run.out())
                .startsWith("OK  k01-join-no-ttl  running job of Flink 2.3.0\n")
                .contains("Join[112] InnerJoin")
                .contains("|  TTL       the plan does not say\n")
                .contains("|  measured  147 KB in the newest checkpoint of its vertex\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void a_cluster_that_does_not_answer_is_critical_in_one_line() {
        Invoked run = lint("--url", "http://127.0.0.1:1", "orders");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("flink-triage: http://127.0.0.1:1").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--url http://127.0.0.1:1 a.sql b.sql",
                "--url http://127.0.0.1:1 a --against b.sql",
                "--url http://127.0.0.1:1 --from c.zip"
            })
    void a_job_and_files_exclude_each_other(String args) {
        Invoked run = lint(args.split(" "));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).startsWith("flink-triage: ").endsWith("lint --help\n");
    }

    private String file(String name) throws IOException {
        return file(name, "INSERT INTO o SELECT 1;");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    private static Invoked lint(String... args) {
        Surroundings surroundings =
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.fixed(Scripts.NOW, ZoneOffset.UTC),
                        new Pages(code -> Optional.empty()),
                        () -> CHECKS,
                        InputStream::nullInputStream,
                        Reading::new);
        String[] all = new String[args.length + 1];
        all[0] = "lint";
        System.arraycopy(args, 0, all, 1, args.length);
        return Invoked.with(surroundings, all);
    }

    private static final class Reading implements SqlReading {

        @Override
        public List<SqlScript> read(List<SqlInput> given, ReadSettings how) {
            return given.stream().map(i -> Scripts.sql(i.name(), i.text(), PLAN)).toList();
        }

        @Override
        public void close() {}
    }
}
