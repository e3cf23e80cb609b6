package flinktriage.engine;

import flinktriage.check.Numbers;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.SourceText;
import flinktriage.plan.SqlComment;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comment that says that a finding is known: {@code -- flink-triage:ignore FT-SQ-103 until
 * 2027-01-31: reason}. It holds for the statement in which it stands, or behind which it stands on
 * the same line, otherwise for the one that follows. One without an end or a reason holds for
 * nothing: what nobody has to look at again is never looked at again.
 *
 * @param line of the comment
 * @param statement index in the script, empty if none follows
 * @param until the last day on which it holds
 */
record Suppression(
        int line, Optional<Integer> statement, Set<String> codes, LocalDate until, String reason) {

    /** What the comments of a script say, and what is wrong with them. */
    record Read(List<Suppression> suppressions, List<String> notes) {}

    private static final int MOST = 1_000;
    private static final int LONGEST = 2_000;
    private static final Pattern MARK = Pattern.compile("flink-triage:\\s*ignore\\b");
    private static final Pattern FORM =
            Pattern.compile(
                    "(?<codes>[^:]*?)(?:\\buntil\\b\\s*(?<until>[^:\\s]*)\\s*)?(?::(?<reason>.*))?",
                    Pattern.DOTALL);

    Suppression {
        codes = Set.copyOf(codes);
    }

    /**
     * @param known the codes that there are
     */
    static Read of(SqlScript script, Set<String> known) {
        List<Suppression> found = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        if (script.form() != SqlScript.Form.SQL) {
            return new Read(found, notes);
        }
        SourceText source = new SourceText(script.name(), script.source(), 1, 1);
        for (SqlComment comment : SqlComment.in(script.source())) {
            String text = comment.text().substring(0, Math.min(LONGEST, comment.text().length()));
            Matcher mark = MARK.matcher(text);
            if (!mark.find()) {
                continue;
            }
            if (found.size() + notes.size() >= MOST) {
                notes.add(
                        script.name()
                                + ": only the first "
                                + Numbers.count(MOST)
                                + " flink-triage:ignore comments are read");
                break;
            }
            SourceSpan at = source.span(comment.start(), comment.end());
            read(script, at, text.substring(mark.end()), known, found, notes);
        }
        return new Read(found, notes);
    }

    private static void read(
            SqlScript script,
            SourceSpan comment,
            String text,
            Set<String> known,
            List<Suppression> found,
            List<String> notes) {
        String where = script.name() + ":" + comment.line() + ": ";
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalStateException("every text has this form");
        }
        Set<String> codes = new TreeSet<>();
        int before = notes.size();
        for (String word : form.group("codes").strip().split("[\\s,]+")) {
            if (known.contains(word)) {
                codes.add(word);
            } else if (!word.isEmpty()) {
                notes.add(where + "no rule of lint has the code " + word);
            }
        }
        if (codes.isEmpty()) {
            if (notes.size() == before) {
                notes.add(where + "the comment names no rule to ignore, so it ignores nothing");
            }
            return;
        }
        String named = String.join(", ", codes);
        String reason = Optional.ofNullable(form.group("reason")).orElse("").strip();
        Optional<LocalDate> until = date(form.group("until"));
        if (until.isEmpty()) {
            notes.add(
                    where
                            + named
                            + " is not ignored: the comment must say until when, such as"
                            + " 'until 2027-01-31: reason'");
        } else if (reason.isEmpty()) {
            notes.add(where + named + " is not ignored: the comment must end with ': reason'");
        } else {
            found.add(
                    new Suppression(
                            comment.line(),
                            statement(script.statements(), comment),
                            codes,
                            until.get(),
                            reason.replaceAll("\\s+", " ")));
        }
    }

    private static Optional<LocalDate> date(String text) {
        try {
            return text == null ? Optional.empty() : Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> statement(List<SqlStatement> statements, SourceSpan comment) {
        Optional<Integer> started = Optional.empty();
        for (int i = 0; i < statements.size(); i++) {
            SourceSpan at = statements.get(i).at();
            boolean starts =
                    at.line() < comment.line()
                            || at.line() == comment.line() && at.column() <= comment.column();
            if (!starts) {
                return started.isPresent() ? started : Optional.of(i);
            }
            started = at.endLine() >= comment.line() ? Optional.of(i) : Optional.empty();
        }
        return started;
    }
}
