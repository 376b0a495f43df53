package coterie.lab.picture;

import coterie.lab.svg.Svg;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Draws messages and tests as arrows from lane to lane, and writes their names beside them. */
final class Arrows {
  private static final double HALF = 0.5;
  private static final double[] ASIDE = {0, 0.16, -0.16};

  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final double head;
  private final Set<String> drawn = new HashSet<>();

  Arrows(Story story, Grid grid, Svg svg) {
    this.story = story;
    this.grid = grid;
    this.svg = svg;
    this.head = grid.hasWords ? 7 : 5;
  }

  void draw(Labels labels) {
    for (Flight flight : story.flights.all()) {
      if (!flight.isLevel() && grid.isSeen(flight)) {
        slanted(flight);
      }
    }
    for (Band band : grid.bands) {
      for (Band.Placed placed : band.placed()) {
        if (placed.op() instanceof Flight flight && flight.isLevel()) {
          double y = grid.y(band, placed.track());
          level(flight, y);
          labels.line(grid.x(flight.from), grid.x(flight.to), y);
        }
      }
    }
  }

  /** The first of every kind get their names first, then all for whose names there is room. */
  void names(Labels labels) {
    Set<String> kinds = new HashSet<>();
    Set<Flight> named = new HashSet<>();
    for (int round = 0; round < 2; round++) {
      for (Band band : grid.bands) {
        for (Band.Placed placed : band.placed()) {
          if (placed.op() instanceof Flight flight
              && !flight.name.isEmpty()
              && !flight.isTest()
              && (round == 1 ? !named.contains(flight) : !kinds.contains(flight.name))) {
            double y = grid.y(band, placed.track());
            double end = flight.isLevel() ? y : end(flight);
            if (isNamed(labels, flight, y, end)) {
              kinds.add(flight.name);
              named.add(flight);
            }
          }
        }
      }
    }
  }

  private void slanted(Flight flight) {
    double x1 = grid.x(flight.from);
    double x2 = grid.x(flight.to);
    double y1 = start(flight);
    double y2 = end(flight);
    if (!drawn.add("%s %d %d %s %s".formatted(flight.fate, flight.from, flight.to, y1, y2))) {
      return; // Many that come from one fold are one arrow.
    }
    switch (flight.fate) {
      case LOST -> lost(flight, x1, y1, x2, y2);
      case REFUSED -> refused(flight, x1, y1, x2, y2);
      default -> arrow("sent", x1, y1, x2, y2, flight.hint);
    }
  }

  /** Where it starts; what was sent in a row that is left out comes from below the fold. */
  private double start(Flight flight) {
    Band band = grid.band(flight.fromRow);
    return band == null
        ? grid.top(flight.fromRow) + Grid.FOLD
        : grid.y(band, flight.first.startTrack);
  }

  /** Where it ends; what is under way when the run ends goes on to below the last row. */
  private double end(Flight flight) {
    if (flight.fate == Flight.Fate.UNDER_WAY) {
      return grid.bottom();
    }
    Band band = grid.band(flight.toRow);
    return band == null ? grid.top(flight.toRow) : grid.y(band, flight.endTrack);
  }

  private void level(Flight flight, double y) {
    double x1 = grid.x(flight.from);
    double x2 = grid.x(flight.to);
    if (flight.from == flight.to) {
      svg.circle("sentend", x1, y, head * 0.45, flight.hint);
      return;
    }
    switch (flight.fate) {
      case FOUND_CORRECT -> {
        svg.circle("foundend", x1, y, head * 0.35, null);
        arrow("found", x1, y, x2, y, flight.hint);
      }
      case FOUND_FAULTY -> {
        line("missed", x1, y, x2, y, flight.hint);
        cross("x", x2, y, head * 0.6);
      }
      case REFUSED -> refused(flight, x1, y, x2, y);
      case LOST -> lost(flight, x1, y, x2, y);
      default -> arrow("sent", x1, y, x2, y, flight.hint);
    }
  }

  private void refused(Flight flight, double x1, double y1, double x2, double y2) {
    line("lost", x1, y1, x2, y2, flight.hint);
    cross("lostx", x2, y2, head * HALF);
  }

  /** Up to a cross before the first lane on its way; from there on thin, to where it was to go. */
  private void lost(Flight flight, double x1, double y1, double x2, double y2) {
    double part = 0.7 / Math.abs(flight.to - flight.from);
    double x = x1 + (x2 - x1) * part;
    double y = y1 + (y2 - y1) * part;
    line("lost", x1, y1, x, y, flight.hint);
    line("lostrest", x, y, x2, y2, null);
    cross("lostx", x, y, head * HALF);
    String tip = Svg.number(x2 - Math.signum(x2 - x1) * head) + " ";
    svg.path(
        "lostrest",
        "M%s%sL%s %sL%s%s"
            .formatted(
                tip,
                Svg.number(y2 - head * 0.45),
                Svg.number(x2),
                Svg.number(y2),
                tip,
                Svg.number(y2 + head * 0.45)),
        null);
  }

  /** Near the receiver if there is room, because what is sent to many starts from one point. */
  private boolean isNamed(Labels labels, Flight flight, double y1, double y2) {
    int far = Math.abs(flight.to - flight.from);
    int sign = Integer.signum(flight.to - flight.from);
    double width = Pen.MESSAGE.widthOf(flight.name);
    int over = width + 20 < grid.column ? 1 : (int) Math.ceil((width + 20) / grid.column);
    for (int gap = 0; gap + over <= far; gap++) {
      for (double aside : ASIDE) {
        double back = gap + over * HALF + aside * (grid.column - width - 16) / grid.column * 3;
        double x = grid.x(flight.to) - sign * back * grid.column;
        double y = y2 - (y2 - y1) * back / far;
        if (labels.tryWrite(Pen.MESSAGE, x, y - 1.5, flight.name)) {
          return true;
        }
      }
    }
    return false;
  }

  private void arrow(
      String look, double x1, double y1, double x2, double y2, @Nullable String hint) {
    double length = StrictMath.sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1));
    double ux = (x2 - x1) / Math.max(1, length);
    double uy = (y2 - y1) / Math.max(1, length);
    double tipX = x2 - ux * 1.5;
    double tipY = y2 - uy * 1.5;
    double baseX = tipX - ux * head;
    double baseY = tipY - uy * head;
    double side = head * 0.45;
    line(look, x1, y1, baseX, baseY, hint);
    svg.path(
        look + "end",
        "M%s %sL%s %sL%s %sz"
            .formatted(
                Svg.number(tipX),
                Svg.number(tipY),
                Svg.number(baseX - uy * side),
                Svg.number(baseY + ux * side),
                Svg.number(baseX + uy * side),
                Svg.number(baseY - ux * side)),
        null);
  }

  private void line(
      String look, double x1, double y1, double x2, double y2, @Nullable String hint) {
    String steps =
        "M%s %sL%s %s".formatted(Svg.number(x1), Svg.number(y1), Svg.number(x2), Svg.number(y2));
    svg.path(look, steps, hint);
  }

  private void cross(String look, double x, double y, double size) {
    svg.cross(look, x, y, size, null);
  }
}
