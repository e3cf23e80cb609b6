package flinktriage.report;

import flinktriage.check.CheckSpec;
import flinktriage.check.Numbers;
import flinktriage.check.Threshold;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of a check for a terminal, with the thresholds that are in force. */
public final class PageText {

    private static final Pattern ITEM = Pattern.compile("(\\d{1,2}\\.|[-*])\\s+.*");
    private static final Pattern EXAMPLE = Pattern.compile("-- ((?:sick|healthy)(?: on [\\d.]+)?)");
    private static final String GENERATED = "(generated)";
    private static final String BOLD = "\u001b[1m";
    private static final String RESET = "\u001b[0m";

    private final TextStyle style;
    private final StringBuilder out = new StringBuilder();
    private String paragraph = "";

    private PageText(TextStyle style) {
        this.style = style;
    }

    /**
     * @param reason shows only the steps of this reason, if the page has any
     */
    public static String of(Page page, CheckSpec spec, Optional<String> reason, TextStyle style) {
        PageText text = new PageText(style);
        text.write(page, spec, reason.filter(page.byReason()::containsKey));
        return text.out.toString().stripTrailing() + "\n";
    }

    private void write(Page page, CheckSpec spec, Optional<String> reason) {
        boolean doNow = false;
        boolean skipped = false;
        boolean fenced = false;
        for (String raw : page.text().split("\n", -1)) {
            String line = raw.strip();
            if (!fenced && line.startsWith("## ")) {
                doNow = line.equals("## Do now");
                skipped = doNow && reason.isPresent();
                heading(line.substring(3).toUpperCase(Locale.ROOT), "");
            } else if (!fenced && line.startsWith("### ")) {
                String name = line.substring(4).replace("`", "").strip();
                skipped = doNow && reason.isPresent() && !reason.get().equals(name);
                if (!skipped) {
                    heading(name, "  ");
                }
            } else if (skipped) {
                continue;
            } else if (!fenced && line.startsWith("# ")) {
                heading(line.substring(2), "");
            } else if (line.startsWith("```")) {
                flush();
                fenced = !fenced;
            } else if (fenced) {
                code(raw);
            } else if (line.equals(GENERATED)) {
                thresholds(spec);
            } else {
                prose(line);
            }
        }
        flush();
    }

    private void heading(String text, String indent) {
        flush();
        if (out.length() > 0 && !out.toString().endsWith("\n\n")) {
            out.append('\n');
        }
        out.append(indent).append(style.colour() ? BOLD + text + RESET : text).append('\n');
    }

    /** The first line of an example is its heading here. */
    private void code(String raw) {
        Matcher example = EXAMPLE.matcher(raw);
        if (example.matches()) {
            String kind = example.group(1);
            heading(kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1), "  ");
        } else {
            out.append("      ").append(raw).append('\n');
        }
    }

    private void prose(String line) {
        if (line.isEmpty()) {
            flush();
            if (out.length() > 0 && !out.toString().endsWith("\n\n")) {
                out.append('\n');
            }
        } else if (line.startsWith("|")) {
            flush();
            out.append("  ").append(line).append('\n');
        } else {
            if (ITEM.matcher(line).matches()) {
                flush();
            }
            paragraph = paragraph.isEmpty() ? line : paragraph + " " + line;
        }
    }

    private void flush() {
        if (paragraph.isEmpty()) {
            return;
        }
        Matcher item = ITEM.matcher(paragraph);
        String lead = item.matches() ? item.group(1) + " " : "";
        String body = paragraph.substring(item.matches() ? item.end(1) : 0).strip();
        String indent = "  ";
        for (String line : Columns.wrapped(body, style.columns() - 2 - lead.length())) {
            out.append(indent).append(lead).append(line).append('\n');
            lead = " ".repeat(lead.length());
        }
        paragraph = "";
    }

    private void thresholds(CheckSpec spec) {
        int widest = spec.thresholds().stream().mapToInt(t -> t.name().length()).max().orElse(0);
        for (Threshold t : spec.thresholds()) {
            String margin =
                    "  "
                            + Columns.padded(t.name(), widest)
                            + "  "
                            + Columns.padded(Numbers.show(t.standard()), 12)
                            + "  ";
            for (String line : Columns.wrapped(t.meaning(), style.columns() - margin.length())) {
                out.append(margin).append(line).append('\n');
                margin = " ".repeat(margin.length());
            }
        }
        if (spec.thresholds().isEmpty()) {
            out.append("  none\n");
        }
    }
}
