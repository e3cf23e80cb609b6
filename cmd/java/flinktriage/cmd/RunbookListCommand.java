package flinktriage.cmd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.report.Harmless;
import flinktriage.runbook.Runbook;
import flinktriage.runbook.Runbooks;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Lists the runbooks, with the alerts that select them.")
final class RunbookListCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;

    @Mixin private RunbookOptions runbookOptions;
    @Mixin private FormatOption format;

    RunbookListCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        return runbookOptions.with(surroundings, this::list);
    }

    private int list(Runbooks runbooks) {
        PrintWriter out = spec.commandLine().getOut();
        if (format.json()) {
            out.println(json(runbooks));
        } else {
            int widest = runbooks.list().stream().mapToInt(r -> r.id().length()).max().orElse(0);
            for (Runbook runbook : runbooks.list()) {
                String id = runbook.id() + " ".repeat(widest - runbook.id().length());
                out.println(id + "  " + Harmless.line(runbook.title()));
                if (!runbook.alerts().isEmpty()) {
                    String alerts = String.join(", ", runbook.alerts());
                    out.println(" ".repeat(widest) + "  alerts: " + Harmless.line(alerts));
                }
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private static String json(Runbooks runbooks) {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("schemaVersion", 1);
        ArrayNode list = root.putArray("runbooks");
        for (Runbook runbook : runbooks.list()) {
            ObjectNode node = list.addObject();
            node.put("id", runbook.id()).put("title", Harmless.line(runbook.title()));
            ArrayNode alerts = node.putArray("alerts");
            runbook.alerts().forEach(alert -> alerts.add(Harmless.line(alert)));
            ArrayNode checks = node.putArray("checks");
            runbook.steps().forEach(s -> s.check().ifPresent(c -> checks.add(c.code())));
        }
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write the list as JSON", e);
        }
    }
}
