package coterie.lab.report;

import coterie.lab.Resources;
import coterie.lab.svg.Svg;
import java.util.List;
import java.util.Map;

/**
 * A table with a picture as one HTML page that needs nothing but itself.
 *
 * @param conditions what all went through, in a sentence
 * @param pictureTitle what the picture shows
 * @param meanings what the columns say, by name
 * @param command what made the page
 */
public record Page(
    String title,
    String conditions,
    String pictureTitle,
    String svg,
    Map<String, String> meanings,
    String command) {

  /**
   * Writes the page.
   *
   * @param named the head of the column that names a row; the columns before it say under which
   *     conditions, and a line parts what differs in them
   */
  public <R> String html(List<Column<R>> columns, List<R> rows, String named) {
    List<Column<R>> shown = columns.stream().filter(Column::isInTable).toList();
    List<String> head = shown.stream().map(Column::head).toList();
    int name = head.indexOf(named);
    StringBuilder page = head(title);
    page.append("<p>").append(Svg.escape(conditions)).append("</p>\n<div class=\"wide\">\n");
    page.append("<table>\n");
    row(page, "<tr>", "th", head, name);
    List<String> before = List.of();
    for (R row : rows) {
      List<String> cells = shown.stream().map(column -> column.cell().apply(row)).toList();
      List<String> under = cells.subList(0, name);
      row(page, under.equals(before) ? "<tr>" : "<tr class=\"first\">", "td", cells, name);
      before = under;
    }
    page.append("</table>\n</div>\n<div class=\"wide\">\n<h2>").append(Svg.escape(pictureTitle));
    page.append("</h2>\n").append(svg).append("</div>\n<h2>What the columns say</h2>\n<dl>\n");
    meanings.forEach(
        (column, meaning) -> {
          page.append("<dt>").append(Svg.escape(column)).append("</dt><dd>");
          page.append(Svg.escape(meaning)).append("</dd>\n");
        });
    page.append("</dl>\n<h2>The command that made this page</h2>\n<pre>");
    return page.append(Svg.escape(command)).append("</pre>\n</body>\n</html>\n").toString();
  }

  private static StringBuilder head(String title) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    page.append("<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width\">\n");
    page.append("<title>").append(title).append("</title>\n<style>\n");
    page.append(Resources.text(Page.class, "page.css"));
    return page.append("</style>\n</head>\n<body>\n<h1>").append(title).append("</h1>\n");
  }

  private static void row(
      StringBuilder page, String start, String tag, List<String> cells, int named) {
    page.append(start);
    for (int i = 0; i < cells.size(); i++) {
      page.append('<').append(tag).append(i == named ? " class=\"name\">" : ">");
      page.append(Svg.escape(cells.get(i))).append("</").append(tag).append('>');
    }
    page.append("</tr>\n");
  }
}
