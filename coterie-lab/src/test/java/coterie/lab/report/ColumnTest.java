package coterie.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.statistics.Estimate;
import coterie.sim.trace.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnTest {
  private record Run(String name, int nodes, double waited) {}

  private static final List<Run> ROWS =
      List.of(new Run("a", 3, 0.5), new Run("b<", 3, Double.NaN), new Run("c", 5, 2));

  private static final List<Column<Run>> COLUMNS =
      List.of(
          Column.<Run>of("nodes", Run::nodes).shown("N", run -> "" + run.nodes()),
          Column.<Run>of("name", Run::name).shown("name", Run::name),
          Column.csv("seeds", run -> 7),
          Column.json("settings", run -> Map.of("x", "1")),
          Column.<Run>of("wait", run -> new Estimate(run.waited(), run.waited(), 3, 2))
              .shown("wait p50", run -> Digits.time(run.waited())),
          Column.table("by formula", run -> "n"));

  @Test
  void tableHasTheColumnsWithAHead() {
    StringWriter out = new StringWriter();
    Table.of(COLUMNS, ROWS).printUpTo(new PrintWriter(out), "name");
    assertThat(out.toString().lines())
        .containsExactly(
            "N  name  wait p50  by formula",
            "3  a         0.5s           n",
            "3  b<           -           n",
            "5  c           2s           n");
  }

  @Test
  void csvSpreadsAnEstimateAndLeavesOutWhatIsNotKnown() {
    assertThat(Csv.of(COLUMNS, ROWS).lines())
        .containsExactly(
            "nodes,name,seeds,wait,waitLow,waitHigh",
            "3,a,7,0.5,0.5,3.0",
            "3,b<,7,,,3.0",
            "5,c,7,2.0,2.0,3.0");
  }

  @Test
  void jsonHasTheEstimateAsAnObject() {
    assertThat(Json.of(JsonRows.of(COLUMNS, ROWS).getFirst()))
        .isEqualTo(
            "{\"nodes\":3,\"name\":\"a\",\"settings\":{\"x\":\"1\"},"
                + "\"wait\":{\"value\":0.5,\"low\":0.5,\"high\":3.0}}");
  }

  @Test
  void pagePartsWhatDiffersInItsConditions() {
    String html =
        new Page("T", "c & d", "picture", "<svg/>", Map.of("wait", "how long <"), "./coterie x")
            .html(COLUMNS, ROWS, "name");
    assertThat(html)
        .contains("<th>N</th><th class=\"name\">name</th><th>wait p50</th>", "<svg/>")
        .contains("<td class=\"name\">b&lt;</td>", "<p>c &amp; d</p>", "how long &lt;</dd>");
    assertThat(html.split("class=\"first\"", -1)).as("a line above 3 and above 5").hasSize(3);
  }
}
