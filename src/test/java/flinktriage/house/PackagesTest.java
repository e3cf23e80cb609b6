package flinktriage.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of packages: who may use whom, and in which source root a package lives. */
class PackagesTest {

    private static final JavaClasses OURS =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("flinktriage");

    /** Package to the packages of ours that it may use, itself aside. */
    private static final Map<String, List<String>> MAY_USE = new LinkedHashMap<>();

    static {
        MAY_USE.put("model", List.of());
        MAY_USE.put("check", List.of("model"));
        MAY_USE.put("plan", List.of("model"));
        MAY_USE.put("checks", List.of("check", "model", "plan"));
        MAY_USE.put("flink", List.of("model"));
        MAY_USE.put("kafka", List.of("model"));
        MAY_USE.put("prometheus", List.of("model"));
        MAY_USE.put("sql", List.of("plan", "check", "model"));
        MAY_USE.put("engine", List.of("check", "model", "plan"));
        MAY_USE.put("report", List.of("check", "model", "plan"));
        MAY_USE.put("runbook", List.of("engine", "check", "model"));
    }

    /** Source root to the packages that live there. */
    private static final Map<String, Set<String>> ROOTS =
            Map.of(
                    "cmd/java", Set.of("cmd"),
                    "checks/java", Set.of("model", "check", "plan", "checks"),
                    "src/main/java",
                            Set.of(
                                    "flink",
                                    "kafka",
                                    "prometheus",
                                    "sql",
                                    "engine",
                                    "report",
                                    "runbook"));

    @Test
    void everyPackageUsesOnlyWhatTheTableAllows() {
        MAY_USE.forEach(
                (name, allowed) -> {
                    List<String> packages = new ArrayList<>(List.of("flinktriage." + name + ".."));
                    allowed.forEach(a -> packages.add("flinktriage." + a + ".."));
                    rule(name, packages).check(OURS);
                });
    }

    @Test
    void nobodyUsesTheCommands() {
        classes()
                .that(resideInAPackage("flinktriage.cmd.."))
                .should()
                .onlyHaveDependentClassesThat(resideInAPackage("flinktriage.cmd.."))
                .check(OURS);
    }

    @Test
    void checksOfDifferentAreasDoNotKnowEachOther() {
        for (String area : areas()) {
            noClasses()
                    .that(resideInAPackage("flinktriage.checks." + area + ".."))
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage("flinktriage.checks.*..")
                                    .and(
                                            DescribedPredicate.not(
                                                    resideInAPackage(
                                                            "flinktriage.checks." + area + ".."))))
                    .check(OURS);
        }
    }

    @Test
    void checksArePureFunctions() {
        pure().check(OURS);
    }

    @Test
    void flinkIsOnlyUsedWhereItIsContained() {
        noClasses()
                .that(
                        resideInAPackage("flinktriage..")
                                .and(
                                        DescribedPredicate.not(
                                                resideInAnyPackage(
                                                        "flinktriage.sql..",
                                                        "flinktriage.flink.client.."))))
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.flink.."))
                .check(OURS);
        noClasses()
                .that(resideInAPackage("flinktriage.flink.client.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.flink.table.."))
                .check(OURS);
    }

    /** Otherwise it would be loaded outside of the planner's class loader, with another Flink. */
    @Test
    void thePlannersSideIsOnlyReachedThroughItsInterface() {
        noClasses()
                .that(
                        resideInAPackage("flinktriage..")
                                .and(
                                        DescribedPredicate.not(
                                                resideInAPackage("flinktriage.sql.planner.."))))
                .should()
                .dependOnClassesThat(resideInAPackage("flinktriage.sql.planner.."))
                .check(OURS);
        classes()
                .that(resideInAPackage("flinktriage.sql.planner.."))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                "flinktriage.model..",
                                "flinktriage.plan..",
                                "flinktriage.sql..",
                                "org.apache.flink..",
                                "java.."))
                .check(OURS);
    }

    @Test
    void kafkaIsOnlyUsedWhereItIsContained() {
        noClasses()
                .that(
                        resideInAPackage("flinktriage..")
                                .and(
                                        DescribedPredicate.not(
                                                resideInAPackage("flinktriage.kafka.."))))
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.kafka.."))
                .check(OURS);
    }

    @Test
    void everyFileLivesInTheRootOfItsPackage() throws IOException {
        for (var root : ROOTS.entrySet()) {
            Path top = Path.of(root.getKey(), "flinktriage");
            List<String> strangers = new ArrayList<>();
            int files = 0;
            try (Stream<Path> tree = Files.walk(top)) {
                for (Path file : tree.filter(f -> f.toString().endsWith(".java")).toList()) {
                    files++;
                    String name = top.relativize(file).getName(0).toString();
                    if (!root.getValue().contains(name)) {
                        strangers.add(file.toString());
                    }
                }
            }
            assertThat(files).as("files below %s", top).isPositive();
            assertThat(strangers).as("files in the wrong root").isEmpty();
        }
    }

    @Test
    void theGatesRejectKnownViolations() {
        JavaClasses canary = new ClassFileImporter().importClasses(Canary.class);

        assertThat(rule("house", List.of("flinktriage.model..")).evaluate(canary).hasViolation())
                .isTrue();
        assertThat(
                        noClasses()
                                .that(resideInAPackage("flinktriage.house.."))
                                .should()
                                .dependOnClassesThat(impure())
                                .evaluate(canary)
                                .hasViolation())
                .isTrue();
    }

    private static ArchRule rule(String name, List<String> packages) {
        DescribedPredicate<JavaClass> foreign =
                DescribedPredicate.not(resideInAPackage("flinktriage.."));
        return classes()
                .that(resideInAPackage("flinktriage." + name + ".."))
                .should(
                        onlyDependOnClassesThat(
                                foreign.or(resideInAnyPackage(packages.toArray(String[]::new)))));
    }

    private static ArchRule pure() {
        return noClasses()
                .that(
                        resideInAnyPackage(
                                "flinktriage.checks..",
                                "flinktriage.check..",
                                "flinktriage.model..",
                                "flinktriage.plan.."))
                .should()
                .dependOnClassesThat(impure());
    }

    private static DescribedPredicate<JavaClass> impure() {
        return resideInAnyPackage(
                        "java.io..",
                        "java.net..",
                        "java.nio..",
                        "java.util.logging..",
                        "org.slf4j..",
                        "okhttp3..",
                        "com.fasterxml.jackson..",
                        "picocli..")
                .and(
                        DescribedPredicate.describe(
                                "no mere Serializable",
                                c -> !c.getName().equals("java.io.Serializable")))
                .or(
                        DescribedPredicate.describe(
                                "a clock", c -> c.getName().equals("java.time.Clock")));
    }

    private static Set<String> areas() {
        Set<String> areas =
                OURS.stream()
                        .map(JavaClass::getPackageName)
                        .filter(p -> p.startsWith("flinktriage.checks."))
                        .map(p -> p.substring("flinktriage.checks.".length()).split("\\.")[0])
                        .collect(java.util.stream.Collectors.toSet());
        assertThat(areas).hasSizeGreaterThan(3);
        return areas;
    }

    /** Breaks every rule on purpose. */
    static final class Canary {

        private final java.time.Clock clock = java.time.Clock.systemUTC();
        private final java.io.File file = new java.io.File("canary");
        private final flinktriage.check.Severity severity = flinktriage.check.Severity.INFO;

        @Override
        public String toString() {
            return clock + file.toString() + severity;
        }
    }
}
