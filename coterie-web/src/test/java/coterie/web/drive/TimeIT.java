package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** Time goes on and back: by playing, by steps, by jumps, and by choosing what happens next. */
@ExtendWith(SharedPage.class)
class TimeIT {
  @BeforeEach
  void show(Page page) {
    page.show("protocol bully", "nodes 5", "until 12", "at 3 crash 4", "at 7 recover 4");
    page.js("T.one('lab-timebar').unit = 'event'; document.activeElement?.blur()");
  }

  private static void stepBy(Page page, String unit) {
    page.js(
        """
        const select = T.all("lab-timebar select")[0];
        select.value = arguments[0];
        select.dispatchEvent(new Event("change"));
        await T.one("lab-timebar").updateComplete;
        """,
        unit);
  }

  @Test
  void playingMovesTheCursor(Page page) {
    page.js("lab.setSpeed(1)");
    page.press("Play");
    page.until("the cursor moves", "lab.playing && lab.cursor > 3");
    page.press("Pause");
    page.until("it stands", "!lab.playing");
    int there = page.number("lab.cursor");
    page.js(
        "await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))");
    assertThat(page.number("lab.cursor")).isEqualTo(there);
    page.type(" ");
    page.until("it goes on", "lab.playing && lab.cursor > arguments[0]", there);
    page.js("lab.setSpeed(100)");
    page.until("the end of the run", "!lab.playing && lab.cursor === lab.run.count - 1");
  }

  @Test
  void stepsGoOnAndBackByEvents(Page page) {
    page.press("On by event");
    page.press("On by event");
    page.until("two events", "lab.cursor >= 1");
    int there = page.number("lab.cursor");
    page.until("the line of that event", "T.text(T.one('lab-timebar .happened')).length > 3");
    page.press("Back by event");
    page.until("one back", "lab.cursor < arguments[0] && lab.cursor >= 0", there);
    assertThat(page.is("lab.isShown(lab.cursor)")).as("hidden events are left out").isTrue();
  }

  @Test
  void stepsGoByProcessAndByMessage(Page page) {
    page.js("lab.choose({ node: 2 })");
    stepBy(page, "process");
    page.press("On by event of the chosen process");
    page.press("On by event of the chosen process");
    page.until(
        "an event of P2",
        "lab.cursor >= 0 && (lab.run.node[lab.cursor] === 2 || lab.run.peer[lab.cursor] === 2)");
    stepBy(page, "message");
    page.press("On by message");
    page.until("an arrival", "[1, 2].includes(lab.run.kind[lab.cursor])");
  }

  @Test
  void keysJumpToNotesAndFaults(Page page) {
    page.type("x");
    page.until("the crash", "lab.run.kind[lab.cursor] === 9 && Math.abs(lab.nowNanos() - 3e9) < 1");
    page.type("x");
    page.until(
        "the recovery", "lab.run.kind[lab.cursor] === 9 && Math.abs(lab.nowNanos() - 7e9) < 1");
    page.type("X");
    page.until("back at the crash", "Math.abs(lab.nowNanos() - 3e9) < 1");
    page.type("n");
    page.until("a note", "lab.run.kind[lab.cursor] === 8 && lab.nowNanos() > 3e9");
    page.type("N");
    page.until("the note before", "lab.run.kind[lab.cursor] === 8 && lab.nowNanos() <= 3e9");
    page.type(Keys.END);
    page.until("the end", "lab.cursor === lab.run.count - 1");
    page.type(Keys.ARROW_LEFT);
    page.until("one back", "lab.cursor < lab.run.count - 1");
    page.type(Keys.HOME);
    page.until("the start", "lab.cursor === -1");
    page.type(Keys.ARROW_RIGHT);
    page.until("the first event", "lab.cursor >= 0 && lab.cursor < 20");
  }

  @Test
  void stripIsASlider(Page page) {
    int x =
        page.number(
            "(() => { const b = T.one('canvas.strip').getBoundingClientRect(); return b.left +"
                + " b.width / 2; })()");
    int y =
        page.number(
            "(() => { const b = T.one('canvas.strip').getBoundingClientRect(); return b.top +"
                + " b.height / 2; })()");
    page.at(x, y).click().perform();
    page.until("the middle", "Math.abs(lab.nowNanos() / lab.run.nowNanos - 0.5) < 0.1");
    page.type(Keys.PAGE_UP);
    page.until("later", "lab.nowNanos() / lab.run.nowNanos > 0.5");
    assertThat(page.text("T.one('canvas.strip').getAttribute('aria-valuetext')"))
        .contains("seconds, event");
  }

  @Test
  void nextEventIsChosenByHand(Page page) {
    page.show("protocol raft", "nodes 3", "until 3");
    page.type("h");
    page.press("Choose from the start");
    page.until(
        "what can happen",
        "lab.run.head.isManual && T.all('lab-hand .choices button').length >= 3");
    int branches = page.number("lab.branches.length");
    page.click(
        "T.all('lab-hand .choices button').find((one) => T.text(one).startsWith('expire P0'))");
    page.until(
        "it happened",
        "lab.branch.text.includes('then expire P0') && T.all('lab-hand .choices button').some((one)"
            + " => /deliver .*P0 → P/.test(T.text(one)))");
    page.click(
        "T.all('lab-hand .choices button').find((one) => /deliver .*P0 → P2/.test(T.text(one)))");
    page.until(
        "the message arrived",
        "lab.run.kind.some((kind, i) => kind === 1 && lab.run.node[i] === 2)");
    assertThat(page.number("lab.branches.length")).isEqualTo(branches);
    page.press("Undo");
    page.until("it did not", "!/deliver/.test(lab.branch.text)");
  }
}
