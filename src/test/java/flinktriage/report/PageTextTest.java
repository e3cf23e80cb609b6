package flinktriage.report;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.check.CheckSpec;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A page on a terminal. */
class PageTextTest {

    @Test
    void an_example_is_shown_below_the_word_that_judges_it_and_can_be_copied() {
        Page page =
                Page.parse(
                        """
                        # FT-SQ-102: does a DISTINCT keep every distinct row?

                        ## Meaning

                        It does.

                        ## Example

                        ```sql
                        -- sick on 2.3
                        INSERT INTO birds
                          SELECT DISTINCT bird FROM sightings;
                        ```

                        ```sql
                        -- healthy
                        -- nobody needs it
                        INSERT INTO birds SELECT bird FROM sightings;
                        ```

                        - Rewrite: without.
                        """);
        CheckSpec spec =
                CheckSpec.of("FT-SQ-102", "does a DISTINCT keep every distinct row?", Set.of());

        String text =
                PageText.of(
                        page, spec, Optional.empty(), new TextStyle(80, false, TextStyle.Show.ALL));

        assertThat(text)
                .isEqualTo(
                        """
                        FT-SQ-102: does a DISTINCT keep every distinct row?

                        MEANING

                          It does.

                        EXAMPLE

                          Sick on 2.3
                              INSERT INTO birds
                                SELECT DISTINCT bird FROM sightings;

                          Healthy
                              -- nobody needs it
                              INSERT INTO birds SELECT bird FROM sightings;

                          - Rewrite: without.
                        """);
    }
}
