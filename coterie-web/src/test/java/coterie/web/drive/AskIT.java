package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An event tells its causes, a process what it knows. */
@ExtendWith(SharedPage.class)
class AskIT {
  @BeforeEach
  void show(Page page) {
    page.show("protocol bully", "nodes 4", "until 12", "latency 30ms", "at 5 crash 3");
    page.js("T.diagram().fit(false); lab.choose(null); lab.setCone(null)");
  }

  private static void open(Page page, String title, String tag) {
    page.js(
        "T.all('.right [role=tab]').find((one) => T.text(one) === arguments[0]).click()", title);
    page.until("the view", "T.one(arguments[0])", tag);
  }

  @Test
  void causesAndEffectsAreShownAndTheRestIsGrey(Page page) {
    int event =
        page.number("T.event((i, run) => run.kind[i] === 1 && run.labelOf(i) === 'Coordinator')");
    open(page, "Event", "lab-event");
    page.at(event).perform();
    page.js("lab.goto(arguments[0]); lab.choose({ event: arguments[0] })", event);
    page.until("the event", "/Coordinator/.test(T.text(T.one('.title', T.one('lab-event'))))");
    int before = page.number("T.print(T.one('canvas', T.diagram()))");
    page.press("Show only its causes and effects");
    page.until("the cone", "lab.cone === arguments[0] && T.diagram().cone", event);
    page.until(
        "a greyer picture", "T.print(T.one('canvas', T.diagram())) !== arguments[0]", before);
    // The message that arrives is caused by its sending, and not the other way round.
    List<Number> marks =
        page.js(
            """
            const { coneOf, PAST, FUTURE } = await import("coterie/causality.js");
            const marks = coneOf(lab.run, arguments[0]);
            const sent = lab.run.pair[arguments[0]];
            const of = (mark) => marks.reduce((sum, one) => sum + (one === mark ? 1 : 0), 0);
            return [marks[sent] === PAST ? 1 : 0, of(PAST), of(FUTURE), marks.length - of(PAST) - of(FUTURE)];
            """,
            event);
    assertThat(marks.get(0).intValue()).as("its sending is a cause").isOne();
    assertThat(marks.get(3).intValue()).as("some events are concurrent").isGreaterThan(1);
    assertThat(page.text("T.text(T.one('.causes', T.one('lab-event')))"))
        .contains(marks.get(1) + " events could have led to it", marks.get(2) + " could follow");
    page.press("Show all again");
    page.until("all again", "lab.cone === null");
  }

  @Test
  void clickOnAnEventChoosesIt(Page page) {
    int event = page.number("T.event((i, run) => run.kind[i] === 8 && run.labelOf(i) === 'Leads')");
    page.js(
        """
        const { lengths } = T.diagram().scene;
        T.diagram().showLengths(lengths[arguments[0]] - 20, lengths[arguments[0]] + 20, false);
        await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
        """,
        event);
    page.at(event).click().perform();
    page.until(
        "it is chosen",
        "lab.selection?.event >= 0 && Math.abs(lab.run.time[lab.selection.event] -"
            + " lab.run.time[arguments[0]]) < 1",
        event);
    open(page, "Event", "lab-event");
    page.until(
        "its words",
        "T.one('.title', T.one('lab-event')) && T.text(T.one('lab-event')).includes('event ' +"
            + " (lab.selection.event + 1) + ' of')");
  }

  @Test
  void stateMarksWhatChanged(Page page) {
    open(page, "State", "lab-inspector");
    int leads =
        page.number(
            "T.event((i, run) => run.kind[i] === 11 && run.node[i] === 2 && run.time[i] > 5e9)");
    page.js("lab.choose({ node: 2 }); lab.goto(arguments[0])", leads);
    page.until("marked fields", "T.all('tr.new', T.one('lab-inspector')).length > 0");
    assertThat(page.text("T.text(T.one('tr.new', T.one('lab-inspector')))")).contains("→");
    page.js("lab.choose({ node: 3 }); lab.gotoTime(5.5e9)");
    page.until("it is down", "/P3 is down/.test(T.text(T.one('lab-inspector')))");
  }

  @Test
  void fieldIsWatchedOverTime(Page page) {
    open(page, "State", "lab-inspector");
    page.js("lab.goto(Infinity); lab.choose({ node: 1 })");
    page.until("fields", "T.all('tbody tr', T.one('lab-inspector')).length > 1");
    page.click(
        "T.button('watch', T.all('tbody tr', T.one('lab-inspector')).find((one) =>"
            + " T.text(one).startsWith('leader')))");
    page.until(
        "its values over time", "T.all('.watch svg.strip *', T.one('lab-inspector')).length > 2");
    assertThat(page.text("T.text(T.one('.watch', T.one('lab-inspector')))"))
        .contains("P1 leader")
        .containsPattern("\\d+ changes?");
    page.press("Watch P1 leader no more");
    page.until("it is gone", "!T.one('.watch', T.one('lab-inspector'))");
  }
}
