package flinktriage.flink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlTextTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\0',
            delimiter = '|',
            value = {
                "a &gt;= b &amp;&amp; c &lt;&gt; &quot;d&quot;|a >= b && c <> \"d\"",
                "caf&eacute; &Uuml;ber &szlig;|café Über ß",
                "&euro; &Omega; &hearts; &ndash; &upsih;|€ Ω ♥ – ϒ",
                "C:&#92;x &#x41; &#65;|C:\\x A A",
                "&amp;lt; stays &lt;|&lt; stays <",
                "&unknown; & &; &#; &#x; &#99999999; &#xD8000000; a&b;c|&unknown; & &; &#; &#x; &#99999999; &#xD8000000; a&b;c",
                "&lt;br/&gt;|<br/>"
            })
    void undoesEntities(String html, String text) {
        assertThat(HtmlText.unescape(html)).isEqualTo(text);
    }

    @org.junit.jupiter.api.Test
    void breaksLines() {
        assertThat(HtmlText.unescape("a<br/>+- b<br/>")).isEqualTo("a\n+- b\n");
    }
}
