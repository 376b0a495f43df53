package coterie.lab.picture;

import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.picture.Story.Mark;
import coterie.lab.picture.instants.Detail;
import coterie.lab.picture.instants.Reigns;
import coterie.lab.svg.Svg;
import coterie.sim.check.Moment;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as a picture: a lane for every process, time from top to bottom, one row for every instant
 * at which something happened. Messages and tests are arrows; what a process knows of the others
 * stands on its lane, green and red where it has tested itself, blue where it has learned. A bar
 * along a lane says that its process leads, waits for a lock, or is inside it; its colour says in
 * which state of an election the process is.
 */
public final class SpaceTime {
  private static final long MILLISECOND = 1_000_000;

  /** A run with fewer events is drawn whole, unless the picture gets higher than that. */
  private static final int EVENTS_WHOLE = 3000;

  private static final double HEIGHT_WHOLE = 1300;

  /** With more arrows, those are left out that changed nothing. */
  private static final int ARROWS_MAX = 150;

  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final Crowns crowns;
  private final Bars bars;
  private final Coats coats;
  private final Folds folds;
  private final Labels labels;
  private final Conflict conflict;

  private SpaceTime(
      Story story,
      Grid grid,
      Svg svg,
      Crowns crowns,
      Bars bars,
      Coats coats,
      Folds folds,
      Conflict conflict) {
    this.conflict = conflict;
    this.crowns = crowns;
    this.coats = coats;
    this.bars = bars;
    this.story = story;
    this.grid = grid;
    this.svg = svg;
    this.folds = folds;
    this.labels = new Labels(svg, grid.left, grid.width() - 8, grid.bottom() - 2);
  }

  /**
   * The picture of a run, as SVG, from a trace of all kinds.
   *
   * @param name what ran, such as "raft, seed 7"
   */
  public static String svg(String name, View members, List<TraceEvent> events, long untilNanos) {
    return svg(name, members, events, untilNanos, List.of());
  }

  /** The same, with a bar along the lane of whoever led. */
  public static String svg(
      String name, View members, List<TraceEvent> events, long untilNanos, Reigns reigns) {
    return svg(name, members, events, untilNanos, reigns.all());
  }

  /**
   * The same, with a ring around each event that conflicts with the others.
   *
   * @param conflict where and when these events happened
   */
  public static String svg(
      String name,
      View members,
      List<TraceEvent> events,
      long untilNanos,
      List<Reigns.Reign> reigns,
      List<Moment> conflict) {
    return picture(name, members, events, untilNanos, reigns, conflict);
  }

  static String svg(
      String name,
      View members,
      List<TraceEvent> events,
      long untilNanos,
      List<Reigns.Reign> reigns) {
    return picture(name, members, events, untilNanos, reigns, List.of());
  }

  private static String picture(
      String name,
      View members,
      List<TraceEvent> events,
      long untilNanos,
      List<Reigns.Reign> reigns,
      List<Moment> moments) {
    List<Sections.Section> sections = Sections.of(events, untilNanos);
    Story story = story(members, events, untilNanos, sections, moments);
    Grid grid = new Grid(story);
    Heights heights = new Heights(story, grid, untilNanos);
    Crowns crowns = new Crowns(story, grid, reigns, heights);
    Bars bars = new Bars(story, grid, sections, heights);
    Coats coats = new Coats(story, grid, Phases.of(events, untilNanos), heights);
    Conflict conflict = new Conflict(story, grid, moments);
    Legend legend = new Legend(story, grid, crowns, bars, coats, conflict);
    Head head = new Head(title(name, members.size(), untilNanos), story, grid, legend);
    grid.below(head.height());
    String style =
        Look.STYLE
            + (reigns.isEmpty() ? "" : Look.REIGNS)
            + (sections.isEmpty() ? "" : Look.SECTIONS)
            + (coats.isEmpty() ? "" : Look.PHASES)
            + (conflict.isEmpty() ? "" : Look.CONFLICT)
            + (story.hasStamps ? Look.STAMPS : "")
            + (grid.bands.stream().allMatch(band -> band.sentences().isEmpty())
                ? ""
                : Look.SENTENCES);
    Svg svg = new Svg(grid.width(), grid.height(), head.title(), style);
    Folds folds = new Folds(story, grid, events);
    new SpaceTime(story, grid, svg, crowns, bars, coats, folds, conflict).draw(head);
    return svg.finish();
  }

  /**
   * A short run with every instant; else one in which routine is folded, and dense ones thinned.
   */
  private static Story story(
      View members,
      List<TraceEvent> events,
      long until,
      List<Sections.Section> sections,
      List<Moment> conflict) {
    List<Long> warnings = new ArrayList<>();
    conflict.forEach(moment -> warnings.add(moment.atNanos()));
    sections.stream()
        .filter(section -> section.stage() == Sections.Stage.TOGETHER)
        .forEach(section -> warnings.add(section.fromNanos()));
    if (events.size() <= EVENTS_WHOLE) {
      Story whole = new Story(members, events, until, warnings, Detail.WHOLE);
      Grid grid = new Grid(whole);
      if (grid.height() <= HEIGHT_WHOLE && !isTangle(whole, grid, sections)) {
        return whole;
      }
    }
    Story folded = new Story(members, events, until, warnings, Detail.FOLDED);
    return isTangle(folded, new Grid(folded), sections)
        ? new Story(members, events, until, warnings, Detail.THINNED)
        : folded;
  }

  /**
   * Whether there are more arrows than an eye can follow. Where every message is a step to the next
   * one, as with locks, tests and stamps, none of them can be missed.
   */
  private static boolean isTangle(Story story, Grid grid, List<Sections.Section> sections) {
    return sections.isEmpty()
        && !story.hasVectors
        && !story.hasStamps
        && story.flights.all().stream().filter(flight -> grid.isSeen(flight)).count() > ARROWS_MAX;
  }

  private static String title(String name, int size, long until) {
    String processes = size == 1 ? "1 process" : size + " processes";
    return name + ", " + processes + ", until " + TimeText.format(until);
  }

  private void draw(Head head) {
    head.draw(svg);
    names(grid.head() - 4);
    rulers();
    coats.draw(svg);
    crowns.bars(svg);
    lanes();
    bars.draw(svg);
    Arrows arrows = new Arrows(story, grid, svg);
    arrows.draw(labels);
    Cells cells = new Cells(grid, svg);
    Marks marks = new Marks(grid, svg, labels);
    for (Band band : grid.bands) {
      band.vectors().forEach(vector -> cells.draw(vector, grid.vectorTop(band)));
      if (!band.vectors().isEmpty()) {
        double top = grid.vectorTop(band);
        labels.take(new Pen.Box(grid.left, top, grid.labels(), top + grid.cellHeight));
      }
      marks.draw(band);
      labels(band);
    }
    grid.bands.forEach(this::sentences);
    folds();
    crowns.terms(labels);
    coats.words(labels);
    conflict.draw(svg, labels);
    arrows.names(labels);
    names(grid.bottom() + 16);
  }

  static String count(int number, String what) {
    String plural = what.endsWith("s") ? "es" : "s";
    return number + " " + what + (number == 1 ? "" : plural);
  }

  private void names(double y) {
    double size = grid.hasWords ? 11 : 10;
    for (int lane = 0; lane < story.lanes.size(); lane++) {
      double room = grid.column - 4;
      String name = Svg.shortened(story.lanes.node(lane).toString(), size * Svg.BOLD, room);
      double width = Math.min(room + 2, Svg.widthOf(name, size) * Svg.BOLD + 10);
      svg.rect("chip", grid.x(lane) - width / 2, y - 14, width, 19, 9, null);
      svg.text(grid.hasWords ? "name" : "name small", grid.x(lane), y - 0.5, name);
    }
  }

  private void rulers() {
    double lastLabel = 0;
    for (int i = 0; i < grid.bands.size(); i++) {
      Band band = grid.bands.get(i);
      double y = grid.y(band, 0);
      if (i % 2 == 1) {
        svg.rect("stripe", 1, grid.top(band), grid.width() - 2, band.height(), 0, null);
      }
      if (y - lastLabel >= 13) {
        labels.write(Pen.TIME, grid.left - 14, y + 3.5, story.instants.label(band.number()));
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
      double from = grid.head() + 2;
      String look = "lane";
      for (int row = 0; row < story.rows.size(); row++) {
        for (Mark mark : changes(row, lane)) {
          double y = y(row, mark);
          svg.line(look, grid.x(lane), from, grid.x(lane), y);
          from = y;
          look = lookAfter(mark.sign());
        }
      }
      svg.line(look, grid.x(lane), from, grid.x(lane), grid.bottom() + 2);
    }
  }

  private List<Mark> changes(int row, int lane) {
    List<Mark> changes = new ArrayList<>();
    for (Story.Op op : story.rows.get(row).ops()) {
      if (op instanceof Mark mark && mark.lane() == lane && mark.sign().changesLane()) {
        changes.add(mark);
      }
    }
    return changes;
  }

  /** The height of a mark; what is left out happens in the fold. */
  private double y(int row, Mark mark) {
    Band band = grid.band(row);
    if (band != null) {
      for (Band.Placed placed : band.placed()) {
        if (placed.op().equals(mark)) {
          return grid.y(band, placed.track());
        }
      }
    }
    return grid.top(row) + Grid.FOLD / 2;
  }

  private static String lookAfter(Story.Sign sign) {
    return switch (sign) {
      case CRASH -> "lane down";
      case PAUSE -> "lane still";
      case RECOVER, RESUME, DOT, ACCUSED, CLEARED, LEADS, PHASE -> "lane";
    };
  }

  /** What the script says stands across all lanes, above what happens then. */
  private void sentences(Band band) {
    if (band.sentences().isEmpty()) {
      return;
    }
    double left = grid.left - 4;
    double top = grid.top(band);
    double right = grid.width() - 12;
    svg.rect("said", left, top + 2, right - left, band.head() - 3, 4, null);
    labels.take(new Pen.Box(left, top + 2, right, top + band.head() - 1));
    double y = top + 13.5;
    for (String line : band.sentences()) {
      labels.write(Pen.SENTENCE, left + 8, y, line);
      y += Grid.SENTENCE_LINE;
    }
  }

  private void labels(Band band) {
    double x = grid.labels();
    double y = grid.top(band) + band.head() + 11;
    for (String line : band.labels()) {
      labels.write(Pen.FAULT, x, y, line);
      y += Grid.LABEL_LINE;
    }
    double bottom = grid.top(band) + band.height() - 1;
    if (band.more() > 0) {
      labels.write(Pen.MORE, grid.left + 2, bottom - 3, "and " + band.more() + " more");
    }
    y = bottom - 26 * band.row().verdicts().size() + 10;
    for (Record verdict : band.row().verdicts()) {
      svg.line("verdictline", grid.left - 4, bottom, grid.width() - 16, bottom);
      labels.write(Pen.VERDICT, x, y, Pen.VERDICT.shortened(headline(verdict), grid.sideRoom()));
      labels.write(Pen.DETAIL, x, y + 12, Pen.DETAIL.shortened(detail(verdict), grid.sideRoom()));
      y += 26;
    }
  }

  private static String headline(Record verdict) {
    if (verdict instanceof Diagnosed diagnosed) {
      String event = diagnosed.event().equals("recover") ? "recovery" : diagnosed.event();
      String fate = diagnosed.isDiagnosed() ? " diagnosed" : " not diagnosed";
      return event + " of " + diagnosed.node() + fate;
    }
    return verdict.getClass().getSimpleName();
  }

  private static String detail(Record verdict) {
    if (!(verdict instanceof Diagnosed diagnosed)) {
      String text = Lines.text(verdict);
      return text.substring(verdict.getClass().getSimpleName().length()).strip();
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

  private void folds() {
    for (int i = 0; i < grid.folds.size(); i++) {
      double top = grid.top(grid.folds.get(i));
      double width = grid.width() - grid.left - 12;
      svg.rect("break", grid.left - 4, top + 2, width, Grid.FOLD - 4, 4, null);
      String words = folds.words(i, width - 16);
      labels.write(Pen.FOLD, grid.left - 4 + width / 2, top + 14.5, words);
    }
  }
}
