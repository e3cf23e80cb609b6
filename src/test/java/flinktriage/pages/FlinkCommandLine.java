package flinktriage.pages;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.cli.Options;
import org.apache.flink.client.cli.CliArgsException;
import org.apache.flink.client.cli.CliFrontendParser;
import org.apache.flink.client.cli.GenericCLI;
import org.apache.flink.configuration.Configuration;

/** Flink's own parser of commands; nothing is run. */
final class FlinkCommandLine {

    private FlinkCommandLine() {}

    /**
     * @param command {@code flink stop ...}
     */
    static Optional<String> fault(String command) {
        List<String> words = List.of(command.split(" +"));
        try {
            Method method =
                    CliFrontendParser.class.getDeclaredMethod(
                            "get" + capital(words.get(1)) + "CommandOptions");
            method.setAccessible(true);
            Options options = (Options) method.invoke(null);
            new GenericCLI(new Configuration(), "").addGeneralOptions(options);
            String[] arguments = words.subList(2, words.size()).toArray(String[]::new);
            CliFrontendParser.parse(options, arguments, false);
            return Optional.empty();
        } catch (CliArgsException | ReflectiveOperationException e) {
            return Optional.of("not accepted by the command line: " + command + ": " + e);
        }
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
