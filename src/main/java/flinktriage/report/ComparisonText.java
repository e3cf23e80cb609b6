package flinktriage.report;

import flinktriage.check.JobReport;
import flinktriage.check.LinkedFinding;
import flinktriage.check.Numbers;
import flinktriage.check.Report;
import flinktriage.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A comparison for people: what is worse first, then the numbers that differ. */
public final class ComparisonText {

    private static final int LABEL = 32;
    private static final int NUMBER = 16;

    private final TextStyle style;

    public ComparisonText(TextStyle style) {
        this.style = style;
    }

    /** Lines that end with a line feed. */
    public String render(Comparison comparison) {
        Sheet sheet = new Sheet(style);
        head(sheet, comparison);
        findings(sheet, comparison);
        numbers(sheet, comparison.numbers());
        return sheet.toString();
    }

    private static void head(Sheet sheet, Comparison c) {
        JobReport job = c.after().jobs().get(0);
        JobReport was = c.before().jobs().get(0);
        List<String> parts = new ArrayList<>();
        String name = Harmless.line(job.job().name(), 100);
        parts.add(name + " (" + Harmless.line(job.job().id().shortHex(), 12) + ")");
        parts.add("was " + was.verdict());
        parts.add(passed(c.before(), c.after()));
        sheet.head(job.verdict(), parts);
        if (!was.job().name().equals(job.job().name())) {
            sheet.blank();
            sheet.entry(
                    "Note",
                    "the job was called "
                            + Harmless.line(was.job().name(), 200)
                            + ": these may be two different jobs");
        }
    }

    private static String passed(Report before, Report after) {
        Instant from = before.snapshot().takenAt().truncatedTo(ChronoUnit.SECONDS);
        Instant to = after.snapshot().takenAt().truncatedTo(ChronoUnit.SECONDS);
        Duration between = Duration.between(from, to);
        return from
                + " to "
                + to
                + " ("
                + Numbers.show(between.abs())
                + (between.isNegative() ? " earlier: the other way round?)" : " later)");
    }

    private static void findings(Sheet sheet, Comparison c) {
        sheet.blank();
        if (c.findings().isEmpty()) {
            sheet.entry("Findings", "none, neither before nor after");
        }
        for (Comparison.FindingChange f : c.findings()) {
            LinkedFinding latest = f.latest();
            sheet.entry(
                    label(f.change()),
                    severity(f) + " " + Harmless.line(latest.finding().summary()),
                    latest.code() + " " + latest.finding().reason());
        }
    }

    private static String label(Comparison.Change change) {
        return switch (change) {
            case NEW -> "New";
            case WORSE -> "Worse";
            case OTHER_REASON -> "Other reason";
            case SAME -> "Still there";
            case BETTER -> "Better";
            case GONE -> "Gone";
        };
    }

    private static String severity(Comparison.FindingChange f) {
        String latest = f.latest().finding().severity().name();
        return f.before()
                .map(before -> before.finding().severity().name())
                .filter(before -> f.after().isPresent() && !before.equals(latest))
                .map(before -> before + " to " + latest)
                .orElse(latest);
    }

    private void numbers(Sheet sheet, List<Comparison.NumberChange> all) {
        List<Comparison.NumberChange> shown =
                all.stream()
                        .filter(
                                n ->
                                        style.show() == TextStyle.Show.ALL
                                                || n.trend() != Comparison.Trend.SAME)
                        .toList();
        sheet.blank();
        if (shown.isEmpty()) {
            sheet.entry("Numbers", "none differs by more than they vary anyway");
            return;
        }
        sheet.placed(
                "Numbers",
                Columns.padded("", LABEL)
                        + Columns.right("before", NUMBER)
                        + Columns.right("after", NUMBER));
        String subject = "";
        for (Comparison.NumberChange n : shown) {
            String of = n.vertex().map(v -> v.name()).orElse("the job");
            if (!of.equals(subject)) {
                sheet.placed("", Columns.shortened(Harmless.line(of, 400), sheet.room()));
                subject = of;
            }
            sheet.placed(
                    "",
                    Columns.padded("  " + n.label(), LABEL)
                            + Columns.right(shown(n.before()), NUMBER)
                            + Columns.right(shown(n.after()), NUMBER)
                            + trend(n));
        }
    }

    private static String shown(Optional<Quantity> quantity) {
        return quantity.map(Numbers::show).orElse("-");
    }

    private static String trend(Comparison.NumberChange n) {
        return switch (n.trend()) {
            case WORSE -> "  worse";
            case BETTER -> "  better";
            case CHANGED, SAME -> "";
        };
    }
}
