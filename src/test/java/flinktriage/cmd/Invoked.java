package flinktriage.cmd;

import flinktriage.check.Check;
import flinktriage.check.CheckSpec;
import flinktriage.check.ClusterCheck;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.Quantity;
import flinktriage.model.Snapshot;
import flinktriage.report.Pages;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** What became of one command line. */
record Invoked(int code, String out, String err) {

    private static final String PAGE =
            """
            # FT-BP-001: which operator holds the others back?

            ## Meaning

            One vertex is slower
            than its inputs.

            ## Thresholds

            (generated)

            ## Do now

            1. Look at `{url}`.

            ### BUSY
            1. Give it more subtasks.

            ### SINK_SLOW
            1. Look behind the sink.
            """;

    static Invoked of(String... args) {
        return with(surroundings(Map.of()), args);
    }

    static Invoked with(Surroundings surroundings, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line =
                FlinkTriage.commandLine(surroundings, args)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err));
        int code = line.execute(args);
        return new Invoked(code, out.toString(), err.toString());
    }

    /** Neither stream is a terminal; there are two checks, one with a page. */
    static Surroundings surroundings(Map<String, String> environment) {
        return surroundings(environment, false);
    }

    static Surroundings surroundings(Map<String, String> environment, boolean terminal) {
        return new Surroundings(
                environment,
                terminal,
                terminal,
                Optional.of(80),
                Clock.fixed(Instant.parse("2026-03-01T02:14:00Z"), ZoneOffset.UTC),
                new Pages(
                        code ->
                                code.code().equals("FT-BP-001")
                                        ? Optional.of(PAGE)
                                        : Optional.empty()),
                () ->
                        List.of(
                                check(
                                        CheckSpec.of(
                                                "FT-BP-001",
                                                "which operator holds the others back?",
                                                Set.of(Need.TIMES),
                                                new Threshold(
                                                        "busy",
                                                        Quantity.ratio(0.8),
                                                        "a vertex above this has no reserve"))),
                                check(
                                        CheckSpec.of(
                                                "FT-CL-001",
                                                "can the JobManager be reached?",
                                                Set.of()))));
    }

    private static Check check(CheckSpec spec) {
        return new ClusterCheck() {
            @Override
            public CheckSpec spec() {
                return spec;
            }

            @Override
            public Verdict examine(Snapshot snapshot, Limits limits) {
                return new Verdict.Healthy();
            }
        };
    }
}
