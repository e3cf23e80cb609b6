package flinktriage.plan;

import flinktriage.model.SqlHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the inside of a hint comment: {@code STATE_TTL('o' = '1d'), BROADCAST(t)}. */
final class HintText {

    private static final int OPEN = 3;

    private HintText() {}

    static List<SqlHint> read(SourceText source, SqlToken comment) {
        int close = comment.text().endsWith("*/") ? 2 : 0;
        int end = Math.max(comment.start() + OPEN, comment.end() - close);
        int base = comment.start() + OPEN;
        List<SqlToken> tokens = SqlTokens.of(source.text().substring(base, end));
        List<SqlHint> hints = new ArrayList<>();
        int i = 0;
        while (i < tokens.size()) {
            SqlToken name = tokens.get(i);
            if (name.kind() != SqlToken.Kind.WORD) {
                i++;
                continue;
            }
            int last = i;
            List<String> arguments = new ArrayList<>();
            if (i + 1 < tokens.size() && tokens.get(i + 1).symbol("(")) {
                last = closing(tokens, i + 1);
                arguments = arguments(tokens.subList(i + 2, Math.max(i + 2, last)));
            }
            hints.add(
                    new SqlHint(
                            source.span(base + name.start(), base + tokens.get(last).end()),
                            name.text().toUpperCase(Locale.ROOT),
                            arguments));
            i = last + 1;
        }
        return hints;
    }

    private static int closing(List<SqlToken> tokens, int open) {
        int i = open + 1;
        while (i < tokens.size() - 1 && !tokens.get(i).symbol(")")) {
            i++;
        }
        return Math.min(i, tokens.size() - 1);
    }

    private static List<String> arguments(List<SqlToken> tokens) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        for (SqlToken t : tokens) {
            if (t.symbol(",")) {
                arguments.add(argument.toString());
                argument.setLength(0);
            } else {
                argument.append(t.value());
            }
        }
        if (!argument.isEmpty()) {
            arguments.add(argument.toString());
        }
        return arguments;
    }
}
