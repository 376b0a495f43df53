package coterie.lab.picture;

import coterie.core.Note;
import coterie.core.TimeText;
import coterie.lab.picture.Sections.Section;
import coterie.lab.picture.Sections.Stage;
import coterie.lab.picture.Story.Mark;
import coterie.lab.picture.Story.Sign;
import coterie.lab.svg.Svg;
import java.util.List;

/** Draws who waits for a lock and who is inside: a thin and a broad bar along the lane. */
final class Bars {
  private static final double THIN = 3;
  private static final double BROAD = 10;
  private static final double SHORTEST = 4;

  private final Story story;
  private final Grid grid;
  private final Heights heights;
  private final List<Section> sections;

  Bars(Story story, Grid grid, List<Section> sections, Heights heights) {
    this.story = story;
    this.grid = grid;
    this.heights = heights;
    this.sections =
        sections.stream()
            .filter(section -> story.lanes.lane(section.node()) >= 0 && heights.hasRows())
            .filter(section -> !heights.isLeftOut(section.fromNanos(), section.toNanos()))
            .toList();
  }

  boolean has(Stage stage) {
    return sections.stream().anyMatch(section -> section.stage() == stage);
  }

  /** What warns comes last, over the rest. */
  void draw(Svg svg) {
    for (Stage stage : Stage.values()) {
      sections.stream()
          .filter(section -> section.stage() == stage)
          .forEach(section -> draw(svg, section));
    }
  }

  private void draw(Svg svg, Section section) {
    int lane = story.lanes.lane(section.node());
    double width = section.stage() == Stage.WAITS ? THIN : BROAD;
    double top = heights.start(lane, section.fromNanos(), mark -> begins(mark, section.stage()));
    double bottom = heights.end(lane, section.toNanos(), mark -> ends(mark, section.stage()));
    double height = Math.max(bottom - top, SHORTEST);
    svg.rect(look(section.stage()), grid.x(lane) - width / 2, top, width, height, 2, hint(section));
  }

  static String look(Stage stage) {
    return switch (stage) {
      case WAITS -> "waits";
      case INSIDE -> "inside";
      case TOGETHER -> "together";
    };
  }

  private static boolean begins(Mark mark, Stage stage) {
    return isOf(mark, stage == Stage.WAITS ? Note.Wanted.class : Note.Entered.class);
  }

  private static boolean ends(Mark mark, Stage stage) {
    if (mark.sign() == Sign.CRASH) {
      return true;
    }
    return stage == Stage.WAITS
        ? isOf(mark, Note.Entered.class) || isOf(mark, Note.GaveUp.class)
        : isOf(mark, Note.Exited.class) || isOf(mark, Note.LostLock.class);
  }

  private static boolean isOf(Mark mark, Class<? extends Note> kind) {
    return mark.name().startsWith(kind.getSimpleName());
  }

  private static String hint(Section section) {
    String from = TimeText.format(section.fromNanos());
    String to = TimeText.format(section.toNanos());
    return switch (section.stage()) {
      case WAITS ->
          "%s waits for %s from %s to %s".formatted(section.node(), section.lock(), from, to);
      case INSIDE ->
          "%s is inside %s from %s to %s, token %d"
              .formatted(section.node(), section.lock(), from, to, section.token());
      case TOGETHER ->
          "%s is inside %s with another one from %s to %s"
              .formatted(section.node(), section.lock(), from, to);
    };
  }
}
