package coterie.lab.chart;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.lab.chart.Chart.Guide;
import coterie.lab.chart.Chart.Panel;
import coterie.lab.chart.Chart.Point;
import coterie.lab.chart.Chart.Scale;
import coterie.lab.chart.Chart.Series;
import coterie.lab.chart.Chart.Spacing;
import coterie.lab.chart.Chart.Style;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ChartTest {
  private static final Scale SIZES = new Scale(Spacing.DOUBLING, "processes");
  private static final Scale VALUES = new Scale(Spacing.FITTING, "");
  private static final Panel TESTS =
      new Panel(
          "tests",
          SIZES,
          VALUES,
          List.of(
              new Series(
                  "",
                  Style.BAND,
                  List.of(
                      new Point(4, 6, 1, 12, "four"),
                      new Point(8, 30, 3, 60, "eight"),
                      new Point(16, 100, 9, 240, "sixteen")))));

  private static String svg(Panel... panels) {
    return new Chart("vring", "nothing", List.of("foot"), 2, List.of(panels)).svg();
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static int count(String svg, String part) {
    return svg.split(Pattern.quote(part), -1).length - 1;
  }

  @Test
  void everyPanelHasItsTitleItsBandAndItsMarks() throws Exception {
    Panel rounds = new Panel("rounds < & >", SIZES, VALUES, TESTS.series());
    String svg = svg(TESTS, rounds);
    assertThat(parsed(svg).getElementsByTagName("circle").getLength()).isEqualTo(6);
    assertThat(count(svg, "class=\"band f0\"")).isEqualTo(2);
    assertThat(svg).contains("rounds &lt; &amp; &gt;", "<title>sixteen</title>", "foot");
    assertThat(svg(TESTS, rounds)).isEqualTo(svg);
  }

  @Test
  void whatHasNoPlaceOnAScaleByTensLiesInAStrip() throws Exception {
    Scale tens = new Scale(Spacing.TENS, "times", "at once", "never");
    Series series =
        new Series(
            "phi",
            Style.MARKS,
            List.of(
                new Point(1, 10, "on the scale"),
                new Point(0, 20, "left"),
                new Point(Double.POSITIVE_INFINITY, 5, "right"),
                new Point(Double.NaN, 5, "not drawn")));
    String svg = svg(new Panel("", tens, new Scale(Spacing.TENS, ""), List.of(series)));
    assertThat(parsed(svg).getElementsByTagName("circle").getLength())
        .as("with legend")
        .isEqualTo(4);
    assertThat(count(svg, "class=\"strip\"")).isEqualTo(2);
    assertThat(svg).contains(">at once<", ">never<", ">phi<").doesNotContain("not drawn", "NaN");
  }

  @Test
  void panelWithoutPointsSaysSo() throws Exception {
    String svg = svg(new Panel("", SIZES, VALUES, List.of(new Series("", Style.DOTS, List.of()))));
    assertThat(parsed(svg).getElementsByTagName("circle").getLength()).isZero();
    assertThat(svg).contains(">nothing<").doesNotContain("NaN", "Infinity");
  }

  @Test
  void dotsOfOneSizeLieBesideEachOtherAndGuidesAcross() throws Exception {
    Series dots =
        new Series("crash", Style.DOTS, List.of(new Point(4, 1, "a"), new Point(4, 1, "b")));
    Panel panel =
        new Panel("", SIZES, VALUES, List.of(dots), List.of(new Guide(false, 1, "from here on")));
    Document picture = parsed(svg(panel));
    assertThat(picture.getElementsByTagName("circle").item(1).getAttributes().getNamedItem("cx"))
        .isNotEqualTo(
            picture.getElementsByTagName("circle").item(2).getAttributes().getNamedItem("cx"));
    assertThat(svg(panel)).contains("from here on", "class=\"across\"");
  }

  @Test
  void wideRangesAreLogarithmic() {
    assertThat(Axis.values(1, 240, 0, 100).isLog()).isTrue();
    assertThat(Axis.values(1, 4, 0, 100).isLog()).isFalse();
    assertThat(Axis.values(0, 1e9, 0, 100).isLog()).isFalse();
  }

  @Test
  void ticksAreRoundAndCoverTheRange() {
    assertThat(Axis.values(1, 4.5, 0, 100).ticks()).containsExactly(0.0, 1.0, 2.0, 3.0, 4.0, 5.0);
    assertThat(Axis.values(3, 2500, 0, 100).ticks()).containsExactly(10.0, 100.0, 1000.0);
    assertThat(Axis.values(0, 0, 0, 100).ticks()).containsExactly(0.0, 1.0);
  }

  @Test
  void doublingTakesEqualSteps() {
    Axis x = Axis.doubling(List.of(4.0, 8.0, 16.0), 0, 100);
    assertThat(x.place(8)).isEqualTo(50, org.assertj.core.data.Offset.offset(1e-9));
    assertThat(Axis.doubling(List.of(7.0), 0, 100).place(7))
        .isEqualTo(50, org.assertj.core.data.Offset.offset(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "1.5,1.5",
    "1024,1024",
    "20000,20k",
    "1500000,1.5M",
    "0.001,0.001",
    "-3,-3",
    "NaN,-",
    "Infinity,never"
  })
  void labelsAreShort(double value, String label) {
    assertThat(Axis.label(value)).isEqualTo(label);
  }
}
