package coterie.detect;

import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Json;
import coterie.sim.trace.Lines;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Runs scenarios full of chance and prints a hash of each trace; the same in every JVM. */
final class TraceHash {
  private static final Recipes RECIPES = Recipes.of(TraceHash.class.getClassLoader());

  static final List<List<String>> SCENARIOS =
      List.of(
          List.of(
              "protocol vring",
              "until 300",
              "nodes 6",
              "set phases scattered",
              "every 60 crash for 50"),
          List.of(
              "protocol vring",
              "until 300",
              "nodes 12",
              "set phases scattered",
              "set mend true",
              "latency lognormal:2,1",
              "loss 0.1",
              "every 100 crash for 70",
              "every 100 pause for 20"),
          List.of(
              "protocol vring",
              "until 300",
              "nodes 7",
              "latency normal:1,0.5",
              "duplicate 0.2",
              "reorder 0.2 by 3",
              "unreachable on",
              "every 80 crash for 60",
              "every 200 partition for 40",
              "every 50 cut for 30",
              "clock 3 drift +5000ppm",
              "slow 2 by 1"),
          List.of(
              "protocol vring",
              "until 300",
              "nodes 9",
              "ties shuffled",
              "set start converged",
              "latency uniform:10ms,100ms",
              "every 70 crash for 45",
              "at 100 latency replay:1,2,0.5",
              "at 200 latency lognormal:100ms,2"),
          stormy("swim", "set start joining"),
          stormy("swim", "set start converged"),
          stormy("swim-plain", "set start converged"),
          stormy("heartring"),
          stormy("heartbeat"),
          stormy("phi"),
          stormy("bully"),
          stormy("ring"));

  private TraceHash() {}

  private static List<String> stormy(String protocol, String... settings) {
    List<String> statements =
        new ArrayList<>(List.of("protocol " + protocol, "nodes 4", "until 20"));
    statements.addAll(List.of(settings));
    statements.addAll(
        List.of(
            "latency lognormal:50ms,1",
            "loss 0.1",
            "duplicate 0.1",
            "every 8 crash for 6",
            "every 9 partition for 4",
            "every 7 pause for 2",
            "clock 3 drift +5000ppm"));
    return statements;
  }

  public static void main(String[] args) {
    for (List<String> statements : SCENARIOS) {
      System.out.println(of(statements, 11));
    }
  }

  /** The SHA-256 of the trace, in both spellings. */
  static String of(List<String> statements, long seed) {
    ScenarioReader reader = new ScenarioReader(RECIPES);
    reader.statement("", "seed " + seed);
    statements.forEach(statement -> reader.statement("", statement));
    Scenario scenario = reader.statement("", "show all").scenario();
    ScenarioRun run = new ScenarioRun(scenario, RECIPES);
    MessageDigest digest = sha256();
    run.trace(
        scenario.shown(),
        event -> {
          digest.update((Lines.of(event) + "\n").getBytes(StandardCharsets.UTF_8));
          digest.update((Json.line(event) + "\n").getBytes(StandardCharsets.UTF_8));
        });
    run.run();
    return run.stage().events() + " " + HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
