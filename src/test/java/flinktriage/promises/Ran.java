package flinktriage.promises;

import flinktriage.checks.AllChecks;
import flinktriage.cmd.FlinkTriage;
import flinktriage.cmd.Surroundings;
import flinktriage.report.Pages;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What became of one command line, with every check and every page. */
record Ran(int code, String out, String err, Duration took) {

    static Ran diagnose(String url, String... more) {
        List<String> args = new ArrayList<>(List.of("diagnose", "--url", url));
        args.addAll(List.of(more));
        return of(args.toArray(String[]::new));
    }

    static Ran of(String... args) {
        Surroundings surroundings =
                new Surroundings(
                        Map.of(),
                        false,
                        false,
                        Optional.empty(),
                        Clock.systemUTC(),
                        Pages.packed(),
                        AllChecks::list);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        long start = System.nanoTime();
        int code =
                FlinkTriage.commandLine(surroundings)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(args);
        return new Ran(
                code, out.toString(), err.toString(), Duration.ofNanos(System.nanoTime() - start));
    }
}
