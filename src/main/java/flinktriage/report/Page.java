package flinktriage.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page of one check.
 *
 * @param title the question, without the code
 * @param text the whole page as written
 * @param general what to do whatever the reason
 * @param byReason what to do for one reason; takes the place of the general steps
 */
public record Page(
        String title, String text, List<String> general, Map<String, List<String>> byReason) {

    private static final Pattern STEP = Pattern.compile("\\d{1,2}\\.\\s+(.*)");

    public Page {
        general = List.copyOf(general);
        byReason = Map.copyOf(byReason);
    }

    /** Reads {@code # CODE: title} and the numbered lists below {@code ## Do now}. */
    public static Page parse(String text) {
        String title = "";
        Map<String, List<String>> steps = new LinkedHashMap<>();
        String section = "";
        String reason = "";
        boolean inStep = false;
        boolean fenced = false;
        for (String raw : text.split("\n", -1)) {
            String line = raw.strip();
            if (!fenced && line.startsWith("# ") && title.isEmpty()) {
                title = line.substring(line.indexOf(": ") < 0 ? 2 : line.indexOf(": ") + 2);
            } else if (!fenced && line.startsWith("## ")) {
                section = line.substring(3).strip();
                reason = "";
                inStep = false;
            } else if (!section.equals("Do now")) {
                continue;
            } else if (!fenced && line.startsWith("### ")) {
                reason = line.substring(4).replace("`", "").strip();
                inStep = false;
            } else if (line.startsWith("```")) {
                fenced = !fenced;
            } else {
                List<String> list = steps.computeIfAbsent(reason, k -> new ArrayList<>());
                inStep = step(list, line, raw, fenced, inStep);
            }
        }
        List<String> general = steps.getOrDefault("", List.of());
        steps.remove("");
        steps.values().removeIf(List::isEmpty);
        return new Page(title, text, general, copies(steps));
    }

    /** Adds a line to the list; tells whether the next line may continue the step. */
    private static boolean step(
            List<String> list, String line, String raw, boolean fenced, boolean inStep) {
        if (line.isEmpty()) {
            return inStep;
        }
        Matcher start = STEP.matcher(line);
        if (!fenced && start.matches()) {
            list.add(start.group(1));
            return true;
        }
        boolean continues = inStep && (fenced || Character.isWhitespace(raw.charAt(0)));
        if (continues) {
            int last = list.size() - 1;
            list.set(last, list.get(last) + " " + (fenced ? "`" + line + "`" : line));
        }
        return continues;
    }

    private static Map<String, List<String>> copies(Map<String, List<String>> steps) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        steps.forEach((reason, list) -> copy.put(reason, List.copyOf(list)));
        return copy;
    }

    /** The first paragraph below a heading of the second level, in one line; empty if none. */
    public String opening(String heading) {
        StringBuilder paragraph = new StringBuilder();
        boolean inside = false;
        for (String raw : text.split("\n", -1)) {
            String line = raw.strip();
            if (line.startsWith("## ")) {
                inside = line.substring(3).strip().equals(heading);
            } else if (inside && line.isEmpty() && !paragraph.isEmpty()) {
                break;
            } else if (inside && !line.isEmpty()) {
                paragraph.append(paragraph.isEmpty() ? "" : " ").append(line);
            }
        }
        return paragraph.toString();
    }

    /** The steps for a reason, with their placeholders; empty if the page has none. */
    public List<String> doNow(String reason) {
        return byReason.getOrDefault(reason, general);
    }
}
