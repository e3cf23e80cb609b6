package flinktriage.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Fits text into terminal columns. A wide East Asian character takes two. */
final class Columns {

    private static final String GAP = "...";

    private static final Set<String> LARGER_TIMES = Set.of("d", "h", "min");

    private static final Set<String> UNITS =
            Set.of(
                    "%",
                    "ms",
                    "s",
                    "min",
                    "h",
                    "d",
                    "years",
                    "B",
                    "KB",
                    "MB",
                    "GB",
                    "TB",
                    "B/s",
                    "KB/s",
                    "MB/s",
                    "GB/s",
                    "million",
                    "billion",
                    "records",
                    "records/s");

    private Columns() {}

    static int of(String text) {
        return text.codePoints().map(Columns::of).sum();
    }

    private static int of(int c) {
        if (c < 0x300) {
            return 1;
        }
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean wide =
                (c >= 0x1100 && c <= 0x115F)
                        || (c >= 0x2E80 && c <= 0xA4CF)
                        || (c >= 0xAC00 && c <= 0xD7A3)
                        || (c >= 0xF900 && c <= 0xFAFF)
                        || (c >= 0xFE30 && c <= 0xFE6F)
                        || (c >= 0xFF00 && c <= 0xFF60)
                        || (c >= 0xFFE0 && c <= 0xFFE6)
                        || (c >= 0x1F300 && c <= 0x1FAFF)
                        || (c >= 0x20000 && c <= 0x3FFFD);
        return wide ? 2 : 1;
    }

    static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }

    static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - of(text))) + text;
    }

    /** Keeps the beginning and the end, where names of vertices differ. */
    static String shortened(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        int keep = Math.max(2, columns - GAP.length());
        int[] points = text.codePoints().toArray();
        int head = fitting(points, keep - keep / 2, 0, 1);
        int tail = fitting(points, keep / 2, points.length - 1, -1);
        return new String(points, 0, head).stripTrailing()
                + GAP
                + new String(points, points.length - tail, tail).stripLeading();
    }

    private static int fitting(int[] points, int columns, int from, int step) {
        int used = 0;
        int count = 0;
        for (int i = from; i >= 0 && i < points.length; i += step) {
            used += of(points[i]);
            if (used > columns) {
                break;
            }
            count++;
        }
        return count;
    }

    /**
     * Breaks between words only, and neither between a number and its unit nor within an id: a word
     * that is too long gets a line of its own.
     */
    static List<String> wrapped(String text, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int used = 0;
        for (String word : words(text)) {
            int size = of(word);
            if (used > 0 && used + 1 + size > columns) {
                lines.add(line.toString());
                line.setLength(0);
                used = 0;
            }
            if (used > 0) {
                line.append(' ');
                used++;
            }
            line.append(word);
            used += size;
        }
        if (used > 0 || lines.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }

    /**
     * Words that stay together: {@code 2 h 14 min}, {@code 98 %}, and everything in backticks, so
     * that a command can be copied as it is.
     */
    private static List<String> words(String text) {
        List<String> together = new ArrayList<>();
        boolean balanced = ticks(text) % 2 == 0;
        boolean code = false;
        String previous = "";
        for (String word : text.strip().split(" +")) {
            if (code || joins(previous, word)) {
                int last = together.size() - 1;
                together.set(last, together.get(last) + " " + word);
            } else {
                together.add(word);
            }
            code ^= balanced && ticks(word) % 2 == 1;
            previous = word;
        }
        return together;
    }

    private static long ticks(String text) {
        return text.chars().filter(c -> c == '`').count();
    }

    private static boolean joins(String previous, String word) {
        if (previous.isEmpty() || word.isEmpty()) {
            return false;
        }
        boolean afterNumber = Character.isDigit(previous.charAt(previous.length() - 1));
        return afterNumber && unit(word)
                || LARGER_TIMES.contains(previous) && Character.isDigit(word.charAt(0));
    }

    private static boolean unit(String word) {
        String bare = word.replaceAll("[.,;:)]+$", "");
        return UNITS.contains(bare);
    }
}
