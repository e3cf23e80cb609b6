package flinktriage.cmd;

import flinktriage.flink.Collected;
import flinktriage.flink.Progress;
import flinktriage.model.Unreachable;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that looks at a cluster or at files, and what all of them do. */
abstract class LookingCommand implements Callable<Integer>, Targeted {

    /** What the argument JOB is. */
    static final String WHICH_JOB =
            "Name or id of the job, or the beginning of either (default: the only running job).";

    private final Surroundings surroundings;
    private String target = "";

    @Spec private CommandSpec spec;

    LookingCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public final String target() {
        return target;
    }

    /** Says what is looked at from now on. */
    final void target(String shown) {
        target = shown;
    }

    final Surroundings surroundings() {
        return surroundings;
    }

    final CommandSpec spec() {
        return spec;
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** The result, all of it. */
    final void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    /**
     * Looks at one job, while somebody may watch the progress.
     *
     * @param use what is made of it, to an exit code; not called if no job is meant, or several
     */
    final int look(
            Function<Progress, Looking> open,
            BiFunction<Looking, Progress, Collected> collect,
            ToIntBiFunction<Looking, Collected.Taken> use) {
        try (ProgressLine progress = new ProgressLine(err(), surroundings.errIsTerminal());
                Looking looking = open.apply(progress)) {
            target = looking.target();
            Collected collected = collect.apply(looking, progress);
            progress.clear();
            if (collected instanceof Collected.NoSuchJob none) {
                return JobTable.noSuchJob(err(), target, none);
            }
            return use.applyAsInt(looking, (Collected.Taken) collected);
        }
    }

    /**
     * Says so.
     *
     * @param then what that means for the user, with what separates it; may be empty
     */
    final int noAnswer(Unreachable why, String then) {
        err().println(
                        "No usable answer from "
                                + target
                                + ": "
                                + Harmless.line(why.cause(), 300)
                                + " ("
                                + Harmless.line(why.request(), 200)
                                + ")"
                                + then);
        return ExitCode.CRITICAL;
    }
}
