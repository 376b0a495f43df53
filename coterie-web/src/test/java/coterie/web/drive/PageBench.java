package coterie.web.drive;

import java.util.Locale;
import java.util.Map;

/**
 * Measures the page in a headless browser: how soon it is there, how quickly the diagram draws 10^5
 * events, and how long a step back takes. A benchmark and no test: its figures depend on the
 * machine.
 */
public final class PageBench {
  private static final String SCENARIO =
      "protocol heartbeat\nnodes 10\nuntil 255\nset period 500ms\nat 100 crash 2 for 100\n";

  private PageBench() {}

  public static void main(String[] args) throws Exception {
    try (Page page = Page.open()) {
      for (int i = 0; i < 3; i++) {
        page.load("");
        Number millis = page.js("return T.loadedMillis ?? performance.now()");
        print("load %d: the first run is drawn after %.0f ms", i + 1, millis.doubleValue());
      }
      Map<String, Object> run =
          page.js(
              """
              const began = performance.now();
              if (!(await lab.open(arguments[0], "bench"))) throw new Error(lab.error.message);
              lab.setFilter({ routine: true });
              await T.until("the diagram", () => T.diagram().scene.run === lab.run);
              return { millis: performance.now() - began, events: lab.run.count, shown: T.diagram().scene.events.length };
              """,
              SCENARIO);
      print(
          "a run of %s events (%s shown) is there after %s ms",
          run.get("events"), run.get("shown"), run.get("millis"));
      Map<String, Object> frames = page.js("return await T.diagram().measureFrames()");
      print("frames: %s", frames);
      Map<String, Object> steps =
          page.js(
              """
              const frame = () => new Promise((then) => requestAnimationFrame(() => then(performance.now())));
              T.all(".right [role=tab]").find((one) => T.text(one) === "State").click();
              lab.goto(Infinity);
              await frame();
              const drawn = [];
              const known = [];
              for (let i = 0; i < 30; i++) {
                const began = performance.now();
                lab.step(-1);
                const asked = lab.run.states(lab.cursor);
                await frame();
                drawn.push(performance.now() - began);
                await asked;
                known.push(performance.now() - began);
              }
              const middle = (all) => Math.round(all.sort((a, b) => a - b)[all.length >> 1] * 10) / 10;
              return { drawn: middle(drawn), known: middle(known), slowest: Math.round(known.at(-1)) };
              """);
      print(
          "a step back: drawn after %s ms, with the states of all processes after %s ms (slowest %s"
              + " ms)",
          steps.get("drawn"), steps.get("known"), steps.get("slowest"));
    }
  }

  private static void print(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
