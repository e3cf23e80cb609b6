package flinktriage.pages;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.runtime.rest.handler.RestHandlerSpecification;
import org.apache.flink.runtime.rest.messages.MessageHeaders;

/**
 * What the Flink of the test class path really has, read from its class files.
 *
 * @param keys of all options
 * @param formerKeys fallback and deprecated keys of all options
 * @param paths REST paths with parameters as {@code *}, each with the names of its query parameters
 * @param names every string constant, among them metrics and fields of replies, the simple names of
 *     classes, and the names of SQL operators as the planner prints them
 */
record FlinkFacts(
        Set<String> keys,
        Set<String> formerKeys,
        Map<String, Set<String>> paths,
        Set<String> names) {

    static FlinkFacts ofClassPath() {
        FlinkFacts facts =
                new FlinkFacts(new TreeSet<>(), new TreeSet<>(), new HashMap<>(), new HashSet<>());
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = new File(part).getName();
            if (name.startsWith("flink-") && name.endsWith(".jar")) {
                facts.read(part);
            }
        }
        return facts;
    }

    private void read(String path) {
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.matches("flink-table-planner.*\\.jar")) {
                    readPlanner(jar.getInputStream(entry));
                }
                if (name.startsWith("org/apache/flink/") && name.endsWith(".class")) {
                    try (InputStream body = jar.getInputStream(entry)) {
                        read(name, body.readAllBytes());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The planner lies as a jar within its loader's jar, out of reach of the class path. */
    private void readPlanner(InputStream body) throws IOException {
        try (JarInputStream planner = new JarInputStream(body)) {
            for (JarEntry entry = planner.getNextJarEntry();
                    entry != null;
                    entry = planner.getNextJarEntry()) {
                String name = entry.getName();
                if (name.matches(
                        "org/apache/flink/table/planner/(plan/nodes|plan/utils|hint)/.*\\.class")) {
                    addName(name.replace("StreamExec", ""));
                    readConstants(planner.readAllBytes());
                }
            }
        }
    }

    private void addName(String file) {
        names.add(file.substring(file.lastIndexOf('/') + 1, file.length() - 6));
    }

    private void read(String name, byte[] body) throws IOException {
        Set<String> utf8 = readConstants(body);
        addName(name);
        String className = name.substring(0, name.length() - 6).replace('/', '.');
        if (utf8.contains("Lorg/apache/flink/configuration/ConfigOption;")) {
            load(className).ifPresent(this::addOptions);
        }
        if (name.startsWith("org/apache/flink/runtime/")
                && name.matches(".*(Headers?|Specification)\\.class")) {
            load(className).ifPresent(this::addPath);
        }
    }

    private static Optional<Class<?>> load(String name) {
        try {
            return Optional.of(Class.forName(name, false, FlinkFacts.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            // Some classes need libraries that only a cluster has.
            return Optional.empty();
        }
    }

    private void addOptions(Class<?> type) {
        try {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        && field.getType() == ConfigOption.class) {
                    field.setAccessible(true);
                    if (field.get(null) instanceof ConfigOption<?> option) {
                        keys.add(option.key());
                        option.fallbackKeys().forEach(key -> formerKeys.add(key.getKey()));
                    }
                }
            }
        } catch (IllegalAccessException | LinkageError e) {
            // As above: an option class that cannot be initialised here adds no keys.
        }
    }

    private void addPath(Class<?> type) {
        if (!RestHandlerSpecification.class.isAssignableFrom(type)
                || Modifier.isAbstract(type.getModifiers())) {
            return;
        }
        RestHandlerSpecification headers = instance(type);
        if (headers == null) {
            return;
        }
        Set<String> query = new TreeSet<>();
        if (headers instanceof MessageHeaders<?, ?, ?> messages) {
            messages.getUnresolvedMessageParameters()
                    .getQueryParameters()
                    .forEach(parameter -> query.add(parameter.getKey()));
        }
        paths.computeIfAbsent(wildcards(headers.getTargetRestEndpointURL()), p -> new TreeSet<>())
                .addAll(query);
    }

    private static RestHandlerSpecification instance(Class<?> type) {
        try {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals("getInstance") && method.getParameterCount() == 0) {
                    method.setAccessible(true);
                    return (RestHandlerSpecification) method.invoke(null);
                }
            }
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == 0) {
                    constructor.setAccessible(true);
                    return (RestHandlerSpecification) constructor.newInstance();
                }
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // Without an instance the path is unknown, and a page that names it fails.
        }
        return null;
    }

    /** Both {@code :jobid} of a handler and <code>{job}</code> or {@code <id>} of a page. */
    static String wildcards(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/")) {
            parts.add(part.matches(":.*|\\{.*}|<.*>") ? "*" : part);
        }
        return String.join("/", parts);
    }

    /** Adds the string constants of a class file, gives all its UTF-8 entries (JVMS 4.4). */
    private Set<String> readConstants(byte[] body) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        List<Integer> strings = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF());
                case 8 -> strings.add(in.readUnsignedShort());
                case 7, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                default -> in.skipNBytes(4);
            }
        }
        strings.forEach(index -> names.add(texts.get(index)));
        return new HashSet<>(texts.values());
    }
}
