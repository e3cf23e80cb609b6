package flinktriage.plan;

/** How many brackets of an operator's digest are open after some of its lines. */
final class Brackets {

    private int depth;
    private boolean literal;

    int depth() {
        return depth;
    }

    /** True if a literal goes on in the next line. */
    boolean literal() {
        return literal;
    }

    void clear() {
        depth = 0;
        literal = false;
    }

    /**
     * @param quoteFollows true if a later line has a quote, so that a literal could end there
     */
    void line(CharSequence line, boolean quoteFollows) {
        String text = line.toString();
        int i = 0;
        if (literal) {
            int close = text.indexOf('\'');
            if (close < 0) {
                return;
            }
            literal = false;
            i = close + 1;
        }
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' && !text.startsWith("'w$", i)) {
                int close = text.indexOf('\'', i + 1);
                if (close < 0) {
                    openQuote(text, i + 1, quoteFollows);
                    return;
                }
                i = close;
            } else {
                count(c);
            }
        }
    }

    /** An apostrophe in a name, where the line is whole without it; else a literal goes on. */
    private void openQuote(String text, int from, boolean quoteFollows) {
        int before = depth;
        for (int i = from; i < text.length(); i++) {
            count(text.charAt(i));
        }
        if (depth > 0 && quoteFollows) {
            depth = before;
            literal = true;
        }
    }

    private void count(char c) {
        if (Digest.opens(c)) {
            depth++;
        } else if (Digest.closes(c) && depth > 0) {
            depth--;
        }
    }
}
