package coterie.cli;

import coterie.cli.Laboratory.Contestant;
import coterie.sim.picture.Svg;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A comparison as one page that needs nothing but itself. */
final class ComparePage {
  private static final String STYLE =
      """
      body{font:15px/1.5 'DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif;
        color:#1b2733;background:#fff;max-width:1100px;margin:2em auto;padding:0 1em}
      h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}
      table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
      th,td{padding:3px 10px;text-align:right;border-bottom:1px solid #dfe4ea;white-space:nowrap}
      th{border-bottom:2px solid #6b7885}
      th:nth-child(3),td:nth-child(3){text-align:left}
      tr.first td{border-top:2px solid #cfd6de}
      pre{background:#f7f9fb;border:1px solid #cfd6de;padding:.7em;white-space:pre-wrap;
        overflow-wrap:anywhere}
      pre.table{font:13px/1.4 'DejaVu Sans Mono',Consolas,monospace;white-space:pre;
        overflow-wrap:normal}
      dt{font-weight:bold;margin-top:.5em}dd{margin-left:1.5em}
      .wide{overflow-x:auto}svg{max-width:100%;height:auto}
      """;

  private static final List<List<String>> MEANINGS =
      List.of(
          List.of(
              "detect p50, p99",
              "From a crash to the moment from which a member that is up suspects the crashed one"
                  + " for good: half, and 99 of 100, of all pairs of a crash and such a member are"
                  + " as fast. What was not detected counts as infinitely late; a dash: fewer than"
                  + " that were detected at all."),
          List.of(
              "3s (1..5)",
              "At 95 %, the figure lies between 1 s and 5 s. No more digits are given than the"
                  + " interval supports."),
          List.of("crashes", "How many there were in all runs together."),
          List.of("detected", "The share of these pairs that did, before recovery or the end."),
          List.of(
              "all know",
              "From a crash to the first moment at which all who are up suspect the crashed one:"
                  + " half of the crashes are as fast. A dash: fewer had such a moment."),
          List.of(
              "mistakes/h",
              "How often a member begins to suspect one that is up, in an hour. \"none (<x)\":"
                  + " none was seen, which shows at 95 % that there are fewer than x."),
          List.of("accuracy", "The chance that a member that is up is not suspected by another."),
          List.of("msgs/s, bytes/s", "What each member sends in a second."));

  private ComparePage() {}

  /** Any comparison: its table and what is said below it, as printed, and its plot. */
  static String of(String title, Comparison report) {
    StringWriter text = new StringWriter();
    report.print(new PrintWriter(text, true));
    StringBuilder page = head(title);
    page.append("<div class=\"wide\">\n<pre class=\"table\">");
    page.append(Svg.escape(text.toString())).append("</pre>\n</div>\n");
    page.append("<div class=\"wide\">\n").append(report.svg());
    return page.append("</div>\n</body>\n</html>\n").toString();
  }

  private static StringBuilder head(String title) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    page.append("<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width\">\n");
    page.append("<title>").append(title).append("</title>\n<style>\n").append(STYLE);
    return page.append("</style>\n</head>\n<body>\n<h1>").append(title).append("</h1>\n");
  }

  static String of(CompareReport report) {
    StringBuilder page = head("Failure detectors compared");
    page.append("<p>").append(Svg.escape(report.conditions())).append("</p>\n");
    page.append("<div class=\"wide\">\n");
    table(page, report, report.plan().rows());
    page.append("</div>\n<div class=\"wide\">\n<h2>Detection time against mistakes</h2>\n");
    page.append(report.svg()).append("</div>\n<h2>What the columns say</h2>\n<dl>\n");
    for (List<String> meaning : MEANINGS) {
      page.append("<dt>").append(Svg.escape(meaning.getFirst())).append("</dt><dd>");
      page.append(Svg.escape(meaning.getLast())).append("</dd>\n");
    }
    page.append("</dl>\n<h2>The command that made this page</h2>\n<pre>");
    page.append(Svg.escape(report.plan().command())).append("</pre>\n</body>\n</html>\n");
    return page.toString();
  }

  private static void table(
      StringBuilder page, CompareReport report, List<Trial<Contestant>> rows) {
    page.append("<table>\n<tr>");
    CompareReport.head().forEach(name -> cell(page, "th", name));
    page.append("</tr>\n");
    Trial<Contestant> before = null;
    for (Trial<Contestant> row : rows) {
      boolean isFirst =
          before == null || before.nodes() != row.nodes() || before.loss() != row.loss();
      page.append(isFirst ? "<tr class=\"first\">" : "<tr>");
      report.cells(row).forEach(text -> cell(page, "td", text));
      page.append("</tr>\n");
      before = row;
    }
    page.append("</table>\n");
  }

  private static void cell(StringBuilder page, String tag, String text) {
    page.append('<').append(tag).append('>').append(Svg.escape(text));
    page.append("</").append(tag).append('>');
  }
}
