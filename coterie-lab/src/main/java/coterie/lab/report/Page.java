package coterie.lab.report;

import coterie.lab.svg.Svg;
import java.util.List;

/**
 * A comparison as one page that needs nothing but itself.
 *
 * @param conditions what all went through, in a sentence
 * @param named the column that has the names of what is compared; those before it say under which
 *     conditions, and a line parts what differs in them
 * @param plotTitle what the plot shows
 * @param meanings what the columns say: for each a name and a text
 * @param command what made the page
 */
public record Page(
    String title,
    String conditions,
    List<String> head,
    List<List<String>> rows,
    int named,
    String plotTitle,
    String svg,
    List<List<String>> meanings,
    String command) {
  private static final String STYLE =
      """
      body{font:15px/1.5 'DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif;
        color:#1b2733;background:#fff;max-width:1100px;margin:2em auto;padding:0 1em}
      h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}
      table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
      th,td{padding:3px 10px;text-align:right;border-bottom:1px solid #dfe4ea;white-space:nowrap}
      th{border-bottom:2px solid #6b7885}
      .name{text-align:left}
      tr.first td{border-top:2px solid #cfd6de}
      pre{background:#f7f9fb;border:1px solid #cfd6de;padding:.7em;white-space:pre-wrap;
        overflow-wrap:anywhere}
      dt{font-weight:bold;margin-top:.5em}dd{margin-left:1.5em}
      .wide{overflow-x:auto}svg{max-width:100%;height:auto}
      """;

  public String html() {
    StringBuilder page = head(title);
    page.append("<p>").append(Svg.escape(conditions)).append("</p>\n<div class=\"wide\">\n");
    table(page);
    page.append("</div>\n<div class=\"wide\">\n<h2>").append(Svg.escape(plotTitle));
    page.append("</h2>\n").append(svg).append("</div>\n<h2>What the columns say</h2>\n<dl>\n");
    for (List<String> meaning : meanings) {
      page.append("<dt>").append(Svg.escape(meaning.getFirst())).append("</dt><dd>");
      page.append(Svg.escape(meaning.getLast())).append("</dd>\n");
    }
    page.append("</dl>\n<h2>The command that made this page</h2>\n<pre>");
    return page.append(Svg.escape(command)).append("</pre>\n</body>\n</html>\n").toString();
  }

  private static StringBuilder head(String title) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    page.append("<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width\">\n");
    page.append("<title>").append(title).append("</title>\n<style>\n").append(STYLE);
    return page.append("</style>\n</head>\n<body>\n<h1>").append(title).append("</h1>\n");
  }

  private void table(StringBuilder page) {
    page.append("<table>\n");
    row(page, "<tr>", "th", head);
    List<String> before = List.of();
    for (List<String> row : rows) {
      List<String> under = row.subList(0, named);
      row(page, under.equals(before) ? "<tr>" : "<tr class=\"first\">", "td", row);
      before = under;
    }
    page.append("</table>\n");
  }

  private void row(StringBuilder page, String start, String tag, List<String> cells) {
    page.append(start);
    for (int i = 0; i < cells.size(); i++) {
      page.append('<').append(tag).append(i == named ? " class=\"name\">" : ">");
      page.append(Svg.escape(cells.get(i))).append("</").append(tag).append('>');
    }
    page.append("</tr>\n");
  }
}
