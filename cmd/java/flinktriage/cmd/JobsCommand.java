package flinktriage.cmd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.flink.JobListing;
import flinktriage.flink.JobSummary;
import flinktriage.model.Target;
import flinktriage.model.Unreachable;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        sortOptions = false,
        description = "Lists the jobs of a cluster, or of a file, those that run first.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage jobs --url http://jobmanager:8081",
            "    flink-triage jobs -o json | jq -r '.jobs[].id'",
            "    flink-triage jobs --from orders.zip   # of flink-triage capture"
        })
final class JobsCommand implements Callable<Integer>, Targeted {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Surroundings surroundings;
    private String target = "";

    @Spec private CommandSpec spec;

    @Mixin private TargetOptions targetOptions;
    @Mixin private OfflineOptions offlineOptions;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat output;

    JobsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        JobListing listing;
        Target about;
        try (Looking looking =
                offlineOptions
                        .open(surroundings, targetOptions.named())
                        .orElseGet(this::atCluster)) {
            target = looking.target();
            about = looking.about();
            listing = looking.jobs();
        }
        if (listing.unreachable().isPresent()) {
            Unreachable why = listing.unreachable().get();
            String sentence =
                    "No usable answer from "
                            + target
                            + ": "
                            + Harmless.line(why.cause(), 300)
                            + " ("
                            + Harmless.line(why.request(), 200)
                            + ")";
            spec.commandLine().getErr().println(sentence);
            return ExitCode.CRITICAL;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (output == OutputFormat.JSON) {
            out.println(json(about, listing));
            out.flush();
        } else if (listing.jobs().isEmpty()) {
            spec.commandLine().getErr().println("There is no job on " + target);
        } else {
            JobTable.write(out, listing.jobs());
        }
        return ExitCode.OK;
    }

    private Looking atCluster() {
        return Looking.atCluster(
                new Diagnosis(
                        surroundings,
                        Connections.open(targetOptions, surroundings, TIMEOUT, spec.commandLine()),
                        message -> {}));
    }

    private static String json(Target about, JobListing listing) throws JsonProcessingException {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("schemaVersion", 1);
        ObjectNode target = root.putObject("target");
        if (!about.name().equals(about.url())) {
            target.put("name", Harmless.line(about.name()));
        }
        if (!about.url().isEmpty()) {
            target.put("url", Harmless.line(about.url()));
        }
        ArrayNode jobs = root.putArray("jobs");
        for (JobSummary job : listing.jobs()) {
            jobs.addObject()
                    .put("id", Harmless.line(job.id().hex()))
                    .put("name", Harmless.line(job.name()))
                    .put("state", job.state().name())
                    .put("startedAt", job.startedAt().toString());
        }
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
