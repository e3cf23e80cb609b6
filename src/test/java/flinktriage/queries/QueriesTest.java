package flinktriage.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import flinktriage.check.LintReport;
import flinktriage.check.RunVerdict;
import flinktriage.check.Severity;
import flinktriage.sql.PlannerVersion;
import flinktriage.world.PlannedScripts;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SQL as people write it: no false alarm, and no silence where a rule applies. */
class QueriesTest {

    private static final List<Query> QUERIES = Query.of(Path.of("src/test/sql/queries"));
    private static final List<Query> KNOWN = Query.of(Path.of("src/test/sql/known"));
    private static final PlannedScripts SCRIPTS = new PlannedScripts();

    @AfterAll
    static void close() {
        SCRIPTS.close();
    }

    static Stream<Arguments> queries() {
        return onBoth(QUERIES);
    }

    static Stream<Arguments> known() {
        return onBoth(KNOWN);
    }

    private static Stream<Arguments> onBoth(List<Query> queries) {
        return Stream.of(PlannerVersion.values())
                .flatMap(version -> queries.stream().map(query -> Arguments.of(version, query)));
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("queries")
    void a_query_has_exactly_the_findings_that_it_deserves(PlannerVersion version, Query query) {
        check(version, query);
    }

    @ParameterizedTest(name = "{1} on {0}")
    @MethodSource("known")
    void a_script_with_known_findings_has_exactly_these(PlannerVersion version, Query query) {
        check(version, query);
    }

    private static void check(PlannerVersion version, Query query) {
        LintReport report = SCRIPTS.lint(query.name(), query.text(), version);

        assertThat(aboveInfo(report))
                .as("%s on %s: %s", query, version, told(report))
                .isEqualTo(query.expected(version));
        assertThat(report.verdict() != RunVerdict.UNKNOWN)
                .as("%s on %s is assessed: %s", query, version, told(report))
                .isEqualTo(query.assessed(version));
    }

    private static Set<String> aboveInfo(LintReport report) {
        return report.scripts().stream()
                .flatMap(script -> script.findings().stream())
                .filter(f -> f.finding().severity() != Severity.INFO)
                .map(f -> f.code().code())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What one needs to know when an expectation fails. */
    private static List<String> told(LintReport report) {
        return report.scripts().stream()
                .flatMap(
                        script ->
                                Stream.concat(
                                        script.findings().stream()
                                                .map(
                                                        f ->
                                                                f.finding().severity()
                                                                        + " "
                                                                        + f.code()
                                                                        + ": "
                                                                        + f.finding().summary()),
                                        script.script().statements().stream()
                                                .flatMap(s -> s.rejection().stream())
                                                .map(r -> r.exception() + ": " + r.message())))
                .toList();
    }

    @Test
    void there_are_enough_queries_and_of_each_kind_that_has_a_rule() {
        assertThat(QUERIES).hasSizeGreaterThanOrEqualTo(150);
        assertThat(KNOWN).hasSizeGreaterThanOrEqualTo(27);
        assertThat(QUERIES.stream().filter(q -> q.expected(PlannerVersion.V2_3).isEmpty()))
                .hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void a_header_that_says_something_else_is_no_expectation() {
        Query query = new Query("q.sql", "-- expect: FT-SQ-9\nSELECT 1;\n");

        assertThatThrownBy(() -> query.expected(PlannerVersion.V2_3))
                .hasMessage("q.sql expects FT-SQ-9");
        assertThatThrownBy(() -> new Query("r.sql", "SELECT 1;").expected(PlannerVersion.V2_3))
                .hasMessage("r.sql expects nothing");
    }

    @Test
    void what_one_version_finds_stands_before_what_both_find() {
        Query query =
                new Query(
                        "q.sql",
                        "-- expect: none\n-- expect 1.20: FT-SQ-109, FT-SQ-104\nSELECT 1;\n");

        assertThat(query.expected(PlannerVersion.V1_20)).containsExactly("FT-SQ-104", "FT-SQ-109");
        assertThat(query.expected(PlannerVersion.V2_3)).isEmpty();
    }
}
