package flinktriage.check;

import flinktriage.model.Quantity;
import java.time.Duration;
import java.util.Locale;

/** Shows numbers to people, the same everywhere, whatever the machine's locale. */
public final class Numbers {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final double YEAR = 365.25 * DAY;

    private Numbers() {}

    /** With its unit: {@code 98 %}, {@code 4.2 s}, {@code 2.1 GB}, {@code 2,310 records/s}. */
    public static String show(Quantity quantity) {
        double v = quantity.value();
        return switch (quantity.unit()) {
            case RATIO -> percent(v);
            case COUNT -> count(v);
            case MILLISECONDS -> millis(v);
            case BYTES -> bytes(v);
            case BYTES_PER_SECOND -> bytes(v) + "/s";
            case RECORDS -> count(v) + (v == 1 ? " record" : " records");
            case RECORDS_PER_SECOND -> count(v) + " records/s";
        };
    }

    public static String show(Duration duration) {
        return millis(duration.toMillis());
    }

    /**
     * @param ratio 1 is 100 %
     */
    public static String percent(double ratio) {
        double p = ratio * 100;
        if (p != 0 && Math.abs(p) < 0.01) {
            return p < 0 ? "-0.01 %" : "<0.01 %";
        }
        return decimal(p, Math.abs(p) < 0.1 ? 2 : Math.abs(p) < 9.95 ? 1 : 0) + " %";
    }

    /** {@code 18,400} up to a million, then {@code 18.4 million}. */
    public static String count(double value) {
        double size = Math.abs(value);
        if (size >= 999_950_000_000.0) {
            return decimal(value / 1e12, 1) + " trillion";
        }
        if (size >= 999_950_000.0) {
            return decimal(value / 1e9, 1) + " billion";
        }
        if (size >= 999_999.5) {
            return decimal(value / 1e6, 1) + " million";
        }
        if (size == Math.rint(size) || size >= 99.95) {
            return decimal(value, 0);
        }
        return size < 0.05 ? decimal(value, 3) : decimal(value, size < 1 ? 2 : 1);
    }

    /** In the powers of 1024 and the names that Flink's own UI and settings use. */
    public static String bytes(double value) {
        String[] units = {"B", "KB", "MB", "GB", "TB", "PB"};
        double shown = value;
        int unit = 0;
        while (Math.abs(shown) >= (unit == 0 ? 1024 : 1023.95) && unit < units.length - 1) {
            shown /= 1024;
            unit++;
        }
        return decimal(shown, unit == 0 || Math.abs(shown) >= 99.95 ? 0 : 1) + " " + units[unit];
    }

    private static String millis(double value) {
        double size = Math.abs(value);
        String sign = value < 0 ? "-" : "";
        if (size < 9.95 && size != Math.rint(size)) {
            return sign + decimal(size, size < 0.1 ? 2 : 1) + " ms";
        }
        if (size < 999.5) {
            return sign + decimal(size, 0) + " ms";
        }
        if (size < 59_500) {
            return sign + decimal(size / SECOND, size < 9_950 ? 1 : 0) + " s";
        }
        if (size >= YEAR) {
            return sign + decimal(size / YEAR, 1) + " years";
        }
        long seconds = Math.round(size / SECOND);
        if (seconds < 3_600) {
            return sign + two(seconds / 60, "min", seconds % 60, "s");
        }
        long minutes = Math.round(size / MINUTE);
        if (minutes < 48 * 60) {
            return sign + two(minutes / 60, "h", minutes % 60, "min");
        }
        long hours = Math.round(size / HOUR);
        return sign + two(hours / 24, "d", hours % 24, "h");
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    private static String decimal(double value, int digits) {
        String text = String.format(Locale.ROOT, "%,." + digits + "f", value);
        if (digits > 0) {
            text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
        }
        return text.equals("-0") ? "0" : text;
    }
}
