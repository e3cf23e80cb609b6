package flinktriage.cmd;

import flinktriage.checks.AllChecks;
import flinktriage.report.Harmless;
import flinktriage.report.Pages;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Clock;
import java.util.Optional;
import picocli.CommandLine;

/** The only place that knows the process: its streams, its terminal and its end. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        Surroundings surroundings =
                new Surroundings(
                        System.getenv(),
                        isTerminal("flinktriage.out.terminal"),
                        isTerminal("flinktriage.err.terminal"),
                        columns(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list,
                        () -> System.in,
                        () -> new InstalledPlanners(Clock.systemUTC()));
        PrintWriter out = new PrintWriter(System.out, false, charset());
        PrintWriter err = new PrintWriter(System.err, true, charset());
        CommandLine commandLine =
                FlinkTriage.commandLine(surroundings, args).setOut(out).setErr(err);
        int code = ExitCode.UNKNOWN;
        try {
            code = commandLine.execute(args);
        } catch (Throwable e) {
            // An Error passes through picocli; to a scheduler the JVM's own 1 would be a WARNING.
            err.println("flink-triage: internal error: " + Harmless.line(e.toString(), 500));
        }
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Java 17 only knows whether all streams are terminals, so the launcher says it for each. */
    private static boolean isTerminal(String property) {
        String said = System.getProperty(property);
        return said == null ? System.console() != null : Boolean.parseBoolean(said);
    }

    private static Optional<Integer> columns() {
        int columns = Integer.getInteger("flinktriage.columns", 0);
        return columns > 0 ? Optional.of(columns) : Optional.empty();
    }

    /** The encoding of the locale; Java 17 has a property for it. */
    private static Charset charset() {
        String name = System.getProperty("native.encoding", "UTF-8");
        return Charset.isSupported(name) ? Charset.forName(name) : Charset.defaultCharset();
    }
}
