package flinktriage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedScriptsTest {

    @ParameterizedTest
    @EnumSource(PlannerVersion.class)
    void everyScriptIsPlannedOrRejectedAsItsHeaderSays(PlannerVersion version) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of("src/test/sql"))) {
            files = all.filter(f -> f.toString().endsWith(".sql")).sorted().toList();
        }
        assertThat(files).hasSizeGreaterThan(25);
        try (ScriptReader reader = Planners.reader()) {
            for (Path file : files) {
                String sql = Files.readString(file);
                SqlScript script = Planners.read(reader, version, sql);
                boolean rejected =
                        script.statements().stream().anyMatch(s -> s.rejection().isPresent());
                boolean unknownKey =
                        script.statements().stream().anyMatch(s -> s.unknownKey().isPresent());
                String expected = sql.lines().findFirst().orElse("");

                assertThat(rejected).as("%s rejected", file).isEqualTo(expected.contains("-130"));
                assertThat(unknownKey).as("%s: SET", file).isEqualTo(expected.contains("-131"));
                assertThat(script.statements())
                        .as("%s", file)
                        .filteredOn(SqlStatement::planned)
                        .isNotEmpty()
                        .allMatch(s -> s.plan().isPresent() != s.rejection().isPresent());
            }
        }
    }
}
