package flinktriage.sql;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlRejection;
import flinktriage.plan.SourceText;
import flinktriage.plan.StatementText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the place in the file for what the planner has against a statement. */
final class Rejection {

    private static final Pattern RANGE =
            Pattern.compile(
                    "From line (\\d{1,7}), column (\\d{1,7}) to line (\\d{1,7}), column (\\d{1,7}): ?");
    private static final Pattern POINT =
            Pattern.compile("(?:At|at) line (\\d{1,7}), column (\\d{1,7})[:.]? ?");

    private Rejection() {}

    static SqlRejection of(Answer.Failure failure, StatementText statement) {
        SourceText part = statement.parts().get(failure.part());
        List<Answer.Cause> causes = failure.causes();
        for (Answer.Cause cause : causes) {
            Optional<SourceSpan> place = place(cause.message(), part);
            if (place.isPresent()) {
                Answer.Cause last = causes.get(causes.size() - 1);
                return new SqlRejection(place.get(), message(causes), last.exception());
            }
        }
        Answer.Cause last = causes.get(causes.size() - 1);
        return new SqlRejection(part.span(), message(causes), last.exception());
    }

    private static Optional<SourceSpan> place(String message, SourceText part) {
        Matcher range = RANGE.matcher(message);
        if (range.find()) {
            int from = offset(part, range, 1);
            int to = offset(part, range, 3);
            return from < 0 || to < from ? Optional.empty() : Optional.of(part.span(from, to + 1));
        }
        Matcher point = POINT.matcher(message);
        if (point.find()) {
            int from = offset(part, point, 1);
            return from < 0 ? Optional.empty() : Optional.of(part.span(from, from + 1));
        }
        return Optional.empty();
    }

    private static int offset(SourceText part, Matcher m, int group) {
        return part.offset(Integer.parseInt(m.group(group)), Integer.parseInt(m.group(group + 1)));
    }

    private static String message(List<Answer.Cause> causes) {
        Answer.Cause last = causes.get(causes.size() - 1);
        return POINT.matcher(RANGE.matcher(last.message()).replaceAll("")).replaceAll("").strip();
    }
}
