package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The views beside the diagram: which ones fit a protocol, and what they say of a moment. */
@ExtendWith(SharedPage.class)
class ViewsIT {
  /** Shows a view on the right, and waits until it is there. */
  private static void open(Page page, String title, String tag) {
    page.until(
        "tabs that fit",
        "T.all('.right [role=tab]').some((one) => T.text(one) === arguments[0])",
        title);
    page.js(
        "T.all('.right [role=tab]').find((one) => T.text(one) === arguments[0]).click()", title);
    page.until("the view", "T.one(arguments[0])", tag);
  }

  private static String said(Page page, String tag) {
    return page.text("T.text(T.one(arguments[0]))", tag);
  }

  @Test
  void networkShowsProcessesAndMessagesUnderWay(Page page) {
    page.show("protocol bully", "nodes 5", "until 12", "latency 30ms", "at 3 crash 4");
    open(page, "Network", "lab-network");
    page.js("lab.goto(-1)");
    page.until("five processes", "T.all('.node', T.one('lab-network')).length === 5");
    int sent =
        page.number(
            "T.event((i, run) => run.kind[i] === 0 && run.pair[i] > i && run.labelOf(i) ==="
                + " 'Election')");
    page.js("lab.goto(arguments[0])", sent);
    page.until(
        "a message under way",
        "T.all('.message', T.one('lab-network')).some((one) =>"
            + " one.getAttribute('aria-label').includes('Election'))");
    page.js("lab.goto(T.event((i, run) => run.kind[i] === 9) + 1)");
    page.until("a process that is down", "T.all('.node.down', T.one('lab-network')).length === 1");
    page.click("T.all('.node .body', T.one('lab-network'))[1]");
    page.until("it is chosen", "lab.selection?.node === 1");
  }

  @Test
  void networkShowsCuts(Page page) {
    page.show("protocol raft", "nodes 3", "until 3", "at 1 cut 0 - 1", "at 2 partition 0 | 1 2");
    open(page, "Network", "lab-network");
    page.js("lab.gotoTime(1.5e9)");
    page.until("a cut", "T.all('.cut', T.one('lab-network')).length > 0");
    page.js("lab.gotoTime(2.5e9)");
    page.until("a partition", "T.all('.parted', T.one('lab-network')).length > 0");
  }

  @Test
  void detectorsHaveAMatrixOfSuspicions(Page page) {
    page.show("protocol heartbeat", "nodes 4", "until 20", "at 8 crash 2");
    open(page, "Who trusts whom", "lab-matrix");
    page.js("lab.gotoTime(7e9)");
    page.until(
        "trust",
        "T.all('.cell', T.one('lab-matrix')).some((one) => one.title?.startsWith('P0 trusts P2'))");
    page.js("lab.gotoTime(18e9)");
    page.until(
        "suspicion",
        "T.all('.cell', T.one('lab-matrix')).some((one) => one.title?.startsWith('P0 suspects"
            + " P2'))");
    assertThat(
            page.number(
                "T.all('.cell', T.one('lab-matrix')).filter((one) => /^P[013] suspects"
                    + " P2/.test(one.title)).length"))
        .isEqualTo(3);
    page.click(
        "T.all('.cell', T.one('lab-matrix')).find((one) => one.title?.startsWith('P0 suspects"
            + " P2'))");
    page.until("the moment from which on", "lab.nowNanos() < 18e9 && lab.nowNanos() > 8e9");
  }

  @Test
  void vectorsOfVRingAreColouredByHowTheyAreKnown(Page page) {
    page.show("protocol vring", "nodes 4", "until 300", "at 65 crash 2");
    open(page, "Who trusts whom", "lab-matrix");
    page.js("lab.goto(Infinity)");
    page.until(
        "a test of its own",
        "T.all('.cell.faulty', T.one('lab-matrix')).some((one) => one.title.startsWith('P2 is found"
            + " faulty by a test of its own'))");
    page.until(
        "what was learned", "T.all('.cell.told, .cell.learned', T.one('lab-matrix')).length > 0");
    page.until(
        "the next one in the ring", "T.all('.cell.correct', T.one('lab-matrix')).length > 0");
  }

  @Test
  void electionsHaveTheTimelineOfTheirDocument(Page page) {
    page.show(
        "protocol bully",
        "nodes 5",
        "ids-from 1",
        "until 12s",
        "latency 30ms",
        "set detector none",
        "at 2s crash 3",
        "at 2.5s call 1 notice",
        "at 9s recover 3");
    open(page, "Timeline", "lab-timeline");
    page.until("rows", "T.all('tbody tr', T.one('lab-timeline')).length > 3");
    assertThat(said(page, "lab-timeline"))
        .contains("P1", "P5", "crashed", "2.53", "LEADER", "DOWN");
    page.click("T.all('button.when', T.one('lab-timeline')).find((one) => T.text(one) === '2.53')");
    page.until(
        "the moment of the row",
        "Math.abs(lab.nowNanos() - 2.53e9) < 1 && T.one('tr.now', T.one('lab-timeline'))");
  }

  @Test
  void clocksHaveTheirStampsSideBySide(Page page) {
    page.show("protocol clocks", "nodes 4", "until 4", "at 2 clock 2 offset +2s");
    open(page, "Stamps", "lab-stamps");
    page.js("lab.goto(Infinity)");
    page.until("stamps", "T.all('.list tbody tr', T.one('lab-stamps')).length > 3");
    assertThat(
            page.<List<String>>js(
                "return T.all('.list thead th', T.one('lab-stamps')).map(T.text)"))
        .contains("physical", "lamport", "vector", "hybrid");
    page.js("lab.choose(null); T.button('Compare A with', T.one('lab-stamps')).click()");
    page.js("T.one('.frame', T.one('lab-stamps')).scrollTop = 0");
    page.click("T.all('.list tbody button', T.one('lab-stamps'))[0]");
    page.until(
        "what really was",
        "/happened (before|after)|concurrent/.test(T.text(T.one('.truth', T.one('lab-stamps'))))");
  }

  @Test
  void storesHaveTheirVersions(Page page) {
    page.show("protocol documents", "nodes 4", "until 6", "at 1 partition 0 1 | 2 3 for 2");
    open(page, "Copies", "lab-versions");
    page.js("lab.gotoTime(2.9e9)");
    page.until("copies that differ", "T.one('.flag.differs', T.one('lab-versions'))");
    page.js("lab.goto(Infinity)");
    page.until("the versions", "T.all('.graph rect.current', T.one('lab-versions')).length > 0");
    page.until("four copies", "T.all('thead th button', T.one('lab-versions')).length === 4");
  }

  @Test
  void judgesReport(Page page) {
    page.show("protocol raft", "nodes 3", "until 3");
    open(page, "Report", "lab-report");
    page.until("what the judges say", "T.one('.good-line', T.one('lab-report'))");
    assertThat(said(page, "lab-report")).contains("No promise was broken.");
    assertThat(page.number("T.all('section', T.one('lab-report')).length")).isPositive();
  }
}
