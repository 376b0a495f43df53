package coterie.sim.picture;

import coterie.sim.picture.Story.Mark;
import org.jspecify.annotations.Nullable;

/** Draws messages and tests as arrows, and what happens on one lane as marks. */
final class Arrows {
  private static final int LABELS_MAX = 160;
  private static final double HALF = 0.5;

  private final Story story;
  private final Grid grid;
  private final Svg svg;
  private final double head;

  Arrows(Story story, Grid grid, Svg svg) {
    this.story = story;
    this.grid = grid;
    this.svg = svg;
    this.head = grid.isDense ? 5 : 7;
  }

  /** The messages that take time, or get lost on their way. */
  void slanted() {
    for (Flight flight : story.flights.all()) {
      if (flight.fromRow >= 0 && flight.toRow >= 0 && !flight.isLevel() && !flight.isHidden()) {
        slanted(flight);
      }
    }
  }

  private void slanted(Flight flight) {
    double x1 = grid.x(flight.from);
    double x2 = grid.x(flight.to);
    double y1 = grid.y(grid.bands.get(flight.fromRow), flight.first.startTrack);
    double y2 = grid.y(grid.bands.get(flight.toRow), flight.endTrack);
    switch (flight.fate) {
      case LOST, UNDER_WAY -> {
        double x = x1 + halfWay(flight);
        double y = y1 + grid.track * 1.2;
        boolean isLost = flight.fate == Flight.Fate.LOST;
        line(isLost ? "lost" : "sent", x1, y1, x, y, flight.hint);
        if (isLost) {
          cross("lostx", x, y, 3.5);
        }
      }
      case REFUSED -> {
        line("lost", x1, y1, x2, y2, flight.hint);
        cross("lostx", x2, y2, 3.5);
      }
      default -> {
        arrow("sent", x1, y1, x2, y2, flight.hint);
        label(flight, y1, y2);
      }
    }
  }

  /** Half way, but never on a lane, where it would seem to have arrived. */
  private double halfWay(Flight flight) {
    int far = flight.to - flight.from;
    double lanes = far % 2 == 0 ? far / 2.0 - Integer.signum(far) * 0.3 : far / 2.0;
    return lanes * grid.column;
  }

  /** What starts and ends in one row. */
  void level(Grid.Band band) {
    for (Grid.Placed placed : band.placed()) {
      double y = grid.y(band, placed.track());
      switch (placed.op()) {
        case Flight flight when flight.isLevel() -> level(flight, y);
        case Flight flight -> {}
        case Mark mark -> mark(mark, y);
        case StampedEvent event -> stamped(event, y);
        case Flight.Arrival arrival -> {}
      }
    }
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
      case REFUSED -> {
        line("lost", x1, y, x2, y, flight.hint);
        cross("lostx", x2, y, head * 0.5);
      }
      default -> {
        arrow("sent", x1, y, x2, y, flight.hint);
        label(flight, y, y);
      }
    }
  }

  /** Near the receiver, because what is sent to many starts from one point. */
  private void label(Flight flight, double y1, double y2) {
    boolean isSparse = !grid.isDense && story.flights.all().size() <= LABELS_MAX;
    int far = flight.to - flight.from;
    if (isSparse && far != 0 && Svg.widthOf(flight.name, 9) + 24 < grid.column) {
      double x = grid.x(flight.to) - Integer.signum(far) * grid.column * HALF;
      double y = y2 - (y2 - y1) * HALF / Math.abs(far);
      svg.text("message", x, y - 1.5, flight.name);
    }
  }

  private void mark(Mark mark, double y) {
    double x = grid.x(mark.lane());
    switch (mark.sign()) {
      case CRASH -> {
        cross("crash", x, y, grid.isDense ? 4 : 5);
        svg.text("crashtext", x + 9, y + 3.5, mark.name());
      }
      case RECOVER -> {
        svg.circle("recover", x, y, grid.isDense ? 3.5 : 4.5, mark.hint());
        svg.text("recovertext", x + 9, y + 3.5, mark.name());
      }
      case PAUSE, RESUME -> {
        svg.rect("pause", x - 4, y - 4, 8, 8, 0, mark.hint());
        svg.text("pausetext", x + 9, y + 3.5, mark.name());
      }
      case DOT -> dot("dot", mark, x, y);
      case ACCUSED -> dot("accused", mark, x, y);
      case CLEARED -> dot("cleared", mark, x, y);
    }
  }

  private void stamped(StampedEvent event, double y) {
    double x = grid.x(event.lane());
    svg.circle("stampdot", x, y, 3.5, event.hint());
    if (grid.isDense) {
      return;
    }
    for (StampedEvent.Word word : event.words(grid.labelRoom())) {
      svg.text(word.look(), x + 8 + word.x(), y + 3 + word.line() * grid.track, word.text());
    }
  }

  private void dot(String look, Mark mark, double x, double y) {
    svg.circle(look, x, y, 3, mark.hint());
    String name = shortened(mark.name(), grid.labelRoom());
    if (!grid.isDense && name.length() > 1) {
      svg.text(look + "text", x + 6, y + 3, name);
    }
  }

  /** As much of it as there is room for. */
  private static String shortened(String name, double room) {
    String shown = name;
    while (Svg.widthOf(shown, 9) > room && shown.length() > 1) {
      shown = shown.substring(0, shown.length() - 2).stripTrailing() + "…";
    }
    return shown;
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
    String out = Svg.number(2 * size);
    svg.path(
        look,
        "M%s %sl%s %sm-%s 0l%s -%s"
            .formatted(Svg.number(x - size), Svg.number(y - size), out, out, out, out, out),
        null);
  }
}
