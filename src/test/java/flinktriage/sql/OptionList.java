package flinktriage.sql;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** Reads the keys of all options from Flink's class files. */
final class OptionList {

    private static final String OPTION = "Lorg/apache/flink/configuration/ConfigOption;";

    /** Options of tables, hints and requests are no configuration of a job. */
    private static final Pattern OTHER =
            Pattern.compile(
                    ".*(\\.factories\\.|\\.connectors?\\.|\\.rest\\.messages\\.|\\.sinks\\.|\\.sources\\."
                            + "|Hint|CatalogOptions|FileSystemConnector|FormatOptions|DataGen).*");

    private final ClassLoader loader;
    private final TreeMap<String, String> keys = new TreeMap<>();

    private OptionList(ClassLoader loader) {
        this.loader = loader;
    }

    /** One line a key: {@code key class#field}; the holder is left out where it is not public. */
    static String of(List<Path> jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        try (URLClassLoader flink =
                new URLClassLoader(
                        urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            OptionList list = new OptionList(flink);
            for (Path jar : jars) {
                if (jar.getFileName().toString().startsWith("flink-")) {
                    list.read(jar);
                }
            }
            StringBuilder text = new StringBuilder();
            list.keys.forEach(
                    (key, holder) ->
                            text.append(key)
                                    .append(holder.isEmpty() ? "" : " " + holder)
                                    .append('\n'));
            return text.toString();
        }
    }

    private void read(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                boolean other = OTHER.matcher(name.replace('/', '.')).matches();
                if (name.startsWith("org/apache/flink/") && name.endsWith(".class") && !other) {
                    try (InputStream body = jar.getInputStream(entry)) {
                        String constants =
                                new String(body.readAllBytes(), StandardCharsets.ISO_8859_1);
                        if (constants.contains(OPTION)) {
                            options(name.substring(0, name.length() - 6).replace('/', '.'));
                        }
                    }
                }
            }
        }
    }

    private void options(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            Class<?> option =
                    Class.forName("org.apache.flink.configuration.ConfigOption", true, loader);
            boolean scala = name.endsWith("$");
            for (Field field : type.getDeclaredFields()) {
                boolean reachable = scala || Modifier.isStatic(field.getModifiers());
                if (field.getType() == option && reachable) {
                    field.setAccessible(true);
                    Object holder = scala ? type.getField("MODULE$").get(null) : null;
                    add(type, field, field.get(holder));
                }
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // Some classes need libraries that only a cluster has; others are no holders.
        }
    }

    private void add(Class<?> type, Field field, Object option)
            throws ReflectiveOperationException {
        if (option == null) {
            return;
        }
        String key = (String) call(option, "key");
        if (!key.contains(".")) {
            return;
        }
        boolean open =
                Modifier.isPublic(type.getModifiers()) && Modifier.isPublic(field.getModifiers());
        String holder =
                open && Modifier.isStatic(field.getModifiers())
                        ? type.getName() + "#" + field.getName()
                        : "";
        // Several classes may declare one key: the first by name that can be read is taken.
        keys.merge(key, holder, OptionList::first);
        for (Object fallback : (Iterable<?>) call(option, "fallbackKeys")) {
            keys.putIfAbsent((String) call(fallback, "getKey"), "");
        }
        if (call(option, "getClazz") == java.util.Map.class) {
            keys.put(key + ".*", "");
        }
    }

    private static String first(String a, String b) {
        return a.isEmpty() || !b.isEmpty() && b.compareTo(a) < 0 ? b : a;
    }

    private static Object call(Object on, String name) throws ReflectiveOperationException {
        try {
            Method method = on.getClass().getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(on);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }
}
