package flinktriage.promises;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.cmd.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, with the flags that the launcher gives it. */
record Launched(int code, String out, String err, Duration took) {

    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");
    private static final int LONGEST_SECONDS = 90;

    static Launched diagnose(Path dir, String url, String... more)
            throws IOException, InterruptedException {
        String launcher = Files.readString(Path.of("flink-triage"));
        assertThat(launcher).contains("heap=256m", String.join(" ", FLAGS));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx256m");
        command.addAll(FLAGS);
        command.addAll(
                List.of(
                        "-Dflinktriage.out.terminal=false",
                        "-Dflinktriage.err.terminal=false",
                        "-cp",
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "diagnose",
                        "--url",
                        url,
                        "--quick"));
        command.addAll(List.of(more));
        Path out = dir.resolve("out");
        Path err = dir.resolve("err");
        long start = System.nanoTime();
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        try {
            assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Launched(
                process.exitValue(),
                Files.readString(out),
                Files.readString(err),
                Duration.ofNanos(System.nanoTime() - start));
    }

    /** It came to an end in its heap, and in time even on a busy machine. */
    Launched sound() {
        return within(Duration.ofSeconds(30));
    }

    Launched within(Duration limit) {
        System.out.printf(
                "took %.1f s, exit code %d, %d characters%n",
                took.toMillis() / 1000.0, code, out.length());
        assertThat(err).isEmpty();
        assertThat(out).doesNotContain("OutOfMemory", "StackOverflow", "Crashed", "internal error");
        assertThat(code).isBetween(0, 3);
        assertThat(took).isLessThan(limit);
        return this;
    }
}
