package coterie.lab.compare;

import coterie.lab.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is said about the figures of a comparison. It is data: a file with the titles of page and
 * chart, the legend of the table, and what each column says, with a blank line between.
 *
 * @param legend what a reader of the table alone would take for something else
 * @param meanings what the columns say, by name
 */
record ComparisonText(
    String title, String chart, List<String> legend, Map<String, String> meanings) {
  static ComparisonText read(String name) {
    String[] parts = Resources.text(ComparisonText.class, name + ".txt").split("\n\n", -1);
    List<String> titles = parts[0].lines().toList();
    Map<String, String> meanings = new LinkedHashMap<>();
    for (String line : parts[2].lines().toList()) {
      String[] meaning = line.split(" = ", 2);
      meanings.put(meaning[0], meaning[1]);
    }
    return new ComparisonText(
        titles.getFirst(), titles.getLast(), parts[1].lines().toList(), meanings);
  }

  /** Adds the legend and the meanings of other columns. */
  ComparisonText with(ComparisonText more) {
    List<String> both = new ArrayList<>(legend);
    both.addAll(more.legend);
    Map<String, String> all = new LinkedHashMap<>(meanings);
    all.putAll(more.meanings);
    return new ComparisonText(title, chart, both, all);
  }
}
