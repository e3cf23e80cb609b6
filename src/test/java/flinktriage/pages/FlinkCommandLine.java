package flinktriage.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Flink's own parsers of commands, that of each version; nothing is run. */
final class FlinkCommandLine {

    private static final List<ClassLoader> VERSIONS =
            List.of(FlinkCommandLine.class.getClassLoader(), other());

    private FlinkCommandLine() {}

    /**
     * What one of the versions has against it.
     *
     * @param command {@code flink stop ...}
     */
    static Optional<String> fault(String command) {
        return VERSIONS.stream().flatMap(version -> fault(version, command).stream()).findFirst();
    }

    /** How Flink 1 and Flink 2 call themselves. */
    static List<String> versions() {
        return VERSIONS.stream().map(FlinkCommandLine::version).toList();
    }

    private static Optional<String> fault(ClassLoader flink, String command) {
        List<String> words = List.of(command.split(" +"));
        String[] arguments = words.subList(2, words.size()).toArray(String[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Flink looks for its services there.
        thread.setContextClassLoader(flink);
        try {
            Class<?> parser = flink.loadClass("org.apache.flink.client.cli.CliFrontendParser");
            Class<?> options = flink.loadClass("org.apache.commons.cli.Options");
            Method ofCommand =
                    parser.getDeclaredMethod("get" + capital(words.get(1)) + "CommandOptions");
            ofCommand.setAccessible(true);
            Object known = ofCommand.invoke(null);
            Class<?> configuration =
                    flink.loadClass("org.apache.flink.configuration.Configuration");
            Class<?> generic = flink.loadClass("org.apache.flink.client.cli.GenericCLI");
            generic.getMethod("addGeneralOptions", options)
                    .invoke(
                            generic.getConstructor(configuration, String.class)
                                    .newInstance(configuration.getConstructor().newInstance(), ""),
                            known);
            parser.getMethod("parse", options, String[].class, boolean.class)
                    .invoke(null, known, arguments, false);
            return Optional.empty();
        } catch (InvocationTargetException e) {
            return rejected(flink, command, e.getCause());
        } catch (ReflectiveOperationException e) {
            return rejected(flink, command, e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Optional<String> rejected(ClassLoader flink, String command, Throwable why) {
        return Optional.of(
                "not accepted by the command line of Flink "
                        + version(flink)
                        + ": "
                        + command
                        + ": "
                        + why);
    }

    private static String version(ClassLoader flink) {
        try {
            Class<?> information =
                    flink.loadClass("org.apache.flink.runtime.util.EnvironmentInformation");
            return (String) information.getMethod("getVersion").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The class path that the build wrote for the other Flink. */
    private static ClassLoader other() {
        String file =
                Objects.requireNonNull(
                        System.getProperty("lab.flink.classpath"),
                        "lab.flink.classpath is set by the build");
        try {
            List<URL> jars = new ArrayList<>();
            for (String jar : Files.readAllLines(Path.of(file))) {
                jars.add(Path.of(jar).toUri().toURL());
            }
            return new URLClassLoader(
                    jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
