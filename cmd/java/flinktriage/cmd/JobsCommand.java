package flinktriage.cmd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.flink.JobListing;
import flinktriage.flink.JobSummary;
import flinktriage.model.Unreachable;
import flinktriage.report.Harmless;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "jobs",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Lists the jobs of a cluster, running ones first.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage jobs --url http://jobmanager:8081",
            "    flink-triage jobs -o json | jq -r '.jobs[] | select(.state == \"RUNNING\") | .id'"
        })
final class JobsCommand implements Callable<Integer>, Targeted {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;
    @Mixin private TargetOptions target;

    @Option(
            names = {"-o", "--output"},
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat output;

    private String shownUrl = "";

    JobsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public String target() {
        return shownUrl;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        PrintWriter out = spec.commandLine().getOut();
        try (Diagnosis diagnosis = open()) {
            shownUrl = diagnosis.shownUrl();
            JobListing listing = diagnosis.jobs();
            if (listing.unreachable().isPresent()) {
                Unreachable why = listing.unreachable().get();
                spec.commandLine()
                        .getErr()
                        .println(
                                Harmless.line(
                                        "flink-triage: "
                                                + shownUrl
                                                + " gives no usable answer to "
                                                + why.request()
                                                + ": "
                                                + why.cause(),
                                        800));
                return ExitCode.CRITICAL;
            }
            if (output == OutputFormat.JSON) {
                out.println(json(listing));
            } else {
                out.print(
                        listing.jobs().isEmpty()
                                ? "No job at " + shownUrl + System.lineSeparator()
                                : JobTable.of(listing.jobs()));
            }
            out.flush();
            return ExitCode.OK;
        }
    }

    private Diagnosis open() {
        try {
            return new Diagnosis(
                    surroundings,
                    target.url(surroundings),
                    target.access(surroundings),
                    TIMEOUT,
                    message -> {});
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static String json(JobListing listing) throws JsonProcessingException {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("schemaVersion", 1);
        ArrayNode jobs = root.putArray("jobs");
        for (JobSummary job : listing.jobs()) {
            jobs.addObject()
                    .put("id", job.id().hex())
                    .put("name", job.name())
                    .put("state", job.state().name())
                    .put("startedAt", job.startedAt().toString());
        }
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
