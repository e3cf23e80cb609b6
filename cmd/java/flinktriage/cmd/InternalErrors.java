package flinktriage.cmd;

import flinktriage.flink.Redaction;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** One line instead of a stack trace: a scheduler reads it, and a person at night. */
final class InternalErrors implements IExecutionExceptionHandler {

    private final BooleanSupplier debug;

    InternalErrors(BooleanSupplier debug) {
        this.debug = debug;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (e instanceof UnusableFile) {
            err.println(Harmless.line(Redaction.text("flink-triage: " + e.getMessage()), 800));
            return ExitCode.UNKNOWN;
        }
        Object about = command.getCommand();
        String doing = about instanceof Targeted t ? " while looking at " + t.target() : "";
        err.println(
                Harmless.line(
                                Redaction.text(
                                        "flink-triage: internal error" + doing + ": " + cause(e)),
                                800)
                        + (debug.getAsBoolean() ? "" : " (--debug shows where)"));
        if (debug.getAsBoolean()) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            err.print(Redaction.text(trace.toString()));
        }
        return ExitCode.UNKNOWN;
    }

    private static String cause(Throwable e) {
        String own =
                e.getClass().getSimpleName()
                        + (e.getMessage() == null ? "" : ": " + e.getMessage());
        return e.getCause() == null || e.getCause() == e ? own : own + ", " + e.getCause();
    }
}
