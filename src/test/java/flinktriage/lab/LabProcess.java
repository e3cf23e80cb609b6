package flinktriage.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with any Flink of the lab on its class path. Its main class ends with its standard
 * input, so that nothing outlives the tests.
 */
final class LabProcess implements AutoCloseable {

    private static final long STOP_SECONDS = 20;

    private final Process process;

    private LabProcess(Process process) {
        this.process = process;
    }

    /**
     * @param log what the process says goes there, except its standard output
     * @param jvm options of the JVM
     */
    static LabProcess start(
            FlinkVersion version, Path log, List<String> jvm, Class<?> main, List<String> args)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.add("-Dflinktriage.log.file=" + log);
        command.add("-cp");
        command.add(version.classPath());
        command.add(main.getName());
        command.addAll(args);
        return new LabProcess(
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start());
    }

    BufferedReader out() {
        return process.inputReader();
    }

    /** As the kernel does it when memory runs out, or a machine when it breaks. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // Its end of the pipe is gone, so it is ending or has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
