package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ToolVersionTest {

    @Test
    void is_that_of_the_project() throws IOException {
        assertThat(Files.readString(Path.of("pom.xml")))
                .contains(
                        "<artifactId>flink-triage</artifactId>\n  <version>"
                                + ToolVersion.NUMBER
                                + "</version>");
    }
}
