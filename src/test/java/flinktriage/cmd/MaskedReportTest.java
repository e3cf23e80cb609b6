package flinktriage.cmd;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.LintReport;
import flinktriage.engine.Linter;
import flinktriage.model.Observed;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.UnknownKey;
import flinktriage.world.Scripts;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MaskedReportTest {

    @Test
    void only_the_text_of_a_statement_is_another_one() {
        String text = "SET 's3.secret-key' = 'geheim'";
        SourceSpan at = new SourceSpan("o.sql", 1, 1, 1, text.length());
        UnknownKey key = new UnknownKey(at, "s3.secret-key", Optional.of("s3.access-key"));
        SqlStatement set = set(at, text, Optional.of(key));
        SqlScript script =
                new SqlScript(
                        "o.sql",
                        SqlScript.Form.SQL,
                        Observed.of("2.3.0", Scripts.READ),
                        Scripts.NOW,
                        List.of(set),
                        text + ";");

        LintReport masked =
                MaskedReport.of(
                        new Linter(List.of(), "1", Clock.fixed(Scripts.NOW, ZoneOffset.UTC))
                                .lint(List.of(script)));

        String stars = "SET 's3.secret-key' = '******'";
        assertThat(masked.scripts().get(0).script().statements())
                .containsExactly(set(at, stars, Optional.of(key)));
        assertThat(masked.scripts().get(0).script().source()).isEqualTo(stars + ";");
    }

    private static SqlStatement set(SourceSpan at, String text, Optional<UnknownKey> key) {
        Observed<SqlPlan> none = Scripts.noPlan("a statement of this kind has none");
        return new SqlStatement(
                SqlStatement.Kind.SET,
                at,
                text,
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                none,
                Optional.empty(),
                key);
    }
}
