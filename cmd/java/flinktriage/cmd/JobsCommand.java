package flinktriage.cmd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.flink.JobListing;
import flinktriage.flink.JobSummary;
import flinktriage.model.Target;
import flinktriage.report.Harmless;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
final class JobsCommand extends LookingCommand {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Mixin private TargetOptions targetOptions;
    @Mixin private OfflineOptions offlineOptions;
    @Mixin private FormatOption format;

    JobsCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    public Integer call() throws JsonProcessingException {
        JobListing listing;
        Target about;
        try (Looking looking =
                offlineOptions
                        .open(surroundings(), targetOptions.options())
                        .orElseGet(this::cluster)) {
            target(looking.target());
            about = looking.about();
            listing = looking.jobs();
        }
        if (listing.unreachable().isPresent()) {
            return noAnswer(listing.unreachable().get(), "");
        }
        if (format.json()) {
            print(json(about, listing) + System.lineSeparator());
        } else if (listing.jobs().isEmpty()) {
            err().println("There is no job on " + target());
        } else {
            JobTable.write(spec().commandLine().getOut(), listing.jobs());
        }
        return ExitCode.OK;
    }

    private Looking cluster() {
        return Looking.atCluster(
                surroundings(), targetOptions.open(surroundings(), TIMEOUT), message -> {});
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
