package coterie.sim.check.store;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.check.ReportText;
import coterie.sim.check.ReportText.Rows;
import coterie.sim.check.Section;
import coterie.sim.check.store.Copies.Copy;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The copies of replicated data at the end of a run: what they show, and what they lack. */
record CopySection(Copies judge, Stage stage) implements Section {
  private static final int LINES_MAX = 12;

  @Override
  public ReportText text() {
    ReportText text = new ReportText();
    List<Copy> copies = judge.copies();
    Rows rows = text.table(3, "copy", "lacks", "shows");
    View members = stage.members();
    for (int i = 0; i < members.size(); i++) {
      NodeId node = members.at(i);
      if (!stage.isUp(node)) {
        rows.add(node, "-", "(down)");
      }
    }
    for (int i = 0; i < copies.size(); i++) {
      addTo(rows, copies.get(i), copies.subList(0, i));
    }
    text.blank();
    text.line(summary(copies));
    text.line(noted());
    return text;
  }

  /** Such as: Notes: Conflict 24, Edited 208. */
  private String noted() {
    SortedMap<String, Long> notes = judge.notes();
    return notes.isEmpty()
        ? "Nothing was noted."
        : notes.entrySet().stream()
            .map(note -> note.getKey() + " " + note.getValue())
            .collect(Collectors.joining(", ", "Notes: ", "."));
  }

  private void addTo(Rows rows, Copy copy, List<Copy> earlier) {
    String lacks = lacks(copy.node());
    for (Copy other : earlier) {
      if (other.contents().equals(copy.contents())) {
        rows.add(copy.node(), lacks, "the same as " + other.node());
        return;
      }
    }
    List<String> lines = lines(copy.contents());
    for (int i = 0; i < Math.min(lines.size(), LINES_MAX); i++) {
      rows.add(i == 0 ? copy.node() : "", i == 0 ? lacks : "", lines.get(i));
    }
    if (lines.size() > LINES_MAX) {
      rows.add("", "", "... and %d more; --json has them".formatted(lines.size() - LINES_MAX));
    }
  }

  private String lacks(NodeId node) {
    int missing = judge.missingAt(node);
    return missing == 0 ? "nothing" : "%d of %d".formatted(missing, judge.acknowledgedCount());
  }

  /** A list shows one thing a line. */
  private static List<String> lines(Record contents) {
    List<String> lines = new ArrayList<>();
    Json.fields(contents)
        .forEach(
            (name, value) -> {
              if (value instanceof List<?> list) {
                list.forEach(item -> lines.add(item(item)));
              } else {
                lines.add(name + " " + Lines.text(value));
              }
            });
    return lines.isEmpty() ? List.of("nothing") : lines;
  }

  /** The fields alone: what the items are is known from the protocol. */
  private static String item(@Nullable Object item) {
    String text = Lines.text(item);
    String kind = item instanceof Record value ? value.getClass().getSimpleName() + " " : "";
    return text.startsWith(kind) ? text.substring(kind.length()) : text;
  }

  private String summary(List<Copy> copies) {
    long different = copies.stream().map(Copy::contents).distinct().count();
    String writes =
        "%d write%s acknowledged"
            .formatted(
                judge.acknowledgedCount(), judge.acknowledgedCount() == 1 ? " was" : "s were");
    if (different <= 1) {
      return "%s; all copies show the same.".formatted(writes);
    }
    String shown = "%s; the copies show %d different things".formatted(writes, different);
    return judge.isSettled() ? shown + "." : shown + ", which is not a fault yet: " + unsettled();
  }

  /** Why copies that differ are not held against anybody. */
  private String unsettled() {
    return "something was written or broken within the last %s s, which copies may take to agree."
            .formatted(TimeText.format(judge.settleNanos()))
        + " --writing TIME ends the writes earlier.";
  }

  @Override
  public Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    List<Copy> copies = judge.copies();
    json.put("writes", judge.acknowledgedCount());
    json.put("equal", copies.stream().map(Copy::contents).distinct().count() <= 1);
    json.put("copies", copies.stream().map(this::json).toList());
    return json;
  }

  private Map<String, @Nullable Object> json(Copy copy) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("node", copy.node());
    json.put("missing", judge.missingAt(copy.node()));
    json.put("contents", Json.fields(copy.contents()));
    return json;
  }
}
