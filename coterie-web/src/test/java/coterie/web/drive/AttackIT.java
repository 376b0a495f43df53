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

/** Texts of others are texts, runs without end are stopped, and nobody else is asked. */
@ExtendWith(SharedPage.class)
class AttackIT {
  private static final String IMAGE = "<img src=x onerror=globalThis.hit=1>";
  private static final String SCRIPT = "</script><script>globalThis.hit=1</script>";

  /** Elements that only hostile text could have made, and whether any of it ran. */
  private static final String HARM =
      "globalThis.hit || [...document.querySelectorAll('*')].some((one) =>"
          + " one.outerHTML.includes('onerror') && one.matches('img, script, svg')) ||"
          + " T.all('img').some((one) => one.getAttribute('src') === 'x')";

  @Test
  void textOfScenariosIsNeverHtml(Page page) {
    PageStart start =
        new PageStart(
            0,
            new Recipes(new Protocols().recipes()),
            false,
            new PageStart.Opened(
                IMAGE,
                "# %s %s\nprotocol mvcc\nnodes 3\nuntil 2\nat 0.5 say %s\nat 0.6 say %s\nat 1 crash 1\n"
                    .formatted(IMAGE, SCRIPT, IMAGE, SCRIPT),
                null),
            List.of(),
            SCRIPT);
    try (ServedPage served = new LabServer().serve(start)) {
      page.loadFrom(served.address(), "");
      page.until("it is shown", "T.text(T.one('.what')).includes('<img')");
      page.js(
          "lab.goto(T.event((i, run) => run.kind[i] === 10)); lab.choose({ event: lab.cursor })");
      page.until("the sentence", "T.text(T.one('lab-timebar .happened')).includes('<img')");
      for (String view :
          page.<List<String>>js(
              "return T.all('.right .slot:first-child [role=tab]').map(T.text)")) {
        page.js(
            "T.all('.right .slot:first-child [role=tab]').find((one) => T.text(one) ==="
                + " arguments[0]).click()",
            view);
        page.until(
            "no waiting",
            "!/Asking the run|…$/.test(T.text(T.one('.right .slot:first-child .view')))");
        assertThat(page.is(HARM)).as(view).isFalse();
      }
      page.js("await lab.fork(arguments[0], arguments[1])", "at 1.5 say " + SCRIPT, IMAGE);
      page.js("document.activeElement?.blur()");
      page.type("t");
      page.until("the branch", "T.text(T.one('lab-branches')).includes('<img')");
      page.press("Scenario");
      page.press("Text");
      page.press("Share");
      page.until("the sheet", "T.one('lab-share dialog[open]')");
      assertThat(page.is(HARM)).isFalse();
      page.js("T.one('lab-share dialog').close(); lab.setBeside(lab.branches[0].id)");
      page.until("side by side", "T.one('lab-sides .parting')");
      page.js("lab.error = { message: arguments[0], line: 1 }; lab.tell('error')", IMAGE);
      page.until("the sentence", "T.text(T.one('.news.bad')).includes('<img')");
      assertThat(page.is(HARM)).isFalse();
      assertThat(page.complaints()).isEmpty();
    }
    page.load("");
  }

  @Test
  void mistakesInHostileTextAreTexts(Page page) {
    for (String text : List.of("protocol " + IMAGE, "protocol raft\nset " + SCRIPT + " 1", IMAGE)) {
      page.js("await lab.open(arguments[0], arguments[0])", text + "\n");
      page.until("a sentence", "lab.error && T.one('.news.bad')");
      assertThat(page.is(HARM)).isFalse();
    }
    page.show("protocol raft", "until 1");
  }

  @Test
  void tooManyEventsAreStoppedWithASentence(Page page) {
    page.js(
        "globalThis.opened = lab.open('protocol heartbeat\\n"
            + "nodes 100\\n"
            + "until 100000\\n"
            + "set period 1ms\\n"
            + "', 'many')");
    page.until("it runs", "lab.progress?.events > 0");
    page.press("Stop");
    page.js("await globalThis.opened");
    page.until("a sentence", "/You stopped the run at/.test(T.text(T.one('.news.warn')))");
    assertThat(page.number("lab.run.count")).isPositive();
    page.show("protocol raft", "nodes 3", "until 1");
    assertThat(page.number("lab.run.nodes.length")).as("the page goes on").isEqualTo(3);
  }

  @Test
  void limitsAreToldInSentences(Page page) {
    page.js("await lab.open('protocol raft\\nnodes 100000\\n', 'large')");
    page.until("too many", "/nodes|processes/.test(T.text(T.one('.news.bad')))");
    page.js("await lab.open('protocol raft\\n' + 'at 1 crash 0\\n'.repeat(20000), 'long')");
    page.until("too long", "/characters/.test(T.text(T.one('.news.bad')))");
    // At least as many events as a run may have, and one that ends by that alone.
    List<Object> stopped =
        page.js(
            """
            const { Run } = await import("coterie/session.js");
            const run = await Run.begin(lab.session, "protocol raft\\nnodes 3\\nuntil 1\\n");
            await run.finish();
            const before = run.count;
            await run.close();
            return [before, await lab.session.ask("advance 987654 10").then(() => "answered", (e) => e.message)];
            """);
    assertThat(stopped.get(1).toString()).contains("987654");
    page.show("protocol raft", "until 1");
  }

  @Test
  void nobodyElseIsAsked(Page page) {
    page.load("");
    for (String part : new String[] {"Compare", "Lessons", "Cluster", "Laboratory"}) {
      page.press(part);
      page.until(
          part, "T.all('lab-app *').length > 10 && !T.text(document.body).includes('Loading…')");
    }
    page.press("Examples");
    page.until("the examples", "T.all('ul.examples li').length > 10");
    List<String> asked =
        page.js("return performance.getEntriesByType('resource').map((one) => one.name)");
    assertThat(asked)
        .hasSizeGreaterThan(20)
        .allMatch(one -> one.startsWith(page.address()) || one.startsWith("blob:"));
    page.press("Form");
  }

  @Test
  void policyHoldsWhatTextsCouldNot(Page page) {
    page.load("");
    page.js(
        """
        const script = document.createElement("script");
        script.textContent = "globalThis.hit = 1";
        document.body.append(script);
        const box = document.createElement("div");
        box.innerHTML = "<img src=data:, onerror='globalThis.hit = 1'>";
        document.body.append(box);
        await T.until("two complaints", () => T.problems.filter((one) => one.startsWith("policy: script-src")).length >= 2);
        """);
    assertThat(page.is("globalThis.hit")).isFalse();
    page.expect("policy:", "Content Security Policy", "error: ");
    assertThat(page.complaints()).isEmpty();
    String answer =
        page.js(
            "return await fetch('https://coterie.invalid/').then(() => 'asked', (e) => String(e))");
    assertThat(answer).doesNotContain("asked");
    page.until("a complaint", "T.problems.some((one) => one.startsWith('policy: connect-src'))");
    page.expect("policy:", "Content Security Policy", "violates the document");
    assertThat(page.complaints()).isEmpty();
    page.load("");
  }
}
