package flinktriage.runbook;

import flinktriage.check.StepCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The prose of a step: paragraphs, and commands as list items. Nothing else, so that it can be
 * shown in a report.
 *
 * @param line of its heading, from 1
 */
record Section(int line, String heading, List<String> text, List<StepCommand> commands) {

    private static final Pattern COMMAND = Pattern.compile("- `([^`]+)` \\((.+)\\)");
    private static final Pattern LIST = Pattern.compile("([-*+]|\\d+[.)]) .*");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^}]*)}");
    private static final Pattern KNOWN = Pattern.compile("job|vertex|subtask|url");

    /** A paragraph or an item, and where it begins. */
    private record Block(int line, String text) {}

    /**
     * @param from the index of the first line after the front matter
     */
    static List<Section> cut(List<String> lines, int from, Faults faults) {
        List<Section> sections = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        String heading = null;
        int start = 0;
        boolean open = false;
        for (int i = from; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int number = i + 1;
            placeholders(line, number, faults);
            if (line.startsWith("## ")) {
                close(sections, start, heading, blocks, faults);
                blocks = new ArrayList<>();
                heading = line.substring(3).strip();
                start = number;
                open = false;
            } else if (line.startsWith("#") || line.startsWith("```") || line.startsWith("|")) {
                faults.at(number, "a section has paragraphs and commands only");
            } else if (line.isEmpty()) {
                open = false;
            } else if (open && !LIST.matcher(line).matches()) {
                Block last = blocks.remove(blocks.size() - 1);
                blocks.add(new Block(last.line(), last.text() + " " + line));
            } else {
                blocks.add(new Block(number, line));
                open = true;
            }
        }
        close(sections, start, heading, blocks, faults);
        return sections;
    }

    /** What stands before the first heading says when to use the runbook; it is no section. */
    private static void close(
            List<Section> sections, int start, String heading, List<Block> blocks, Faults faults) {
        if (heading == null) {
            return;
        }
        List<String> text = new ArrayList<>();
        List<StepCommand> commands = new ArrayList<>();
        for (Block block : blocks) {
            Matcher command = COMMAND.matcher(block.text());
            if (command.matches()) {
                commands.add(new StepCommand(command.group(1).strip(), command.group(2).strip()));
            } else if (LIST.matcher(block.text()).matches()) {
                faults.at(block.line(), "a list item is a command: - `command` (its side effect)");
            } else {
                text.add(block.text());
            }
        }
        if (text.isEmpty()) {
            faults.at(start, "this section says nothing");
        }
        sections.add(new Section(start, heading, List.copyOf(text), List.copyOf(commands)));
    }

    private static void placeholders(String line, int number, Faults faults) {
        Matcher m = PLACEHOLDER.matcher(line);
        while (m.find()) {
            if (!KNOWN.matcher(m.group(1)).matches()) {
                faults.at(
                        number,
                        "no placeholder "
                                + m.group()
                                + ", only {job}, {vertex}, {subtask} and {url}");
            }
        }
    }
}
