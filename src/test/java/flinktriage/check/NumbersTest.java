package flinktriage.check;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.model.Quantity;
import flinktriage.model.Unit;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "RATIO, 0, 0 %",
        "RATIO, 1, 100 %",
        "RATIO, 0.98, 98 %",
        "RATIO, 0.004, 0.4 %",
        "RATIO, 0.0004, 0.04 %",
        "RATIO, 0.00001, <0.01 %",
        "RATIO, 0.0996, 10 %",
        "RATIO, 3.2, 320 %",
        "MILLISECONDS, 0, 0 ms",
        "MILLISECONDS, 0.24, 0.2 ms",
        "MILLISECONDS, 350, 350 ms",
        "MILLISECONDS, 999.7, 1 s",
        "MILLISECONDS, 4200, 4.2 s",
        "MILLISECONDS, 52240, 52 s",
        "MILLISECONDS, 59500, 1 min",
        "MILLISECONDS, 134000, 2 min 14 s",
        "MILLISECONDS, 3599600, 1 h",
        "MILLISECONDS, 11100000, 3 h 5 min",
        "MILLISECONDS, 262800000, 3 d 1 h",
        "MILLISECONDS, -4200, -4.2 s",
        "MILLISECONDS, 1767225600000, 56 years",
        "BYTES, 530, 530 B",
        "BYTES, 1024, 1 KB",
        "BYTES, 2254857830, 2.1 GB",
        "BYTES, 1073741823, 1 GB",
        "BYTES_PER_SECOND, 1536, 1.5 KB/s",
        "COUNT, 18400, '18,400'",
        "COUNT, 18400000, 18.4 million",
        "COUNT, 999999, '999,999'",
        "COUNT, 2.54, 2.5",
        "COUNT, 2300000000, 2.3 billion",
        "COUNT, -3, -3",
        "RECORDS, 1, 1 record",
        "RECORDS, 7500, '7,500 records'",
        "RECORDS_PER_SECOND, 2310.2, '2,310 records/s'",
        "RECORDS_PER_SECOND, 0.016, 0.016 records/s"
    })
    void shows_a_quantity_with_its_unit(Unit unit, double value, String shown) {
        assertThat(Numbers.show(new Quantity(value, unit))).isEqualTo(shown);
    }

    @Test
    void shows_a_duration() {
        assertThat(Numbers.show(Duration.ofMinutes(134))).isEqualTo("2 h 14 min");
    }

    @Test
    void does_not_depend_on_the_machine() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.show(Quantity.count(18_400))).isEqualTo("18,400");
        } finally {
            Locale.setDefault(before);
        }
    }
}
