package coterie.web.drive;

import coterie.lab.page.PageServer.ServedPage;
import coterie.lab.page.PageStart;
import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import coterie.web.Browser;
import coterie.web.server.LabServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/**
 * The page as a person meets it: served by the real server, in a real browser, with a real mouse.
 * Scripts that tests run in it have the tools of tools.js, as T.
 */
final class Page implements AutoCloseable {
  /** Headless, there is no graphics card; the page asks for one, and does without. */
  private static final String NO_CARD = "fallback to software WebGL";

  private final ServedPage served;
  private final Browser browser;
  private final ChromeDriver driver;
  private final List<String> expected = new ArrayList<>();

  private Page(ServedPage served, Browser browser) {
    this.served = served;
    this.browser = browser;
    this.driver = browser.driver();
  }

  static Page open() throws IOException {
    ServedPage served = serve(List.of());
    try {
      Browser browser = Browser.open("about:blank");
      Page page = new Page(served, browser);
      page.driver.executeCdpCommand(
          "Page.addScriptToEvaluateOnNewDocument", Map.of("source", tools()));
      page.size(1280, 900);
      return page;
    } catch (RuntimeException | IOException | Error e) {
      served.close();
      throw e;
    }
  }

  /** Serves the page on a port of its own. */
  static ServedPage serve(List<URI> cluster) {
    return new LabServer()
        .serve(
            new PageStart(
                0, new Recipes(new Protocols().recipes()), false, null, cluster, "coterie test"));
  }

  private static String tools() throws IOException {
    try (InputStream in = Page.class.getResourceAsStream("tools.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  String address() {
    return served.address();
  }

  ChromeDriver driver() {
    return driver;
  }

  // ---- where the page is

  /** Loads the page anew with what follows its address, and waits for its first run. */
  void load(String rest) {
    loadFrom(served.address(), rest);
  }

  /** Loads it anew, where a part other than the laboratory may come first. */
  void load(String rest, boolean hasRun) {
    if (hasRun) {
      load(rest);
    } else {
      visit(served.address() + rest);
      until("the page", "document.querySelector('lab-app')?.querySelector('main')");
    }
  }

  void loadFrom(String address, String rest) {
    visit(address + rest);
    until(
        "the first run",
        """
        globalThis.lab?.run && T.diagram()?.scene?.run === lab.run
          && document.querySelector("lab-app").viewsFor(lab.run, null).length
        """);
  }

  void visit(String address) {
    driver.get("about:blank"); // An address that differs in its fragment alone loads nothing.
    driver.get(address);
  }

  /** Shows a scenario in the page as it is, with nothing left of what was shown before. */
  void show(String... lines) {
    js(
        """
        const app = document.querySelector("lab-app");
        if (app.part !== "lab") await app.go("lab");
        document.querySelectorAll("dialog[open]").forEach((one) => one.close());
        await lab.setFilter({ nodes: null, kinds: null, labels: null, channels: null, routine: false, words: "" });
        lab.setBeside(null);
        app.left = "choose";
        app.pane = "centre";
        if (!(await lab.open(arguments[0], "the run"))) throw new Error(lab.error.message);
        await app.updateComplete;
        await T.until("the diagram of the run", () => T.diagram()?.scene?.run === lab.run);
        """,
        String.join("\n", lines) + "\n");
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Pretends that somebody prefers these: name and value in turn. */
  void prefers(String... features) {
    List<Map<String, String>> all = new ArrayList<>();
    for (int i = 0; i < features.length; i += 2) {
      all.add(Map.of("name", features[i], "value", features[i + 1]));
    }
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", all));
  }

  // ---- what is asked of it

  /** Runs the body of an async function in the page, and returns what it returns. */
  @SuppressWarnings("unchecked")
  <T> @Nullable T js(String body, Object... arguments) {
    Object answer =
        driver.executeAsyncScript(
            "const done = arguments[arguments.length - 1];"
                + "(async function () {"
                + body
                + "\n"
                + "}).apply(null, [...arguments].slice(0, -1)).then((value) => done({ value }),"
                + " (error) => done({ error: String(error?.stack ?? error) }));",
            arguments);
    Map<String, Object> reply = (Map<String, Object>) answer;
    if (reply.containsKey("error")) {
      throw new AssertionError(reply.get("error"));
    }
    return (T) reply.get("value");
  }

  /** Waits until an expression of the page is true, and returns its value. */
  <T> @Nullable T until(String what, String expression, Object... arguments) {
    Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = what;
    return js(
        "const args = arguments; return await T.until(args[args.length - 1], async () => ("
            + expression.replace("arguments[", "args[")
            + "));",
        all);
  }

  int number(String expression, Object... arguments) {
    Number value = js("return " + expression, arguments);
    return value.intValue();
  }

  String text(String expression, Object... arguments) {
    return String.valueOf(this.<Object>js("return " + expression, arguments));
  }

  boolean is(String expression, Object... arguments) {
    return Boolean.TRUE.equals(this.<Object>js("return !!(" + expression + ")", arguments));
  }

  // ---- what a person does

  /** Clicks what an expression yields, as soon as it is there. */
  void click(String expression, Object... arguments) {
    WebElement found = until("something to click: " + expression, expression, arguments);
    found.click();
  }

  /** Clicks the button of that name, as soon as it is there and can be pressed. */
  void press(String button) {
    click("(T.button(arguments[0])?.disabled ? null : T.button(arguments[0]))", button);
  }

  void pressIn(String button, String scope) {
    click("T.one(arguments[1]) && T.button(arguments[0], T.one(arguments[1]))", button, scope);
  }

  /** Types into what has the focus. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Writes a text in place of what a field holds, as a person would. */
  void write(String expression, String text) {
    WebElement field = until("a field: " + expression, expression);
    field.click();
    new Actions(driver)
        .keyDown(Keys.CONTROL)
        .sendKeys("a")
        .keyUp(Keys.CONTROL)
        .sendKeys(Keys.DELETE)
        .perform();
    field.sendKeys(text);
  }

  /** Moves the mouse to where an event is drawn. */
  Actions at(int event) {
    List<Number> place =
        until(
            "the place of an event",
            "T.diagram().scene.run === lab.run && T.place(arguments[0])",
            event);
    return at(place.get(0).intValue(), place.get(1).intValue());
  }

  Actions at(int x, int y) {
    return new Actions(driver).moveToLocation(x, y);
  }

  // ---- what went wrong

  /** From here to the next look, complaints with these words are part of the test. */
  void expect(String... words) {
    expected.addAll(List.of(words));
  }

  /** What the page and the browser complained of since the last look. */
  List<String> complaints() {
    List<String> all = new ArrayList<>();
    driver
        .manage()
        .logs()
        .get(LogType.BROWSER)
        .forEach(
            entry -> {
              if (!List.of("INFO", "DEBUG", "FINE").contains(entry.getLevel().getName())) {
                all.add(entry.getMessage());
              }
            });
    List<String> problems = js("return globalThis.T ? T.problems.splice(0) : []");
    all.addAll(problems);
    all.removeIf(one -> expected.stream().anyMatch(one::contains));
    all.removeIf(one -> one.contains(NO_CARD));
    expected.clear();
    return all;
  }

  @Override
  public void close() throws IOException {
    try {
      browser.close();
    } finally {
      served.close();
    }
  }
}
