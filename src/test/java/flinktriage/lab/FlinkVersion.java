package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The versions that the lab has; names only, the numbers are in the pom. */
enum FlinkVersion {
    /** In this process, with the version that we are built with. */
    V2_3,
    /** In a process of its own. */
    V1_20;

    /**
     * For a process with this Flink, the lab's jobs and the demo's cluster.
     *
     * @throws IOException if the build has not written it
     */
    String classPath() throws IOException {
        if (this == V2_3) {
            return System.getProperty("java.class.path");
        }
        String file = System.getProperty("lab.flink.classpath");
        if (file == null || !Files.isReadable(Path.of(file))) {
            throw new IOException(
                    "the other Flink's class path is written by the build: mvn test-compile");
        }
        List<String> classPath = new ArrayList<>();
        classPath.add(home(FlinkVersion.class).toString());
        classPath.add(home(DemoCluster.class).toString());
        classPath.addAll(Files.readAllLines(Path.of(file)));
        return String.join(File.pathSeparator, classPath);
    }

    /** Where the lab keeps the logs of its clusters, for people. */
    Path log(String name) throws IOException {
        Path directory = home(FlinkVersion.class).resolveSibling("lab");
        return Files.createDirectories(directory).resolve(this + "-" + name + ".log");
    }

    private static Path home(Class<?> type) throws IOException {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
