package coterie.sim.picture;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.check.Diagnosis.Diagnosed;
import coterie.sim.picture.Story.Mark;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as a picture: a lane for every process, time from top to bottom, one row for every instant
 * at which something happened. Messages and tests are arrows; what a process knows of the others
 * stands on its lane, green and red where it has tested itself, blue where it has learned. A bar
 * along a lane says that its process leads, waits for a lock, or is inside it.
 */
public final class SpaceTime {
  private static final int LABEL_MAX = 32;
  private static final long MILLISECOND = 1_000_000;

  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final Crowns crowns;
  private final Bars bars;

  private SpaceTime(Story story, Grid grid, Svg svg, Crowns crowns, Bars bars) {
    this.crowns = crowns;
    this.bars = bars;
    this.story = story;
    this.grid = grid;
    this.svg = svg;
  }

  /** The picture of a run, as SVG, from a trace of all kinds. */
  public static String svg(View members, List<TraceEvent> events, long untilNanos) {
    return svg(members, events, untilNanos, List.of());
  }

  /** The same, with a bar along the lane of whoever led. */
  public static String svg(View members, List<TraceEvent> events, long untilNanos, Reigns reigns) {
    return svg(members, events, untilNanos, reigns.all());
  }

  static String svg(
      View members, List<TraceEvent> events, long untilNanos, List<Reigns.Reign> reigns) {
    Story story = new Story(members, events, untilNanos);
    Grid grid = new Grid(story);
    String title = title(members.size(), untilNanos);
    List<Sections.Section> sections = Sections.of(events, untilNanos);
    String style =
        Look.STYLE
            + (reigns.isEmpty() ? "" : Look.REIGNS)
            + (sections.isEmpty() ? "" : Look.SECTIONS)
            + (story.hasStamps ? Look.STAMPS : "")
            + (grid.bands.stream().allMatch(band -> band.sentences().isEmpty())
                ? ""
                : Look.SENTENCES);
    Svg svg = new Svg(grid.width(), grid.height(), title, style);
    Heights heights = new Heights(story, grid, untilNanos);
    Crowns crowns = new Crowns(story, grid, svg, reigns, heights);
    Bars bars = new Bars(story, grid, svg, sections, heights);
    new SpaceTime(story, grid, svg, crowns, bars).draw(title);
    return svg.finish();
  }

  private static String title(int size, long until) {
    String processes = size == 1 ? "1 process" : size + " processes";
    return processes + ", until " + TimeText.format(until);
  }

  private void draw(String title) {
    head(title);
    rulers();
    crowns.bars();
    lanes();
    bars.draw();
    Arrows arrows = new Arrows(story, grid, svg);
    arrows.slanted();
    for (int i = 0; i < grid.bands.size(); i++) {
      arrows.level(grid.bands.get(i));
    }
    crowns.terms();
    Cells cells = new Cells(grid, svg);
    for (Grid.Band band : grid.bands) {
      band.vectors().forEach(vector -> cells.draw(vector, grid.vectorTop(band)));
      labels(band);
    }
    grid.bands.forEach(this::sentences);
    breaks();
    names(grid.bottom + 16);
  }

  private void head(String title) {
    svg.text("title", 18, 28, title);
    svg.text("muted", 18 + Svg.widthOf(title, 16) * 1.1 + 14, 28, summary());
    new Legend(story, grid, svg, crowns, bars).draw(18, 52, grid.width() - 18);
    names(Grid.HEAD - 4);
  }

  private String summary() {
    List<String> parts = new ArrayList<>();
    parts.add(count(story.messages, "message"));
    parts.add(count(story.faults, "fault"));
    if (story.instants.isShared()) {
      parts.add("%d instants in %d rows".formatted(story.instants.instants(), story.rows.size()));
    }
    if (story.drawnOneOf > 1) {
      parts.add("1 of %d messages drawn, no notes".formatted(story.drawnOneOf));
    }
    if (story.lanes.leftOut() > 0) {
      parts.add(count(story.lanes.leftOut(), "process") + " without a lane");
    }
    return String.join(" · ", parts);
  }

  private static String count(int number, String what) {
    String plural = what.endsWith("s") ? "es" : "s";
    return number + " " + what + (number == 1 ? "" : plural);
  }

  private void names(double y) {
    for (int lane = 0; lane < story.lanes.size(); lane++) {
      String name = story.lanes.node(lane).toString();
      double width = Math.min(grid.column - 2, Svg.widthOf(name, 11) + 12);
      svg.rect("chip", grid.x(lane) - width / 2, y - 14, width, 19, 9, null);
      svg.text(grid.isDense ? "name small" : "name", grid.x(lane), y - 0.5, name);
    }
  }

  private void rulers() {
    double lastLabel = 0;
    for (int i = 0; i < grid.bands.size(); i++) {
      Grid.Band band = grid.bands.get(i);
      double y = grid.y(band, 0);
      if (i % 2 == 1) {
        svg.rect("stripe", 1, band.top(), grid.width() - 2, band.height(), 0, null);
      }
      if (y - lastLabel >= 11) {
        svg.text("time", grid.left - 14, y + 3.5, story.instants.label(i));
        lastLabel = y;
      }
      if (!band.row().faults().isEmpty()) {
        svg.line("faultline", grid.left - 4, y, grid.labels() - 4, y);
      }
      svg.line("tick", grid.left - 9, y, grid.left - 4, y);
    }
  }

  private void lanes() {
    for (int lane = 0; lane < story.lanes.size(); lane++) {
      double from = Grid.HEAD + 2;
      String look = "lane";
      for (Grid.Band band : grid.bands) {
        for (Grid.Placed placed : band.placed()) {
          if (placed.op() instanceof Mark mark && mark.lane() == lane && !mark.sign().isDot()) {
            double y = grid.y(band, placed.track());
            svg.line(look, grid.x(lane), from, grid.x(lane), y);
            from = y;
            look = lookAfter(mark.sign());
          }
        }
      }
      svg.line(look, grid.x(lane), from, grid.x(lane), grid.bottom + 2);
    }
  }

  private static String lookAfter(Story.Sign sign) {
    return switch (sign) {
      case CRASH -> "lane down";
      case PAUSE -> "lane still";
      case RECOVER, RESUME, DOT, ACCUSED, CLEARED -> "lane";
    };
  }

  /** What the script says stands across all lanes, above what happens then. */
  private void sentences(Grid.Band band) {
    if (band.sentences().isEmpty()) {
      return;
    }
    double left = grid.left - 4;
    svg.rect("said", left, band.top() + 2, grid.width() - left - 12, band.head() - 3, 4, null);
    double y = band.top() + 13.5;
    for (String line : band.sentences()) {
      svg.text("saidtext", left + 8, y, line);
      y += Grid.SENTENCE_LINE;
    }
  }

  private void labels(Grid.Band band) {
    double x = grid.labels();
    double y = band.top() + band.head() + 11;
    for (String fault : band.row().faults()) {
      svg.text("fault", x, y, shortened(fault));
      y += 13;
    }
    double bottom = band.top() + band.height() - 1;
    y = bottom - 26 * band.row().verdicts().size() + 10;
    for (Record verdict : band.row().verdicts()) {
      svg.line("verdictline", grid.left - 4, bottom, grid.width() - 16, bottom);
      svg.text("verdict", x, y, headline(verdict));
      svg.text("detail", x, y + 12, detail(verdict));
      y += 26;
    }
  }

  private static String headline(Record verdict) {
    if (verdict instanceof Diagnosed diagnosed) {
      String event = diagnosed.event().equals("recover") ? "recovery" : diagnosed.event();
      String fate = diagnosed.isDiagnosed() ? " diagnosed" : " not diagnosed";
      return event + " of " + diagnosed.node() + fate;
    }
    return shortened(verdict.getClass().getSimpleName());
  }

  private static String detail(Record verdict) {
    if (!(verdict instanceof Diagnosed diagnosed)) {
      String text = Lines.text(verdict);
      return shortened(text.substring(verdict.getClass().getSimpleName().length()).strip());
    }
    Long latency = diagnosed.latencyNanos();
    return "%s, %s%s"
        .formatted(
            count((int) diagnosed.tests(), "test"),
            count((int) diagnosed.rounds(), "round"),
            latency == null ? "" : ", after " + rounded(latency));
  }

  /** To the millisecond, unless there would be little left of it. */
  private static String rounded(long nanos) {
    boolean isShort = nanos < 100 * MILLISECOND;
    return TimeText.format(isShort ? nanos : nanos - nanos % MILLISECOND);
  }

  private static String shortened(String words) {
    return words.length() <= LABEL_MAX ? words : words.substring(0, LABEL_MAX - 1) + "…";
  }

  private void breaks() {
    for (int i = 0; i <= grid.bands.size(); i++) {
      int leftOut = story.instants.leftOutBefore(i);
      if (leftOut > 0) {
        double top = i == grid.bands.size() ? grid.bottom - 6 : grid.bands.get(i).top();
        svg.rect("break", grid.left - 4, top - 20, grid.width() - grid.left - 12, 18, 4, null);
        svg.text("breaktext", grid.width() / 2, top - 7.5, count(leftOut, "instant") + " left out");
      }
    }
  }
}
