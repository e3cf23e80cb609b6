package flinktriage.pages;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.Severity;
import flinktriage.sql.PlannerVersion;
import flinktriage.world.PlannedScripts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of the pages are what the pages say: each sick one of its own rule only. */
class PageExamplesTest {

    /** Rules that are notes, whatever the script: they tell what the author may want to weigh. */
    private static final Set<String> NOTES =
            Set.of("FT-SQ-112", "FT-SQ-116", "FT-SQ-117", "FT-SQ-119", "FT-SQ-122", "FT-SQ-126");

    /** A TTL is switched off only where the planner materializes: the page says so. */
    private static final Map<String, String> BESIDE = Map.of("FT-SQ-111", "FT-SQ-110");

    private static final PlannedScripts SCRIPTS = new PlannedScripts();

    @AfterAll
    static void close() {
        SCRIPTS.close();
    }

    static Stream<Arguments> examples() {
        return Stream.of(PlannerVersion.values())
                .flatMap(
                        version ->
                                Page.all().stream()
                                        .flatMap(
                                                page ->
                                                        page.examples().stream()
                                                                .filter(
                                                                        e ->
                                                                                e.isFor(
                                                                                        version
                                                                                                .toString()))
                                                                .map(
                                                                        e ->
                                                                                Arguments.of(
                                                                                        version,
                                                                                        page.code(),
                                                                                        e.sick()
                                                                                                ? "sick"
                                                                                                : "healthy",
                                                                                        e.sql()))));
    }

    @ParameterizedTest(name = "{2} of {1} on {0}")
    @MethodSource("examples")
    void an_example_has_its_own_finding_if_it_is_sick_and_none_if_it_is_healthy(
            PlannerVersion version, String code, String kind, String sql) {
        LintReport report = SCRIPTS.lint(code + "-" + kind + ".sql", sql, version);

        boolean sick = kind.equals("sick");
        Set<String> expected = new TreeSet<>();
        if (sick && !NOTES.contains(code)) {
            expected.add(code);
            Optional.ofNullable(BESIDE.get(code)).ifPresent(expected::add);
        }
        assertThat(codes(report, aboveInfo(report)))
                .as(summaries(report).toString())
                .isEqualTo(expected);
        assertThat(codes(report, findings(report)).contains(code))
                .as(summaries(report).toString())
                .isEqualTo(sick);
    }

    private static List<LinkedFinding> findings(LintReport report) {
        return report.scripts().stream().flatMap(s -> s.findings().stream()).toList();
    }

    private static List<LinkedFinding> aboveInfo(LintReport report) {
        return findings(report).stream()
                .filter(f -> f.finding().severity() != Severity.INFO)
                .toList();
    }

    private static Set<String> codes(LintReport report, List<LinkedFinding> findings) {
        return findings.stream()
                .map(f -> f.code().code())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> summaries(LintReport report) {
        return Stream.concat(
                        findings(report).stream()
                                .map(
                                        f ->
                                                f.finding().severity()
                                                        + " "
                                                        + f.code()
                                                        + ": "
                                                        + f.finding().summary()),
                        report.scripts().stream()
                                .flatMap(s -> s.script().statements().stream())
                                .flatMap(s -> s.rejection().stream())
                                .map(r -> r.exception() + ": " + r.message()))
                .toList();
    }
}
