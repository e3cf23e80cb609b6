package flinktriage.incidents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class IncidentTableTest {

    @Test
    void eachIncidentHasOneRowAndNoneIsForgotten() {
        Map<String, Long> perArea =
                IncidentTable.rows().stream()
                        .map(r -> r.id().substring(0, 2))
                        .collect(
                                Collectors.groupingBy(
                                        area -> area, TreeMap::new, Collectors.counting()));

        assertThat(IncidentTable.rows()).extracting(IncidentTable::id).doesNotHaveDuplicates();
        assertThat(perArea)
                .isEqualTo(
                        new TreeMap<>(
                                Map.ofEntries(
                                        Map.entry("BP", 5L),
                                        Map.entry("CK", 8L),
                                        Map.entry("MT", 8L),
                                        Map.entry("OM", 9L),
                                        Map.entry("RS", 8L),
                                        Map.entry("RK", 6L),
                                        Map.entry("SC", 5L),
                                        Map.entry("SK", 6L),
                                        Map.entry("SL", 6L),
                                        Map.entry("LK", 8L),
                                        Map.entry("PS", 7L),
                                        Map.entry("SQ", 8L),
                                        Map.entry("SG", 6L),
                                        Map.entry("WM", 7L),
                                        Map.entry("TA", 12L),
                                        Map.entry("TR", 11L),
                                        Map.entry("TP", 9L),
                                        Map.entry("TM", 4L))));
    }

    @Test
    void eachTestThatARowNamesExists() {
        assertThat(IncidentTable.rows().stream().flatMap(IncidentTableTest::faults)).isEmpty();
    }

    @Test
    void aRowWithoutATestOrAReasonIsRefused() {
        List<IncidentTable> wrong =
                List.of(
                        new IncidentTable("XX-01", "incidents.IncidentTableTest#notThere", ""),
                        new IncidentTable("XX-02", "incidents.NoSuchTest#x", ""),
                        new IncidentTable("XX-03", "incidents.IncidentTable#rows", ""),
                        new IncidentTable("XX-04", "", ""),
                        new IncidentTable("five", "", "no such form of an id"));

        assertThat(wrong).allMatch(row -> faults(row).count() == 1);
    }

    private static Stream<String> faults(IncidentTable row) {
        boolean form = row.id().matches("[A-Z]{2}-\\d{2}");
        boolean covered = row.test().isEmpty() ? !row.why().isBlank() : exists(row.test());
        return form && covered ? Stream.empty() : Stream.of(row.toString());
    }

    private static boolean exists(String test) {
        String[] parts = test.split("#", 2);
        try {
            return Arrays.stream(Class.forName("flinktriage." + parts[0]).getDeclaredMethods())
                    .filter(m -> m.getName().equals(parts[1]))
                    .anyMatch(
                            m ->
                                    m.isAnnotationPresent(Test.class)
                                            || m.isAnnotationPresent(ParameterizedTest.class));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
