package flinktriage.report;

import flinktriage.plan.PlanComparison.Change;
import flinktriage.plan.PlanComparison.Pair;
import flinktriage.plan.PlanComparison.Status;
import java.util.Locale;

/** What changed since an earlier version, statement by statement. */
final class AgainstText {

    private static final int LABEL = 10;

    private AgainstText() {}

    static void write(Sheet sheet, Against against) {
        if (!against.present()) {
            return;
        }
        sheet.blank();
        sheet.entry("Against", Harmless.line(against.name(), 300));
        for (Pair pair : against.comparison().statements()) {
            String place = pair.at().map(at -> " (" + at.start() + ")").orElse("");
            String status = pair.status().name().toLowerCase(Locale.ROOT);
            sheet.entry(
                    "",
                    Harmless.line(pair.name() + place, 300)
                            + ": "
                            + status.replace("same", "no change"));
            for (Change change : pair.changes()) {
                String kind =
                        change.kind() == Change.Kind.TTL
                                ? "TTL"
                                : change.kind().name().toLowerCase(Locale.ROOT);
                line(sheet, kind, change.what());
            }
            if (pair.status() != Status.SAME) {
                line(sheet, "restore", "state " + Against.restore(pair) + ": " + pair.why());
            }
        }
    }

    private static void line(Sheet sheet, String label, String text) {
        sheet.entry("", "  " + Columns.padded(label, LABEL), Harmless.line(text, 900), "");
    }
}
