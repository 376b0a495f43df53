package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.lab.page.PageServer.ServedPage;
import coterie.lab.page.PageStart;
import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import coterie.web.server.LabServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A finding opens with what was broken: a sentence, and the events that conflict, joined. */
@ExtendWith(SharedPage.class)
class FindingIT {
  /** Both sides of a partition hold the other one for dead, and each lets one of its own in. */
  private static final String FINDING =
      """
      # Two are inside at once.
      protocol ricart-agrawala
      nodes 4
      until 6
      set detector heartbeat
      at 0.5 partition 0 1 | 2 3 for 3
      """;

  @Test
  void findingOpensAtItsConflict(Page page) {
    PageStart start =
        new PageStart(
            0,
            new Recipes(new Protocols().recipes()),
            false,
            new PageStart.Opened("finding.scenario", FINDING, null),
            List.of(),
            "coterie test");
    try (ServedPage served = new LabServer().serve(start)) {
      page.loadFrom(served.address(), "");
      page.until("its name", "lab.branch.title === 'finding.scenario'");
      assertThat(page.number("lab.run.violations.length")).isPositive();
      assertThat(page.number("lab.run.violations[0].events.length")).isGreaterThanOrEqualTo(2);
      page.until("the sentence", "T.text(T.one('.news.bad')).includes(lab.run.violations[0].sentence)");
      page.press("Show");
      page.until("the last of the conflicting events", "lab.cursor === lab.run.violations[0].events.at(-1) && lab.selection?.event === lab.cursor");
      assertThat(page.is("lab.run.violations[0].events.every((event) => lab.run.flags[event] & 2)")).isTrue();
      page.until("they are joined in the picture", "T.diagram().frame?.broken?.length >= 1 && T.diagram().frame.broken[0][0].length >= 2");
      page.until("a colour for it", colourIsThere("--together"));
      page.type("V");
      page.until("the event before", "lab.cursor < lab.run.violations[0].events.at(-1) && lab.run.flags[lab.cursor] & 2");
      page.js("T.all('.right [role=tab]').find((one) => T.text(one) === 'Report').click()");
      page.until("buttons for both", "T.all('lab-report .violations li:first-child button').length === lab.run.violations[0].events.length");
      page.click("T.one('lab-report .violations button')");
      page.until("the first event", "lab.cursor === lab.run.violations[0].events[0]");
      assertThat(page.complaints()).isEmpty();
    }
    page.load("");
  }

  private static String colourIsThere(String name) {
    return """
        (() => {
          const probe = document.createElement("i");
          probe.style.color = "var(%s)";
          document.body.append(probe);
          const [r, g, b] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
          probe.remove();
          return T.colours(T.one("canvas", T.diagram())).has((r << 16) | (g << 8) | b);
        })()
        """
        .formatted(name);
  }
}
