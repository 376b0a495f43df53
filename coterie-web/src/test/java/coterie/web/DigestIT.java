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
  private static final Path COMPILED = Path.of(System.getProperty("coterie.page", "target/page"));

  @Test
  void webAssemblyRunsAsTheJvmDoes() throws IOException {
    compare("wasm");
  }

  @Test
  void scriptRunsAsTheJvmDoes() throws IOException {
    compare("js");
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

  private static void compare(String engine) throws IOException {
    Map<String, List<String>> scenarios = scenarios();
    List<String> requests =
        scenarios.values().stream().map(lines -> "digest\n" + String.join("\n", lines)).toList();
    List<Map<String, Object>> replies;
    try (PageServer server = new PageServer(COMPILED);
        Browser browser = Browser.open(server.address())) {
      replies = browser.ask("worker.js?engine=" + engine, requests);
    }
    Map<String, Object> here = new LinkedHashMap<>();
    Map<String, Object> there = new LinkedHashMap<>();
    List<String> times = new ArrayList<>();
    RunDigest digest = new RunDigest(RECIPES);
    for (Map.Entry<String, List<String>> each : scenarios.entrySet()) {
      Map<String, Object> reply =
          here.size() < replies.size() ? replies.get(here.size()) : Map.of("error", "no reply");
      long start = System.nanoTime();
      here.put(each.getKey(), digest.of(each.getValue()));
      times.add(
          "%s: JVM %d ms, %s %.0f ms"
              .formatted(
                  each.getKey(),
                  (System.nanoTime() - start) / 1_000_000,
                  engine,
                  ((Number) reply.getOrDefault("millis", 0)).doubleValue()));
      there.put(each.getKey(), reply.getOrDefault("text", reply.get("error")));
    }
    Files.write(COMPILED.resolve("times-" + engine + ".txt"), times);
    assertThat(there).containsExactlyEntriesOf(here);
  }

  /** Every recipe with a crash and a recovery, and every golden trace. */
  private static Map<String, List<String>> scenarios() throws IOException {
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
                        "until 60",
                        "at 20 crash 4",
                        "at 30 recover 4")));
    TraceFolder golden = new TraceFolder(Path.of("../scenarios"), RECIPES);
    for (Path file : golden.files()) {
      TraceFile read = new TraceFile(file.toString(), Files.readAllLines(file));
      scenarios.put(file.getFileName().toString(), read.scenario());
    }
    assertThat(scenarios).hasSizeGreaterThan(100);
    return scenarios;
  }
}
