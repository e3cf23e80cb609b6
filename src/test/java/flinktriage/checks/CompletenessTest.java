package flinktriage.checks;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.Check;
import flinktriage.check.JobCheck;
import flinktriage.check.Verdict;
import flinktriage.world.Examined;
import flinktriage.world.Examined.Seen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of checks, their pages, and what their tests make them say. */
class CompletenessTest {

    private static final Path TESTS = Path.of("src/test/java/flinktriage/checks");
    private static final Path PAGES = Path.of("checks/pages");

    /** Every code that was planned; codes are frozen, so this list only grows. */
    private static final Set<String> CODES = codes();

    /** Planned, and used by no check. */
    private static final Set<String> FREE = Set.of("FT-SQ-128", "FT-SQ-129");

    /** Its answer on a running job is healthy or unknown; {@code lint} finds the problem. */
    private static final Set<String> NEVER_A_PROBLEM = Set.of("FT-SQ-113");

    /** The state of the job's tasks decides it; what it needs beside only refines the answer. */
    private static final Set<String> NEVER_UNKNOWN = Set.of("FT-TM-004");

    @Test
    void codesAreUniqueAndSorted() {
        assertThat(AllChecks.list())
                .extracting(c -> c.spec().id().code())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void everyPlannedCodeIsRegisteredOrFree() {
        Set<String> registered = registered();

        assertThat(registered).doesNotContainAnyElementsOf(FREE);
        registered.addAll(FREE);
        assertThat(registered).isEqualTo(CODES);
    }

    @Test
    void everyCheckHasAPageAndNoPageIsAnOrphan() throws IOException {
        Set<String> pages;
        try (Stream<Path> files = Files.list(PAGES)) {
            pages =
                    files.map(f -> f.getFileName().toString().replaceFirst("\\.md$", ""))
                            .collect(Collectors.toCollection(TreeSet::new));
        }

        assertThat(pages).isEqualTo(registered());
    }

    @Test
    void theTestsOfEveryCheckMakeItSayAllThatItCanSay() {
        List<Seen> seen = Examined.during(() -> testClasses().forEach(CompletenessTest::run));

        List<String> silent = new ArrayList<>();
        for (Check check : AllChecks.list()) {
            if (check instanceof JobCheck) {
                lacking(check, seen).forEach(v -> silent.add(check.spec().id() + ": " + v));
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void aTestThatExaminesNothingCountsForNothing() {
        List<Seen> seen = Examined.during(() -> run(Empty.class));

        assertThat(lacking(AllChecks.list().get(0), seen))
                .containsExactly("Problem", "Healthy", "Unknown");
    }

    static class Empty {

        @Test
        void problem() {
            assertThat(AllChecks.list()).isNotEmpty();
        }
    }

    private static List<String> lacking(Check check, List<Seen> seen) {
        Set<Class<?>> said =
                seen.stream()
                        .filter(s -> s.check().equals(check.spec().id()))
                        .map(s -> s.verdict().getClass())
                        .collect(Collectors.toSet());
        List<Class<?>> wanted = new ArrayList<>();
        if (!NEVER_A_PROBLEM.contains(check.spec().id().code())) {
            wanted.add(Verdict.Problem.class);
        }
        wanted.add(Verdict.Healthy.class);
        // Without a need there is nothing that could be missing.
        boolean certain = NEVER_UNKNOWN.contains(check.spec().id().code());
        if (!check.spec().needs().isEmpty() && !certain) {
            wanted.add(Verdict.Unknown.class);
        }
        return wanted.stream().filter(v -> !said.contains(v)).map(Class::getSimpleName).toList();
    }

    private static Set<String> registered() {
        return AllChecks.list().stream()
                .map(c -> c.spec().id().code())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Class<?>> testClasses() {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(f -> f.getNameCount() > TESTS.getNameCount() + 1)
                    .map(f -> Path.of("src/test/java").relativize(f).toString())
                    .filter(name -> name.endsWith("Test.java"))
                    .map(name -> name.replace(".java", "").replaceAll("[/\\\\]", "."))
                    .sorted()
                    .<Class<?>>map(CompletenessTest::load)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each test method on an instance of its own. */
    private static void run(Class<?> testClass) {
        for (Method method : testClass.getDeclaredMethods()) {
            arguments(testClass, method).forEach(arguments -> call(testClass, method, arguments));
        }
    }

    private static Stream<Object[]> arguments(Class<?> testClass, Method method) {
        if (method.isAnnotationPresent(Test.class)) {
            return Stream.<Object[]>of(new Object[0]);
        }
        ValueSource values = method.getAnnotation(ValueSource.class);
        if (values != null) {
            return Stream.concat(
                    Arrays.stream(values.strings()).map(s -> new Object[] {s}),
                    Arrays.stream(values.ints()).mapToObj(i -> new Object[] {i}));
        }
        CsvSource lines = method.getAnnotation(CsvSource.class);
        if (lines != null) {
            String delimiter = Pattern.quote(String.valueOf(lines.delimiter())).replace("\0", ",");
            return Arrays.stream(lines.value())
                    .map(line -> line.split(" *" + delimiter + " *", method.getParameterCount()));
        }
        if (method.isAnnotationPresent(EnumSource.class)) {
            return Arrays.stream(method.getParameterTypes()[0].getEnumConstants())
                    .map(constant -> new Object[] {constant});
        }
        MethodSource source = method.getAnnotation(MethodSource.class);
        if (source == null) {
            assertThat(method.isAnnotationPresent(ParameterizedTest.class))
                    .as("arguments of %s", method)
                    .isFalse();
            return Stream.empty();
        }
        String name = source.value().length == 0 ? method.getName() : source.value()[0];
        try {
            Method factory = testClass.getDeclaredMethod(name);
            factory.setAccessible(true);
            return ((Stream<?>) factory.invoke(null))
                    .map(a -> a instanceof Arguments all ? all.get() : new Object[] {a});
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void call(Class<?> testClass, Method method, Object[] arguments) {
        try {
            Constructor<?> constructor = testClass.getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance(), arguments);
        } catch (InvocationTargetException e) {
            // JUnit itself reports a test that fails; what it made the check say has been seen.
            assertThat(e.getCause()).as("%s", method).isInstanceOf(AssertionError.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(method.toString(), e);
        }
    }

    private static Set<String> codes() {
        Set<String> codes = new TreeSet<>();
        add(codes, "BP", 1, 4);
        add(codes, "LG", 1, 1);
        add(codes, "CP", 1, 5);
        add(codes, "ST", 1, 4);
        add(codes, "WM", 1, 5);
        add(codes, "PA", 1, 5);
        add(codes, "SQ", 101, 131);
        add(codes, "RS", 1, 3);
        add(codes, "TM", 1, 5);
        add(codes, "RD", 1, 1);
        add(codes, "CL", 1, 1);
        return codes;
    }

    private static void add(Set<String> codes, String area, int first, int last) {
        IntStream.rangeClosed(first, last)
                .mapToObj(n -> "FT-%s-%03d".formatted(area, n))
                .forEach(codes::add);
    }
}
