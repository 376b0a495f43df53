package coterie.lab.svg;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.lab.picture.Xml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SvgTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "3,3",
    "2.25,2.3",
    "-0.04,0",
    "-1.55,-1.5",
    "-0.3,-0.3",
    "1234567.89,1234567.9"
  })
  void numbersHaveAtMostOneDecimal(double value, String text) {
    assertThat(Svg.number(value)).isEqualTo(text);
  }

  @Test
  void whatXmlCannotSayIsReplaced() {
    assertThat(Svg.escape("a<b>&\"'\u0000\uD800\t😀"))
        .isEqualTo("a&lt;b&gt;&amp;&quot;&#39;\uFFFD\uFFFD\t😀");
  }

  @Test
  void everyShapeIsWellFormed() throws Exception {
    Svg svg = new Svg(10, 20, "a < b", ".a{fill:red}\n");
    svg.line("a", 0, 0, 1, 1);
    svg.rect("a", 0, 0, 1, 1, 2, "<hint>");
    svg.circle("a\"", 0, 0, 1, null);
    svg.path("a", "M0 0L1 1", "\u0007");
    svg.text("a", 0, 0, "x & y");
    svg.text("a", 0, 0, 7.5, "z");
    String picture = svg.finish();
    assertThat(Xml.words(picture, "a")).containsExactly("x & y", "z");
    assertThat(Xml.looks(picture, "circle")).containsExactly("a\"");
    assertThat(Xml.parse(picture).getDocumentElement().getAttribute("viewBox"))
        .isEqualTo("0 0 10 20");
  }
}
