package coterie.lab.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.lab.chart.Plot.Point;
import coterie.lab.chart.Plot.Series;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PlotTest {
  private static final Series TESTS =
      new Series(
          "tests",
          List.of(new Point(4, 1, 6, 12), new Point(8, 3, 30, 60), new Point(16, 9, 100, 240)));
  private static final Series ROUNDS =
      new Series("rounds < & >", List.of(new Point(4, 1, 1.5, 2), new Point(8, 1, 3, 4)));

  @Test
  void everyMeasureHasAPanelWithBandAndMean() throws Exception {
    String svg = Plot.svg("vring", "processes", List.of(TESTS, ROUNDS));
    Document picture =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertThat(picture.getElementsByTagName("circle").getLength()).isEqualTo(5);
    assertThat(svg).contains("band0", "mean0", "band1", "mean1", "rounds &lt; &amp; &gt;");
    assertThat(Plot.svg("vring", "processes", List.of(TESTS, ROUNDS))).isEqualTo(svg);
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
  @CsvSource({"0,0", "1.5,1.5", "1024,1024", "20000,20k", "1500000,1.5M", "0.001,0.001", "-3,-3"})
  void labelsAreShort(double value, String label) {
    assertThat(Axis.label(value)).isEqualTo(label);
  }

  @Test
  void pointsThatCannotBeAreRejected() {
    assertThatThrownBy(() -> new Point(4, 3, 2, 5)).hasMessageContaining("min <= mean <= max");
    assertThatThrownBy(() -> new Point(0, 1, 2, 3)).hasMessageContaining("x > 0");
    assertThatThrownBy(() -> new Point(1, 1, 2, Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Series("tests", List.of())).hasMessageContaining("no points");
  }
}
