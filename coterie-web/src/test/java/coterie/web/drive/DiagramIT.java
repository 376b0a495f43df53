package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** The space-time diagram: what it draws, what it says, and what moves it. */
@ExtendWith(SharedPage.class)
class DiagramIT {
  private static final String CANVAS = "T.one('canvas', T.diagram())";

  @BeforeAll
  static void show(Page page) {
    page.show(
        "protocol bully",
        "nodes 5",
        "until 12",
        "at 3 crash 4",
        "at 3.5 partition 0 1 | 2 3 for 2");
  }

  private static void still(Page page) {
    page.js(
        "await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))");
  }

  @Test
  void runIsDrawn(Page page) {
    page.until("colours", "T.colours(" + CANVAS + ").size > 20");
    int points = page.number("[...T.colours(" + CANVAS + ").values()].reduce((a, b) => a + b)");
    int paper = page.number("Math.max(...T.colours(" + CANVAS + ").values())");
    assertThat(points - paper).as("points that are no paper").isGreaterThan(points / 20);
    // A crashed process and a leader have colours of their own.
    for (String name : new String[] {"--down", "--leader", "--message"}) {
      int there =
          page.number(
              """
              await (async () => {
                const probe = document.createElement("i");
                probe.style.color = `var(${arguments[0]})`;
                document.body.append(probe);
                const [r, g, b] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
                probe.remove();
                const seen = T.colours(%s);
                let near = 0;
                for (const [colour, count] of seen) {
                  const far = Math.abs((colour >> 16) - r) + Math.abs(((colour >> 8) & 255) - g) + Math.abs((colour & 255) - b);
                  if (far < 24) near += count;
                }
                return near;
              })()
              """
                  .formatted(CANVAS)
                  .replace("await (async () =>", "(() =>"),
              name);
      assertThat(there).as(name).isPositive();
    }
  }

  @Test
  void keyboardMovesTheCursor(Page page) {
    page.js("lab.goto(-1); T.diagram().stage.focus();");
    page.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
    page.until("three steps", "lab.cursor >= 2");
    int there = page.number("lab.cursor");
    page.until(
        "what a screen reader hears",
        "T.diagram().renderRoot.querySelector('#said').textContent.length > 5");
    page.type(Keys.ARROW_LEFT);
    page.until("a step back", "lab.cursor < arguments[0]", there);
    page.type(Keys.END);
    page.until("the end", "lab.cursor === lab.run.count - 1");
    page.type(Keys.HOME);
    page.until("the start", "lab.cursor <= 0");
    page.type(Keys.ARROW_DOWN);
    page.until("a process", "lab.selection?.node === 0");
  }

  @Test
  void cursorIsSeen(Page page) {
    page.js("lab.goto(5)");
    still(page);
    int before = page.number("T.print(" + CANVAS + ")");
    page.js("lab.goto(lab.run.count - 5)");
    page.until("another picture", "T.print(" + CANVAS + ") !== arguments[0]", before);
  }

  @Test
  void everythingHasALabelOnHover(Page page) {
    page.js("T.diagram().fit(false); lab.choose(null)");
    int event = page.number("T.event((i, run) => run.kind[i] === 8 && run.labelOf(i) === 'Leads')");
    page.js(
        "T.diagram().showLengths(T.diagram().scene.lengths[arguments[0]] - 30,"
            + " T.diagram().scene.lengths[arguments[0]] + 30, false)",
        event);
    still(page);
    page.at(event).perform();
    page.until("a label", "T.one('.tip.open', T.diagram())");
    page.until(
        "its words",
        "T.text(T.one('.tip.open',"
            + " T.diagram())).includes(lab.run.nodes[lab.run.node[arguments[0]]])",
        event);
    page.at(2, 2).perform();
    page.until("no label", "!T.one('.tip.open', T.diagram())");
    page.js("T.diagram().fit(false)");
  }

  @Test
  void zoomAndIdleStretches(Page page) {
    page.js("T.diagram().fit(false)");
    double before = page.<Number>js("return T.diagram().view.scale").doubleValue();
    page.press("Zoom in");
    page.until("a nearer view", "T.diagram().view.scale > arguments[0] * 1.5", before);
    page.press("Show the whole run");
    page.until("all of it", "T.diagram().isFit()");
    double length = page.<Number>js("return T.diagram().scene.axis.length").doubleValue();
    page.press("Shorten idle stretches");
    page.until("an axis without gaps", "T.diagram().scene.axis.length !== arguments[0]", length);
    page.press("Shorten idle stretches");
    page.until("gaps again", "T.diagram().scene.axis.length === arguments[0]", length);
  }

  @Test
  void searchAndFiltersHide(Page page) {
    int all = page.number("T.diagram().scene.events.length");
    assertThat(all).as("heartbeats are hidden").isLessThan(page.number("lab.run.count"));
    page.js("document.body.focus(); document.activeElement?.blur()");
    page.type("r");
    page.until("routine", "T.diagram().scene.events.length > arguments[0]", all);
    page.type("r");
    page.until("no routine", "T.diagram().scene.events.length === arguments[0]", all);
    page.write("T.one('lab-filters input[type=search]')", "Coordinator");
    page.until(
        "hits", "lab.found?.size > 0 && T.diagram().scene.events.length < arguments[0]", all);
    assertThat(page.text("T.text(T.one('lab-filters .hits'))"))
        .contains("of " + page.number("lab.found.size"));
    page.type(Keys.ENTER);
    page.until("the first hit", "lab.found.has(lab.cursor)");
    page.type(Keys.ESCAPE);
    page.until("all again", "lab.found === null");
    page.press("Filter");
    page.click("T.button('P0', T.one('lab-filters .popover'))");
    page.until(
        "one process",
        "lab.filter.nodes?.size === 1 && T.diagram().scene.events.length < arguments[0]",
        all);
    page.press("Show everything again");
    page.until("all again", "lab.filter.nodes === null");
    page.js("T.one('lab-filters').isOpen = false");
  }
}
