package coterie.web;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, with a profile that nobody had before. It asks no other host. */
public final class Browser implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(300);
  private static final List<String> CHROMIUM =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final List<String> DRIVER =
      List.of("/usr/bin/chromedriver", "/usr/lib/chromium-browser/chromedriver");

  private final Path profile;
  private final ChromeDriver driver;

  private Browser(Path profile, ChromeDriver driver) {
    this.profile = profile;
    this.driver = driver;
  }

  /** Skips the test where there is no browser, or fails it where one is required. */
  static void require(boolean isThere, String mode) {
    if (!mode.equals("auto") && !mode.equals("required")) {
      throw new IllegalArgumentException(
          "-Dcoterie.browser takes auto or required, not \"%s\"".formatted(mode));
    }
    String missing = "needs Debian's chromium and chromium-driver";
    if (!isThere && mode.equals("required")) {
      fail(missing);
    }
    assumeTrue(isThere, missing);
  }

  /**
   * Opens a browser; without one on this machine the test is skipped, or fails if it is required.
   */
  public static Browser open(String address) throws IOException {
    Optional<String> chromium = installed(CHROMIUM);
    Optional<String> service = installed(DRIVER);
    require(
        chromium.isPresent() && service.isPresent(), System.getProperty("coterie.browser", "auto"));
    Path profile = Files.createTempDirectory("coterie-browser");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.orElseThrow());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    // With a path of its own for the driver, Selenium looks for none, and loads none down.
    ChromeDriverService driver =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(Path.of(service.orElseThrow()).toFile())
            .build();
    Browser browser = new Browser(profile, new ChromeDriver(driver, options));
    browser.driver.manage().timeouts().scriptTimeout(LIMIT).pageLoadTimeout(LIMIT);
    browser.driver.get(address);
    return browser;
  }

  public ChromeDriver driver() {
    return driver;
  }

  private static Optional<String> installed(List<String> places) {
    return places.stream().filter(place -> Files.isExecutable(Path.of(place))).findFirst();
  }

  /**
   * Sends the requests to a new Worker, one after the other, and returns what came back for each:
   * id, text, the hash of the bytes or error, and how many milliseconds it took.
   */
  @SuppressWarnings("unchecked")
  List<Map<String, Object>> ask(String worker, List<String> requests) {
    return (List<Map<String, Object>>)
        driver.executeAsyncScript(
            """
            const [address, requests, done] = arguments;
            const worker = new Worker(address, { type: 'module' });
            const replies = [];
            // That of Arrays.hashCode.
            const hash = bytes => bytes ? bytes.reduce((sum, each) => (Math.imul(31, sum) + each) | 0, 1) : 1;
            let start = performance.now();
            const next = () => worker.postMessage({ id: replies.length, request: requests[replies.length] });
            worker.onerror = event => done([{ error: 'the worker failed: ' + event.message }]);
            worker.onmessage = ({ data }) => {
              const now = performance.now();
              replies.push({ ...data, bytes: hash(data.bytes), millis: now - start });
              start = now;
              if (replies.length < requests.length) next();
              else { worker.terminate(); done(replies); }
            };
            next();
            """,
            worker,
            requests);
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
