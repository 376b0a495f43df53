package coterie.lab.chart;

import coterie.lab.svg.Svg;
import java.util.List;

/**
 * Events over group sizes, one panel for each measure, side by side: a dot for every event, those
 * of one group beside each other in their order. Scales are those of {@link Plot}.
 */
public final class EventPlot {
  /** One event. */
  public record Dot(double nodes, double value, boolean isCrash, String hint) {}

  /** One measure. */
  public record Panel(String name, List<Dot> dots) {
    public Panel {
      dots = List.copyOf(dots);
    }
  }

  private static final double PANEL = 312;
  private static final double WIDTH = 244;
  private static final double HEIGHT = 200;
  private static final double LEFT = 58;
  private static final double TOP = 84;
  private static final double BOTTOM = TOP + HEIGHT;
  private static final double WIDTH_MIN = 420;

  /** How far the dots of one group reach to both sides, at most. */
  private static final double ASIDE = 14;

  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .panel{font-size:12px;font-weight:bold;fill:#1b2733;text-anchor:middle}
      .muted{font-size:11px;fill:#6b7885;text-anchor:middle}
      .legend{font-size:11px;fill:#1b2733}
      .x{font-size:10px;fill:#3b4856;text-anchor:middle}
      .y{font-size:10px;fill:#3b4856;text-anchor:end}
      .back{fill:#f7f9fb}
      .grid{stroke:#dfe4ea;stroke-width:1}
      .axis{stroke:#6b7885;stroke-width:1.2}
      .crash{fill:#d02f27;fill-opacity:0.75}
      .recover{fill:#23843c;fill-opacity:0.75}
      """;

  private final Svg svg;

  private EventPlot(Svg svg) {
    this.svg = svg;
  }

  /**
   * Draws the panels.
   *
   * @param foot what is not drawn; may be empty
   */
  public static String svg(String title, String foot, List<Panel> panels) {
    if (panels.stream().allMatch(panel -> panel.dots().isEmpty())) {
      throw new IllegalArgumentException(
          "no event has come to an end, so there is nothing to draw");
    }
    double width = Math.max(WIDTH_MIN, panels.size() * PANEL + 12);
    Svg svg = new Svg(width, BOTTOM + (foot.isEmpty() ? 52 : 74), title, STYLE);
    svg.text("title", 18, 28, title);
    svg.circle("crash", 24, 48, 4, null);
    svg.text("legend", 34, 52, "crash");
    svg.circle("recover", 92, 48, 4, null);
    svg.text("legend", 102, 52, "recovery");
    EventPlot plot = new EventPlot(svg);
    for (int i = 0; i < panels.size(); i++) {
      plot.panel(panels.get(i), LEFT + i * PANEL);
    }
    if (!foot.isEmpty()) {
      svg.text("muted", width / 2, BOTTOM + 60, foot);
    }
    return svg.finish();
  }

  private void panel(Panel panel, double left) {
    List<Dot> dots = panel.dots();
    List<Double> sizes = dots.stream().map(Dot::nodes).distinct().sorted().toList();
    Axis x = Axis.doubling(sizes, left, left + WIDTH);
    double least = dots.stream().mapToDouble(Dot::value).min().orElseThrow();
    double greatest = dots.stream().mapToDouble(Dot::value).max().orElseThrow();
    Axis y = Axis.values(least, greatest, BOTTOM, TOP);
    svg.text("panel", left + WIDTH / 2, TOP - 14, panel.name());
    svg.rect("back", left, TOP, WIDTH, HEIGHT, 0, null);
    scales(x, y, left);
    svg.text("muted", left + WIDTH / 2, BOTTOM + 34, "processes");
    double reach = reach(sizes, x);
    for (double size : sizes) {
      dots(dots.stream().filter(dot -> dot.nodes() == size).toList(), x.place(size), y, reach);
    }
  }

  /** Not so far that two groups meet. */
  private static double reach(List<Double> sizes, Axis x) {
    double reach = ASIDE;
    for (int i = 1; i < sizes.size(); i++) {
      double gap = x.place(sizes.get(i)) - x.place(sizes.get(i - 1));
      reach = Math.min(reach, gap * 0.4);
    }
    return reach;
  }

  private void dots(List<Dot> group, double middle, Axis y, double reach) {
    for (int i = 0; i < group.size(); i++) {
      Dot dot = group.get(i);
      double aside = group.size() == 1 ? 0 : (2.0 * i / (group.size() - 1) - 1) * reach;
      String look = dot.isCrash() ? "crash" : "recover";
      svg.circle(look, middle + aside, y.place(dot.value()), 2.6, dot.hint());
    }
  }

  private void scales(Axis x, Axis y, double left) {
    for (double at : y.named()) {
      svg.line("grid", left, y.place(at), left + WIDTH, y.place(at));
      svg.text("y", left - 7, y.place(at) + 3.5, Axis.label(at));
    }
    double free = 0;
    for (double at : x.ticks()) {
      svg.line("axis", x.place(at), BOTTOM, x.place(at), BOTTOM + 4);
      double half = Svg.widthOf(Axis.label(at), 10) / 2;
      if (x.place(at) - half >= free) {
        svg.text("x", x.place(at), BOTTOM + 16, Axis.label(at));
        free = x.place(at) + half + 4;
      }
    }
    svg.line("axis", left, BOTTOM, left + WIDTH, BOTTOM);
    svg.line("axis", left, TOP, left, BOTTOM);
  }
}
