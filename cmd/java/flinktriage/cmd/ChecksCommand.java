package flinktriage.cmd;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import flinktriage.check.CheckSpec;
import flinktriage.check.Numbers;
import flinktriage.check.Threshold;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "checks",
        mixinStandardHelpOptions = true,
        versionProvider = ToolVersion.class,
        description = "Lists what is checked, with the thresholds.",
        footerHeading = "%nExamples:%n",
        footer = {
            "    flink-triage checks",
            "    flink-triage checks -o json | jq -r '.checks[].code'"
        })
final class ChecksCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Spec private CommandSpec spec;

    @Mixin private FormatOption format;

    ChecksCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (format.json()) {
            out.println(Json.of(surroundings));
        } else {
            surroundings.specs().forEach(check -> text(out, check));
            out.flush();
        }
        return ExitCode.OK;
    }

    private static void text(PrintWriter out, CheckSpec check) {
        out.println(check.id() + "  " + check.title());
        for (Threshold t : check.thresholds()) {
            out.println(
                    "             "
                            + t.name()
                            + " "
                            + Numbers.show(t.standard())
                            + ": "
                            + t.meaning());
        }
    }

    /** Apart, so that the list as text does not load Jackson. */
    private static final class Json {

        static String of(Surroundings surroundings) throws IOException {
            ObjectNode root = JsonNodeFactory.instance.objectNode().put("schemaVersion", 1);
            ArrayNode checks = root.putArray("checks");
            for (CheckSpec check : surroundings.specs()) {
                ObjectNode node = checks.addObject();
                node.put("code", check.id().code()).put("title", check.title());
                ArrayNode needs = node.putArray("needs");
                check.needs().stream().map(Enum::name).sorted().forEach(needs::add);
                ArrayNode thresholds = node.putArray("thresholds");
                for (Threshold t : check.thresholds()) {
                    thresholds
                            .addObject()
                            .put("name", t.name())
                            .put("value", t.standard().value())
                            .put("unit", t.standard().unit().symbol())
                            .put("meaning", t.meaning());
                }
            }
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(root);
        }
    }
}
