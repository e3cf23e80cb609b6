package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The golden file is the documentation of the contract: a change of a field is a decision. */
class LintJsonTest {

    @Test
    void writes_the_document_of_schema_version_1_with_scripts_in_place_of_jobs() {
        assertThat(
                        new LintJson(LintWorld.pages(), OperatorView.NONE, Against.NOTHING)
                                .render(LintWorld.orders()))
                .isEqualTo(LintTextTest.golden("orders.json"));
    }
}
