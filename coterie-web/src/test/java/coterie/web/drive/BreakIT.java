package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** What is clicked on can be broken; each break makes a branch. */
@ExtendWith(SharedPage.class)
class BreakIT {
  @BeforeEach
  void show(Page page) {
    page.show("protocol bully", "nodes 4", "until 20", "latency 30ms");
    page.js("T.diagram().fit(false); lab.choose(null)");
  }

  @Test
  void crashMakesABranch(Page page) {
    page.js("lab.gotoTime(5e9)");
    page.click("T.all('.right [role=tab]').find((one) => T.text(one) === 'Network')");
    page.until("the network", "T.all('.node .body', T.one('lab-network')).length === 4");
    Actions click = new Actions(page.driver());
    click
        .contextClick(page.<WebElement>js("return T.all('.node .body', T.one('lab-network'))[0]"))
        .perform();
    page.press("Crash");
    page.until("a branch", "lab.branches.length === 2 && lab.branch.parent !== null");
    assertThat(page.text("lab.branch.statement")).matches("at \\d+(\\.\\d+)? crash P0");
    assertThat(
            page.is(
                "lab.run.bands.some((one) => one.band === 'down' && one.node === 0 && one.from >="
                    + " 4.9e9)"))
        .isTrue();
    assertThat(page.is("Math.abs(lab.nowNanos() - 5e9) < 1e9")).as("the same moment").isTrue();
  }

  /** Opens the menu of a message, in the middle of its arrow. */
  private static void menuOfMessage(Page page, int sent) {
    List<Number> place =
        page.js(
            """
            const [sent, end] = [arguments[0], lab.run.pair[arguments[0]]];
            const { lengths } = T.diagram().scene;
            lab.goto(sent);
            T.diagram().showLengths(lengths[sent] - 5, lengths[end] + 5, false);
            await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
            const [a, b] = [await T.place(sent), await T.place(end)];
            return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
            """,
            sent);
    page.at(place.get(0).intValue(), place.get(1).intValue()).perform();
    new Actions(page.driver()).contextClick().perform();
    page.until("the menu", "T.one('lab-menu [role=menuitem]')");
  }

  @Test
  void lostMessageMakesABranchInWhichItIsLost(Page page) {
    int sent =
        page.number(
            "T.event((i, run) => run.kind[i] === 0 && run.labelOf(i) === 'Coordinator' &&"
                + " run.pair[i] > i && run.peer[i] === 0)");
    assertThat(page.is("lab.run.kind[lab.run.pair[arguments[0]]] === 1", sent)).isTrue();
    String link =
        page.text(
            "lab.run.nodes[lab.run.node[arguments[0]]] + ' -> ' +"
                + " lab.run.nodes[lab.run.peer[arguments[0]]]",
            sent);
    menuOfMessage(page, sent);
    page.press("Lose it");
    page.until("a branch", "lab.branches.length === 2 && lab.branch.parent !== null");
    assertThat(page.text("lab.branch.statement")).startsWith("drop Coordinator " + link);
    int again =
        page.number(
            """
            T.event((i, run) => run.kind[i] === 0 && run.labelOf(i) === 'Coordinator'
              && run.nodes[run.node[i]] + ' -> ' + run.nodes[run.peer[i]] === arguments[0])
            """
                .replace("arguments[0]", "'" + link + "'"));
    assertThat(page.is("lab.run.kind[lab.run.pair[arguments[0]]] === 2", again))
        .as("it is lost")
        .isTrue();
  }

  @Test
  void messageIsDelayedByAsMuchAsIsTyped(Page page) {
    int sent =
        page.number(
            "T.event((i, run) => run.kind[i] === 0 && run.labelOf(i) === 'Coordinator' &&"
                + " run.pair[i] > i && run.peer[i] === 0)");
    menuOfMessage(page, sent);
    page.press("Delay by");
    page.write("T.one('lab-menu input')", "1500ms" + Keys.ENTER);
    page.until(
        "a branch", "lab.branches.length === 2 && lab.branch.statement.endsWith('by 1500ms')");
  }

  @Test
  void menuIsThereForKeysAlone(Page page) {
    page.js("lab.gotoTime(5e9); lab.choose({ node: 1 }); document.activeElement?.blur()");
    page.type("m");
    page.until(
        "the menu has the focus", "document.activeElement?.getAttribute('role') === 'menuitem'");
    page.type(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER);
    page.until("a branch", "lab.branches.length === 2 && /crash P1$/.test(lab.branch.statement)");
  }

  @Test
  void branchesAreATreeAndSwitch(Page page) {
    page.js("lab.gotoTime(5e9); await lab.fork('at 5.000000001 crash P3')");
    page.js("lab.gotoTime(8e9); await lab.fork('at 8.000000001 recover P3')");
    page.press("Branches");
    page.until("three", "T.all('lab-branches .tree li').length === 3");
    page.click("T.all('lab-branches .tree button.name')[0]");
    page.until(
        "the root",
        "lab.branch.parent === null && !lab.run.bands.some((one) => one.band === 'down')");
    assertThat(page.is("Math.abs(lab.nowNanos() - 8e9) < 1e9")).as("the same moment").isTrue();
    page.type("]");
    page.until("the next one", "lab.branch.statement === 'at 5.000000001 crash P3'");
    // Its tools are seen while the mouse is over it.
    new Actions(page.driver())
        .moveToElement(page.<WebElement>js("return T.all('lab-branches .tree button.name')[2]"))
        .perform();
    page.click(
        "T.all('lab-branches button').find((one) => T.nameOf(one).startsWith('Delete at 8'))");
    page.until("two", "lab.branches.length === 2");
  }

  @Test
  void twoBranchesSideBySideShowTheirFirstDifference(Page page) {
    page.js("lab.gotoTime(5e9); await lab.fork('at 5.2 crash P1')");
    page.press("Side by side");
    page.until(
        "two diagrams",
        "T.all('.diagrams lab-diagram').length === 2 && T.one('lab-diagram.twin')?.scene");
    // After the crash, the first thing that is not as it was.
    page.until(
        "the difference",
        "/^First difference: 5\\.\\d+ s here .+ there P1 /.test(T.text(T.one('lab-sides"
            + " .parting')))");
    page.js("lab.goto(0)");
    page.press("First difference");
    page.until(
        "the moment",
        "lab.nowNanos() >= 5.2e9 - 1 && lab.nowNanos() <="
            + " document.querySelector('lab-sides').difference.atNanos");
    page.until(
        "the other one follows",
        "Math.abs(document.querySelector('lab-sides').twin.nowNanos() - lab.nowNanos()) < 1e9");
    page.until(
        "both have the line",
        "T.all('lab-diagram').every((one) => one.mark ==="
            + " document.querySelector('lab-sides').difference.atNanos)");
    page.press("Show one alone");
    page.until("one diagram", "T.all('.diagrams lab-diagram').length === 1");
  }
}
