package coterie.lab.compare;

import coterie.lab.chart.Axis;
import coterie.lab.chart.Chart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Measures over the size of the group, two panels in a row: one line for each protocol, and from
 * each of its points a whisker up to how far it reaches.
 */
final class SizeChart {
  private final List<Integer> sizes;
  private final List<Chart.Panel> panels = new ArrayList<>();
  private String value = "";
  private String reach = "";

  SizeChart(List<Integer> sizes) {
    this.sizes = sizes;
  }

  /**
   * Begins a panel.
   *
   * @param newValue what the lines go through, such as the median
   * @param newReach what the whiskers go up to; empty if there are none
   */
  void begin(String title, String newValue, String newReach) {
    value = newValue;
    reach = newReach;
    panels.add(
        new Chart.Panel(
            title,
            new Chart.Scale(Chart.Spacing.DOUBLING, "processes"),
            new Chart.Scale(Chart.Spacing.TENS, "", "", "never"),
            new ArrayList<>()));
  }

  /** Adds a protocol to the panel. */
  void add(String name, IntToDoubleFunction values, IntToDoubleFunction reaches) {
    List<Chart.Point> points = new ArrayList<>();
    for (int size : sizes) {
      double from = values.applyAsDouble(size);
      double to = reach.isEmpty() ? from : reaches.applyAsDouble(size);
      String hint =
          "%s, %d processes: %s %s".formatted(name, size, value, Axis.label(from))
              + (reach.isEmpty() ? "" : ", %s %s".formatted(reach, Axis.label(to)));
      points.add(new Chart.Point(size, from, from, to, hint));
    }
    panels.getLast().series().add(new Chart.Series(name, Chart.Style.MARKS, points));
  }

  String svg(String title, String foot) {
    return new Chart(title, "nothing to show", List.of(foot), 2, panels).svg();
  }
}
