package coterie.web.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A run is shared by its address alone, and copied as what other tools read. */
@ExtendWith(SharedPage.class)
class ShareIT {
  @Test
  void addressOfEachExampleIsShort(Page page) {
    Map<String, Number> lengths =
        page.js(
            """
            const { pack, unpack } = await import("coterie/shell/share.js");
            const { above } = await import("coterie/shell/scenario-text.js");
            const all = await (await fetch("scenarios/index.json")).json();
            const lengths = {};
            for (const { name, text } of all) {
              const shared = { text: above(text), forks: [["at 5.200000001 crash P1", 5_200_000_000]], at: 5_200_000_000 };
              const packed = await pack(shared);
              if (JSON.stringify(await unpack(packed)) !== JSON.stringify(shared)) throw new Error(name);
              lengths[name] = packed.length + "#run=".length;
            }
            return lengths;
            """);
    assertThat(lengths).hasSizeGreaterThan(50);
    assertThat(lengths.values())
        .allSatisfy(length -> assertThat(length.intValue()).isLessThan(2048));
  }

  @Test
  void linkBringsBackRunBranchAndCursor(Page page) {
    page.show("# A run for a friend.", "protocol bully", "nodes 5", "until 12", "at 9 crash 1");
    page.js("lab.gotoTime(4e9); await lab.fork('at 4.000000001 crash P2'); lab.gotoTime(6e9)");
    page.press("Share");
    String link = page.until("the link", "T.one('lab-share dialog[open] input')?.value");
    String print =
        "JSON.stringify([lab.run.count, lab.cursor, lab.branch.text, lab.branches.length,"
            + " lab.branch.title, [...lab.run.time.slice(-20)]])";
    String before = page.text(print);
    page.until("the same address above", "location.href === arguments[0]", link);
    assertThat(link).startsWith(page.address() + "#run=").hasSizeLessThan(2048);
    page.loadFrom(link, "");
    page.until("the branch", "lab.branches.length === 2");
    page.until("the moment", "lab.nowNanos() > 5.5e9");
    assertThat(page.text(print)).isEqualTo(before);
  }

  @Test
  void brokenLinkSaysSo(Page page) {
    page.load("#run=notarun");
    page.until("a sentence", "/address could not be read/.test(T.text(T.one('.news.bad')))");
    assertThat(page.number("lab.run.count")).isPositive();
  }

  @Test
  void runIsCopiedInEveryForm(Page page) {
    page.show("protocol raft", "nodes 3", "until 2", "set heartbeat 40ms", "at 1 crash 0");
    page.js(
        """
        globalThis.copied = [];
        globalThis.saved = [];
        Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { copied.push(text); } } });
        HTMLAnchorElement.prototype.click = function () {
          saved.push((async () => [this.download, await (await fetch(this.href).catch(() => null))?.text()])());
        };
        const make = URL.createObjectURL;
        globalThis.blobs = [];
        URL.createObjectURL = (blob) => { blobs.push(blob); return make.call(URL, blob); };
        HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
        """);
    page.press("Share");
    page.until("the sheet", "T.one('lab-share dialog[open]')");
    int rows = page.number("T.all('lab-share .copyrow').length");
    assertThat(rows).isGreaterThanOrEqualTo(5);
    page.js(
        "for (const one of T.all('lab-share dialog button')) if (/Copy/.test(T.text(one)))"
            + " one.click()");
    page.until("four copies", "copied.length === 4");
    List<String> copied = page.js("return copied");
    assertThat(copied.get(0)).contains("#run=");
    assertThat(copied.get(1)).contains("protocol raft\n", "at 1 crash 0\n");
    assertThat(copied.get(2))
        .startsWith("./coterie sim raft --nodes 3")
        .contains("--at '1 crash 0'")
        .contains("--trace");
    assertThat(copied.get(3)).contains("@Test", "Rerun.violations", "protocol raft");
    page.pressIn("SVG", "lab-share dialog");
    page.until("a picture", "blobs.length === 1 && (await blobs[0].text()).includes('<svg')");
    page.pressIn("PNG", "lab-share dialog");
    page.until(
        "what is on the screen",
        "blobs.length === 2 && blobs[1].type === 'image/png' && blobs[1].size > 2000");
    page.click(
        "T.all('lab-share .copyrow').find((one) =>"
            + " T.text(one).startsWith('ShiViz')).querySelector('button')");
    page.until("a log", "blobs.length === 3 && /P0 \\{\"P0\":/.test(await blobs[2].text())");
    assertThat(page.<List<String>>js("return saved"))
        .containsExactly("raft-1.svg", "raft-1.png", "raft-1.shiviz.log");
    page.load("");
  }
}
