package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Protocols are compared in the page: figures come while runs are made, and can be stopped. */
@ExtendWith(SharedPage.class)
class CompareIT {
  private static final String STATE = "T.text(T.one('lab-compare .head .state'))";

  @BeforeEach
  void open(Page page) {
    page.load("#compare", false);
    page.until("the controls", "T.one('lab-compare')?.kinds");
  }

  /** Makes it small: two seeds, short runs. */
  private static void small(Page page, String kind) {
    page.js(
        """
        const compare = T.one("lab-compare");
        compare.kind = arguments[0];
        compare.now.values.seeds = 2;
        if ("minutes" in compare.now.values) compare.now.values.minutes = 1;
        compare.start();
        await compare.updateComplete;
        """,
        kind);
  }

  @Test
  void smallComparisonOfEachKindFinishesWithPoints(Page page) {
    for (String kind : new String[] {"detectors", "elections", "locks"}) {
      small(page, kind);
      page.until(
          "the end of " + kind,
          "T.one('lab-compare').campaign?.state === 'over' && /\\d+ runs in/.test(" + STATE + ")");
      page.until("points", "T.all('.cmp-point', T.one('lab-compare')).length > 3");
      int rows = page.number("T.one('lab-compare').campaign.data.rows.length");
      assertThat(rows).isGreaterThan(3);
      assertThat(page.is("T.one('lab-compare').campaign.data.rows.every((row) => row.runs === 2)"))
          .as(kind)
          .isTrue();
      assertThat(page.number("T.all('.cmp-legend li', T.one('lab-compare')).length"))
          .isGreaterThan(1);
    }
  }

  @Test
  void stopWorksAndGoesOn(Page page) {
    page.js("T.one('lab-compare').now.values.seeds = 100; T.one('lab-compare').start()");
    page.until(
        "it runs",
        "T.one('lab-compare').campaign.done > 0 && T.one('lab-compare').campaign.state ==="
            + " 'running'");
    page.pressIn("Stop", "lab-compare .state");
    page.until("it says so", "/of \\d+ runs, stopped/.test(" + STATE + ")");
    int done = page.number("T.one('lab-compare').campaign.done");
    assertThat(done).isLessThan(page.number("T.one('lab-compare').campaign.of"));
    // Another request of the session is answered: nothing works on in the background.
    page.js("await lab.session.ask('protocols')");
    int still = page.number("T.one('lab-compare').campaign.done");
    page.pressIn("Go on", "lab-compare .state");
    page.until("it goes on", "T.one('lab-compare').campaign.done > arguments[0]", still);
    page.pressIn("Stop", "lab-compare .state");
  }

  @Test
  void sliderBeginsAnewAndCellOpensARun(Page page) {
    small(page, "elections");
    page.until("the end", "T.one('lab-compare').campaign?.state === 'over'");
    page.js(
        """
        globalThis.first = T.one("lab-compare").campaign;
        const slider = T.all("lab-compare .slide input").find((one) => !one.disabled);
        slider.value = String(Number(slider.value) === 0 ? 1 : 0);
        slider.dispatchEvent(new Event("input"));
        """);
    page.until(
        "another comparison",
        "T.one('lab-compare').campaign !== first && T.one('lab-compare').campaign?.state ==="
            + " 'over'");
    page.until("a map of runs", "T.all('.cmp-cell', T.one('lab-compare')).length > 3");
    page.click("T.all('.cmp-cell', T.one('lab-compare'))[0]");
    page.until(
        "its run in the laboratory",
        "T.diagram()?.scene?.run === lab.run && /seed/.test(lab.branch.text) &&"
            + " document.querySelector('lab-app').part === 'lab'");
  }
}
