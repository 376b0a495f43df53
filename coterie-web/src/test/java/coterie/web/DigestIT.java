package coterie.web;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.TraceFile;
import coterie.testkit.TraceFolder;
import coterie.web.browser.RunDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run in the browser is the run of the JVM, event by event and letter by letter. */
class DigestIT {
  private static final Recipes RECIPES = new Recipes(new Protocols().recipes());

  /** Shows levels with all digits, and the browser's exp and log differ in the last one. */
  private static final String LAST_DIGITS = "phi.trace";

  private static final Path COMPILED = Path.of(System.getProperty("coterie.page", "target/page"));

  @Test
  void webAssemblyRunsAsTheJvmDoes() throws IOException {
    Map<String, List<String>> scenarios = recipes();
    scenarios.putAll(golden());
    compare("wasm", scenarios);
  }

  /** The script is made of the same classes, and is slower: it runs each protocol once. */
  @Test
  void scriptRunsAsTheJvmDoes() throws IOException {
    compare("js", recipes());
  }

  @Test
  void refusalIsTheSameSentence() throws IOException {
    try (PageServer server = new PageServer(COMPILED);
        Browser browser = Browser.open(server.address())) {
      for (String engine : List.of("wasm", "js")) {
        Map<String, Object> reply =
            browser
                .ask("worker.js?engine=" + engine, List.of("digest\nprotocol bully\nnodes 5 6"))
                .getFirst();
        assertThat(reply.get("error")).isEqualTo(refusal(List.of("protocol bully", "nodes 5 6")));
      }
    }
  }

  private static String refusal(List<String> statements) {
    try {
      return new RunDigest(RECIPES).of(statements);
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void compare(String engine, Map<String, List<String>> scenarios)
      throws IOException {
    List<String> requests =
        scenarios.values().stream().map(lines -> "digest\n" + String.join("\n", lines)).toList();
    List<Map<String, Object>> replies;
    try (PageServer server = new PageServer(COMPILED);
        Browser browser = Browser.open(server.address())) {
      replies = browser.ask("worker.js?engine=" + engine, requests);
    }
    RunDigest digest = new RunDigest(RECIPES);
    List<String> differences = new ArrayList<>();
    int next = 0;
    for (Map.Entry<String, List<String>> each : scenarios.entrySet()) {
      Map<String, Object> reply =
          next < replies.size() ? replies.get(next) : Map.of("error", "no reply");
      next++;
      String here = digest.of(each.getValue());
      Object there = reply.get("text") == null ? reply.get("error") : reply.get("text");
      boolean isSame =
          each.getKey().equals(LAST_DIGITS)
              ? notes(here).equals(notes(String.valueOf(there)))
              : here.equals(there);
      if (!isSame) {
        differences.add("%s: JVM %s, browser %s".formatted(each.getKey(), here, there));
      }
    }
    assertThat(differences).isEmpty();
  }

  private static String notes(String digest) {
    return digest.substring(Math.max(0, digest.indexOf(", notes")));
  }

  /** Every recipe with a crash and a recovery. */
  private static Map<String, List<String>> recipes() {
    Map<String, List<String>> scenarios = new LinkedHashMap<>();
    RECIPES
        .all()
        .forEach(
            recipe ->
                scenarios.put(
                    recipe.name(),
                    List.of(
                        "protocol " + recipe.name(),
                        "nodes 5",
                        "until 6",
                        "at 2 crash 4",
                        "at 4 recover 4")));
    return scenarios;
  }

  private static Map<String, List<String>> golden() throws IOException {
    Map<String, List<String>> scenarios = new LinkedHashMap<>();
    TraceFolder golden = new TraceFolder(Path.of("../scenarios"), RECIPES);
    for (Path file : golden.files()) {
      TraceFile read = new TraceFile(file.toString(), Files.readAllLines(file));
      scenarios.put(file.getFileName().toString(), read.scenario());
    }
    assertThat(scenarios).hasSizeGreaterThan(80);
    return scenarios;
  }
}
