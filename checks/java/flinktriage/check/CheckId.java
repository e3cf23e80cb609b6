package flinktriage.check;

import java.util.regex.Pattern;

/** A code such as {@code FT-BP-001}. Frozen once released, never reused. */
public record CheckId(String code) implements Comparable<CheckId> {

    private static final Pattern FORM = Pattern.compile("FT-[A-Z]{2}-\\d{3}");

    public CheckId {
        if (!FORM.matcher(code).matches()) {
            throw new IllegalArgumentException(
                    "not a check code: " + code + " (expected FT-<AREA>-<NNN>)");
        }
    }

    @Override
    public int compareTo(CheckId other) {
        return code.compareTo(other.code);
    }

    @Override
    public String toString() {
        return code;
    }
}
