package coterie.lab.picture;

import coterie.lab.picture.instants.Detail;
import coterie.lab.svg.Svg;
import java.util.ArrayList;
import java.util.List;

/** What stands above the lanes: what the picture shows, how much of it, and the legend. */
final class Head {
  private static final double LEFT = 18;
  private static final double TITLE_SIZE = 16;
  private static final double SUMMARY_SIZE = 12;
  private static final double NAMES = 32;

  private final String title;
  private final String summary;
  private final Legend legend;
  private final boolean isOneLine;
  private final double titleWidth;

  Head(String title, Story story, Grid grid, Legend legend) {
    double room = grid.width() - 2 * LEFT;
    this.title = Svg.shortened(title, TITLE_SIZE * Svg.BOLD, room);
    this.titleWidth = Svg.widthOf(this.title, TITLE_SIZE * Svg.BOLD) + 14;
    this.summary = Svg.shortened(summary(story, grid), SUMMARY_SIZE, room);
    this.isOneLine = titleWidth + Svg.widthOf(summary, SUMMARY_SIZE) <= room;
    this.legend = legend;
  }

  private static String summary(Story story, Grid grid) {
    List<String> parts = new ArrayList<>();
    parts.add(SpaceTime.count(story.messages, "message") + changing(story));
    parts.add(SpaceTime.count(story.faults, "fault"));
    if (story.instants.instants() != grid.bands.size()) {
      String rows = SpaceTime.count(grid.bands.size(), "row");
      parts.add(SpaceTime.count(story.instants.instants(), "instant") + " in " + rows);
    }
    if (story.lanes.leftOut() > 0) {
      parts.add(SpaceTime.count(story.lanes.leftOut(), "process") + " without a lane");
    }
    return String.join(" · ", parts);
  }

  /** What sets the messages that are drawn apart from the rest. */
  private static String changing(Story story) {
    return story.detail == Detail.THINNED ? ", drawn if they changed something" : "";
  }

  String title() {
    return title;
  }

  private double legendTop() {
    return isOneLine ? 52 : 70;
  }

  double height() {
    return legendTop() - 6 + legend.lines() * Legend.LINE + NAMES - Legend.LINE + 12;
  }

  void draw(Svg svg) {
    svg.text("title", LEFT, 28, title);
    svg.text("muted", isOneLine ? LEFT + titleWidth : LEFT, isOneLine ? 28 : 47, summary);
    legend.draw(svg, legendTop());
  }
}
