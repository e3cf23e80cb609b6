package flinktriage.checks.taskmanager;

import flinktriage.check.CheckSpec;
import flinktriage.check.Evidence;
import flinktriage.check.Finding;
import flinktriage.check.JobCheck;
import flinktriage.check.JobView;
import flinktriage.check.Limits;
import flinktriage.check.Need;
import flinktriage.check.Severity;
import flinktriage.check.Subject;
import flinktriage.check.Threshold;
import flinktriage.check.Verdict;
import flinktriage.model.JobException;
import flinktriage.model.JobState;
import flinktriage.model.Quantity;
import flinktriage.model.TaskManager;
import flinktriage.model.Vertex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** FT-TM-004. */
public final class SlotShortage implements JobCheck {

    static final Threshold WAITING =
            new Threshold(
                    "waiting",
                    Quantity.of(Duration.ofSeconds(30)),
                    "tasks get their slots within seconds if there are enough");
    static final Threshold CRITICAL_WAITING =
            new Threshold(
                    "waiting-critical",
                    Quantity.of(Duration.ofMinutes(5)),
                    "Flink gives up after slot.request.timeout, by default so long");
    static final CheckSpec SPEC =
            CheckSpec.of(
                    "FT-TM-004",
                    "does the job wait for slots?",
                    Set.of(Need.TASK_MANAGERS, Need.EXCEPTIONS),
                    WAITING,
                    CRITICAL_WAITING);

    private static final String REFUSED = "NoResourceAvailableException";

    @Override
    public CheckSpec spec() {
        return SPEC;
    }

    @Override
    public Verdict examine(JobView job, Limits limits) {
        if (job.state().terminal()) {
            return new Verdict.NotApplicable("the job has ended");
        }
        if (job.state() == JobState.RUNNING && job.graph().allTasksRunning()) {
            return new Verdict.Healthy();
        }
        // The adaptive scheduler stays in CREATED while it waits for slots, and has no tasks yet.
        Duration since =
                job.state() == JobState.CREATED
                        ? Duration.between(job.startedAt(), job.now())
                        : job.runningFor().stream().findFirst().orElse(Duration.ZERO);
        boolean refused =
                job.exceptions().stream()
                        .flatMap(h -> h.entries().stream().limit(1))
                        .anyMatch(SlotShortage::refused);
        boolean scheduled = job.state() == JobState.CREATED || job.graph().tasks("SCHEDULED") > 0;
        boolean waits = scheduled && since.toMillis() >= limits.value(WAITING);
        if (!refused && !waits) {
            return new Verdict.Healthy();
        }
        return Verdict.problem(finding(job, limits, since, refused));
    }

    /** Three causes with three remedies: none started, too few, or free ones that do not fit. */
    private static String slots(int taskManagers, int total, int free, int needed) {
        if (taskManagers == 0) {
            return ": no TaskManager is registered";
        }
        String because =
                free >= needed
                        ? ", so what it asks for does not fit them (resource profiles, slot"
                                + " sharing groups)"
                        : total < needed ? ", at least %d too few".formatted(needed - total) : "";
        return ": %d of %d slots are free%s".formatted(free, total, because);
    }

    private static boolean refused(JobException e) {
        return e.exceptionClass().endsWith(REFUSED) || e.root().exceptionClass().endsWith(REFUSED);
    }

    private static Finding finding(JobView job, Limits limits, Duration since, boolean refused) {
        // With slot sharing, which is the default, a job needs one slot per parallel pipeline.
        int needed = job.graph().vertices().stream().mapToInt(Vertex::parallelism).max().orElse(0);
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(
                Evidence.of(
                        "time since the job was started",
                        Quantity.of(since),
                        limits.of(WAITING),
                        job.runningFor().isPresent()
                                ? job.runningFor().from()
                                : job.taskManagers().from()));
        String slots = "";
        for (List<TaskManager> all : job.taskManagers().stream().toList()) {
            int total = all.stream().mapToInt(TaskManager::slots).sum();
            int free = all.stream().mapToInt(TaskManager::freeSlots).sum();
            slots = slots(all.size(), total, free, needed);
            evidence.add(
                    Evidence.of(
                            "slots of " + all.size() + " TaskManagers",
                            Quantity.count(total),
                            Quantity.count(needed),
                            job.taskManagers().from().at("/taskmanagers")));
        }
        String summary =
                "%s waits for slots, it needs %d%s"
                        .formatted(job.name(), needed, slots.isEmpty() ? "" : slots);
        // Regions of a batch job run one after the other in the slots that there are.
        boolean inTurn = job.batch() && !refused && job.graph().tasks("RUNNING") > 0;
        boolean critical = refused || since.toMillis() >= limits.value(CRITICAL_WAITING);
        return new Finding(
                inTurn ? Severity.INFO : critical ? Severity.CRITICAL : Severity.WARNING,
                "NO_SLOTS",
                Subject.job(job.name()),
                summary
                        + (refused ? "; Flink has given up waiting for them" : "")
                        + (inTurn ? "; a batch job takes them in turn" : ""),
                evidence);
    }
}
