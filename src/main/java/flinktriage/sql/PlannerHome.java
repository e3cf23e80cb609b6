package flinktriage.sql;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the planners lie that the build has laid out: a directory with a list of jars per version.
 */
public final class PlannerHome {

    /** Set by the launcher. */
    public static final String PROPERTY = "flinktriage.planners";

    private final Path directory;

    public PlannerHome(Path directory) {
        this.directory = directory;
    }

    /** Where the launcher says; without a launcher there is none. */
    public static PlannerHome ofLauncher() {
        return new PlannerHome(Path.of(System.getProperty(PROPERTY, "no-planners")));
    }

    /**
     * The jars of one version.
     *
     * @throws PlannerMissingException if the list or one of its jars is not there
     */
    List<URL> jars(PlannerVersion version) {
        Path list = directory.resolve(version + ".classpath");
        try {
            List<URL> jars = new ArrayList<>();
            for (String line : Files.readAllLines(list)) {
                Path jar = directory.resolve(line.strip());
                if (line.isBlank()) {
                    continue;
                }
                if (!Files.isRegularFile(jar)) {
                    throw new PlannerMissingException(
                            "the planner of Flink %s is incomplete: %s is gone; build flink-triage again"
                                    .formatted(version, jar.getFileName()));
                }
                jars.add(jar.toUri().toURL());
            }
            return jars;
        } catch (MalformedURLException e) {
            throw new PlannerMissingException("no path of a jar in " + list);
        } catch (IOException e) {
            throw new PlannerMissingException(
                    "the planner of Flink %s is not at %s; build flink-triage again"
                            .formatted(version, directory));
        }
    }
}
