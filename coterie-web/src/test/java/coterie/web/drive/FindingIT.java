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
  /** The clock of P1 runs at half its speed, so that P1 stays inside for longer than it may. */
  private static final String FINDING =
      """
      # Two are inside at once.
      protocol lease
      nodes 3
      latency 1ms
      seed 3
      set clients 0
      set timeout-min 1s
      set timeout-max 2s
      set heartbeat 500ms
      at 2.5 clock 1 drift -500000ppm
      at 2 call 1 acquire mutex
      at 2.1 call 2 acquire mutex
      at 3 partition 1 for 3
      until 12
      expect never two-inside
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
      page.until(
          "the sentence", "T.text(T.one('.news.bad')).includes(lab.run.violations[0].sentence)");
      page.press("Show");
      page.until(
          "the event that broke it",
          "lab.cursor === lab.run.violations[0].events.at(-1) && lab.selection?.event ==="
              + " lab.cursor");
      assertThat(page.is("lab.run.flags[lab.cursor] & 2")).isTrue();
      page.js("lab.goto(-1); document.activeElement?.blur()");
      page.type("v");
      page.until("a jump", "lab.cursor === lab.run.violations[0].events[0]");
      assertThat(page.is("lab.run.bands.some((one) => one.band === 'together')"))
          .as("who is inside together")
          .isTrue();
      page.until("a colour for it", colourIsThere("--together"));
      assertThat(page.complaints()).isEmpty();
    }
    page.load("");
  }

  /** A judge names two events that cannot both be; here the test does. */
  @Test
  void conflictingEventsAreJoined(Page page) {
    page.show("protocol bully", "nodes 5", "until 20", "at 5 partition 0 1 | 2 3 4 for 10");
    page.js(
        """
        const leads = [];
        for (let i = 0; i < lab.run.count; i++) if (lab.run.labelOf(i) === "Leads" && lab.run.kind[i] === 8) leads.push(i);
        const events = [leads[0], leads.find((one) => lab.run.node[one] !== lab.run.node[leads[0]])];
        for (const event of events) lab.run.flags[event] |= 2;
        lab.run.violations.push({ judge: "OneLeader", sentence: "P4 and P1 lead in one term.", events });
        globalThis.events = events;
        lab.tell("run");
        """);
    page.until(
        "a line between them",
        "T.diagram().frame?.broken?.length === 1 && T.diagram().frame.broken[0][0].length >= 2");
    page.until("a colour for it", colourIsThere("--together"));
    page.until(
        "the sentence", "T.text(T.one('.news.bad')).includes('P4 and P1 lead in one term.')");
    page.js("lab.goto(-1); document.activeElement?.blur()");
    page.type("v");
    page.until("the first", "lab.cursor === Math.min(...events)");
    page.type("v");
    page.until("the second", "lab.cursor === Math.max(...events)");
    page.type("V");
    page.until("the first", "lab.cursor === Math.min(...events)");
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
