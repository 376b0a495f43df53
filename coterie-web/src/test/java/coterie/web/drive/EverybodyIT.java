package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The page is there for everybody: phones, screen readers, keys alone, calm and dark screens. */
@ExtendWith(SharedPage.class)
class EverybodyIT {
  @AfterEach
  void back(Page page) {
    page.size(1280, 900);
    page.prefers();
  }

  @Test
  void eventsAreATableForScreenReaders(Page page) {
    page.show("protocol bully", "nodes 4", "until 12", "at 5 crash 3");
    page.js("T.all('.right [role=tab]').find((one) => T.text(one) === 'Events').click()");
    page.until("rows", "T.all('[role=row]', T.one('lab-table')).length > 5");
    assertThat(
            page.number(
                "Number(T.one('[role=grid]', T.one('lab-table')).getAttribute('aria-rowcount'))"))
        .isEqualTo(
            page.number("[...lab.run.kind.keys()].filter((i) => lab.isShown(i)).length + 1"));
    page.until("words", "!T.text(T.one('lab-table')).includes('…')");
    page.js("lab.goto(-1); T.one('[role=grid]', T.one('lab-table')).focus()");
    page.type(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    page.until(
        "the second event",
        "T.one('[role=row][aria-selected=true]', T.one('lab-table'))?.getAttribute('aria-rowindex')"
            + " === '3'");
    page.type(Keys.END);
    page.until(
        "the last",
        "T.one('[role=row][aria-selected=true]', T.one('lab-table'))?.getAttribute('aria-rowindex')"
            + " === T.one('[role=grid]', T.one('lab-table')).getAttribute('aria-rowcount')");
    page.type(Keys.ENTER);
    page.until("it is chosen", "lab.selection?.event === lab.cursor");
  }

  @Test
  void everythingThatCanBePressedHasAName(Page page) {
    for (String part : new String[] {"#lab", "#compare", "#lessons", "#cluster"}) {
      page.js("document.querySelector('lab-app').go(arguments[0].slice(1))", part);
      page.until(
          part, "T.all('lab-app *').length > 10 && !T.text(document.body).includes('Loading…')");
      List<String> nameless =
          page.js(
              """
              return T.all("button, [role=button], [role=tab], [role=slider], a[href], input, select, textarea")
                .filter((one) => !T.nameOf(one) && !one.title && !one.labels?.length && !one.placeholder && !one.getAttribute("aria-labelledby"))
                .map((one) => one.outerHTML.slice(0, 120));
              """);
      assertThat(nameless).as(part).isEmpty();
    }
    page.press("Laboratory");
  }

  @Test
  void keysAloneReachEverything(Page page) {
    page.show("protocol raft", "nodes 3", "until 2");
    page.js("document.activeElement?.blur()");
    List<String> reached =
        page.js(
            """
            const focusable = T.all("button, a[href], input, select, textarea, summary, [tabindex]")
              .filter((one) => !one.disabled && one.tabIndex >= 0);
            const failed = [];
            for (const one of focusable) {
              one.focus({ focusVisible: true });
              let at = document.activeElement;
              while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
              if (at !== one) { failed.push("no focus: " + one.outerHTML.slice(0, 100)); continue; }
              const style = getComputedStyle(one);
              const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
              const after = getComputedStyle(one, "::after");
              const other = after.content !== "none" || style.boxShadow !== "none" || one.matches(".node, .message, .hit") || [...one.parentElement?.children ?? []].length && getComputedStyle(one.parentElement).outlineStyle !== "none";
              if (!ring && !other) failed.push("nothing shows the focus: " + one.outerHTML.slice(0, 100));
            }
            if (focusable.length < 30) failed.push(`only ${focusable.length}`);
            return failed;
            """);
    assertThat(reached).isEmpty();
    page.js("document.activeElement?.blur()");
    page.type("?");
    page.until(
        "the sheet of keys", "T.one('dialog.help[open]') && T.all('dialog.help kbd').length > 20");
    page.type(Keys.ESCAPE);
    page.until("it is closed", "!T.one('dialog.help[open]')");
    page.type(Keys.TAB);
    page.until("a first stop", "document.activeElement !== document.body");
  }

  @ParameterizedTest
  @ValueSource(ints = {360, 768, 1280, 3840})
  void nothingIsWiderThanTheScreen(int width, Page page) {
    page.size(width, 740);
    for (String part :
        new String[] {"#lab", "#compare", "#lessons", "#lessons/bully", "#cluster"}) {
      page.load(part.equals("#lab") ? "" : part, part.equals("#lab"));
      page.until(
          part, "T.all('lab-app *').length > 10 && !T.text(document.body).includes('Loading…')");
      assertThat(page.number("document.documentElement.scrollWidth"))
          .as(part)
          .isLessThanOrEqualTo(width);
      List<String> wide =
          page.js(
              """
              return T.all("button, input, select, canvas, h1, h2")
                .filter((one) => one.getBoundingClientRect().width > innerWidth)
                .map((one) => one.outerHTML.slice(0, 120));
              """);
      assertThat(wide).as(part).isEmpty();
    }
  }

  @Test
  void phoneHasAllParts(Page page) {
    page.size(360, 740);
    page.load("");
    for (String pane : new String[] {"Scenario", "Views", "Diagram"}) {
      page.pressIn(pane, "nav.panes");
      page.until(
          pane,
          "T.one('.lab').classList.contains({ Scenario: 'pane-left', Views: 'pane-right', Diagram:"
              + " 'pane-centre' }[arguments[0]])",
          pane);
    }
    page.until("time runs down", "T.diagram().geometry.isVertical");
    page.js(
        "const select = T.one('select.parts'); select.value = 'lessons'; select.dispatchEvent(new"
            + " Event('change'))");
    page.until("the lessons", "T.one('lab-lessons')");
  }

  @Test
  void reducedMotionIsCalm(Page page) {
    page.prefers("prefers-reduced-motion", "reduce");
    page.show("protocol bully", "nodes 4", "until 12");
    List<String> moving =
        page.js(
            """
            return T.all("*").filter((one) => {
              const style = getComputedStyle(one);
              const long = (text) => text.split(",").some((part) => parseFloat(part) > 0.02);
              return long(style.transitionDuration) || (style.animationName !== "none" && long(style.animationDuration));
            }).map((one) => one.outerHTML.slice(0, 100));
            """);
    assertThat(moving).isEmpty();
    // A jump of the window is there at once.
    page.js("T.diagram().fit(false)");
    double scale =
        page.<Number>js("T.diagram().zoomBy(4); return T.diagram().view.scale").doubleValue();
    page.js(
        "await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))");
    assertThat(page.<Number>js("return T.diagram().view.scale").doubleValue()).isEqualTo(scale);
    page.js("T.diagram().fit(false)");
  }

  @Test
  void darkAndLightAreChosenAndKept(Page page) {
    page.prefers("prefers-color-scheme", "dark");
    page.until("dark", "document.documentElement.dataset.theme === 'dark'");
    String paper =
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).reduce((a, b)"
            + " => a + b)";
    assertThat(page.number(paper)).isLessThan(200);
    page.until(
        "a dark picture",
        """
        (() => { const seen = T.colours(T.one("canvas", T.diagram())); let paper = null; let most = 0;
          for (const [colour, count] of seen) if (count > most) [paper, most] = [colour, count];
          return (paper >> 16) + ((paper >> 8) & 255) + (paper & 255) < 200; })()
        """);
    page.prefers("prefers-color-scheme", "light");
    page.until("light", "document.documentElement.dataset.theme === 'light'");
    assertThat(page.number(paper)).isGreaterThan(600);
    page.press("Colours: as the machine has it");
    page.press("Colours: light");
    page.until("dark", "document.documentElement.dataset.theme === 'dark'");
    page.load("");
    assertThat(page.text("document.documentElement.dataset.theme")).as("kept").isEqualTo("dark");
    page.press("Colours: dark");
    page.until("as before", "T.button('Colours: as the machine has it')");
  }
}
