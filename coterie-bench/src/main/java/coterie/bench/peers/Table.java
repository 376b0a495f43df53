package coterie.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** All results: as a table with a row per measure and a column per peer, and as JSON. */
record Table(PeersOptions options, List<Result> results, SortedMap<String, String> skipped) {

  String text() {
    List<String> peers = results.stream().map(Result::peer).distinct().toList();
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(peers);
    rows.add(head);
    for (Measure measure : Measure.values()) {
      for (int size : measure.sizes(options.sizes())) {
        if (options.measures().contains(measure)) {
          rows.add(row(measure, size, peers));
        }
      }
    }
    StringBuilder text = new StringBuilder(aligned(rows));
    for (Peer peer : options.peers()) {
      String reason = skipped.get(peer.name());
      text.append(
          reason == null
              ? "%s: %s, %d rounds%n".formatted(peer.name(), peer.settings(), options.rounds(peer))
              : "%s: skipped, %s%n".formatted(peer.name(), reason));
    }
    return text.toString();
  }

  private List<String> row(Measure measure, int size, List<String> peers) {
    List<String> row = new ArrayList<>();
    row.add("%s, N=%d".formatted(measure.title(), size));
    for (String peer : peers) {
      row.add(
          results.stream()
              .filter(r -> r.peer().equals(peer) && r.measure() == measure && r.size() == size)
              .map(Result::text)
              .findFirst()
              .orElse("-"));
    }
    return row;
  }

  /** A table in Markdown that is readable as it stands. */
  static String aligned(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      line(text, rows, rows.get(r), ' ');
      if (r == 0) {
        line(text, rows, rows.get(0).stream().map(cell -> "").toList(), '-');
      }
    }
    return text.toString();
  }

  private static void line(
      StringBuilder text, List<List<String>> rows, List<String> cells, char filling) {
    for (int c = 0; c < cells.size(); c++) {
      int column = c;
      int width = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      text.append("| ").append(cells.get(c));
      text.append(String.valueOf(filling).repeat(width - cells.get(c).length())).append(' ');
    }
    text.append("|\n");
  }

  String json() {
    List<String> items = new ArrayList<>();
    for (Result result : results) {
      List<String> numbers = new ArrayList<>();
      for (double number : result.numbers()) {
        // JSON has no infinity.
        numbers.add(
            Double.isInfinite(number) ? "null" : String.format(Locale.ROOT, "%.4f", number));
      }
      items.add(
          "    {\"peer\": %s, \"measure\": %s, \"nodes\": %d, \"text\": %s, \"unit\": %s, \"values\": [%s]}"
              .formatted(
                  quoted(result.peer()),
                  quoted(result.measure().word()),
                  result.size(),
                  quoted(result.text()),
                  quoted(result.unit()),
                  String.join(", ", numbers)));
    }
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<String, String> entry : skipped.entrySet()) {
      reasons.add("%s: %s".formatted(quoted(entry.getKey()), quoted(entry.getValue())));
    }
    return "{\n  \"cores\": %d,\n  \"java\": %s,\n  \"skipped\": {%s},\n  \"results\": [\n%s\n  ]\n}\n"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            quoted(Runtime.version().toString()),
            String.join(", ", reasons),
            String.join(",\n", items));
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
