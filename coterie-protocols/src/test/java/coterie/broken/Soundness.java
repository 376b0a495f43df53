package coterie.broken;

import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.hunt.HuntRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Hunts in correct protocols by the scenarios of the variants. */
final class Soundness {
  private Soundness() {}

  public static void main(String[] args) {
    Recipes recipes = Recipes.of(Soundness.class.getClassLoader());
    TreeSet<String> done = new TreeSet<>();
    for (Variant variant : Variants.ALL) {
      List<String> statements = new ArrayList<>(List.of("protocol " + variant.recipe()));
      statements.addAll(variant.statements());
      if (!variant.name().matches(args[0]) || !done.add(statements.toString())) {
        continue;
      }
      long start = Search.cpuNanos();
      Hunt hunt =
          new Hunt(
              new ScenarioReader(recipes).text("sound", statements).scenario(),
              recipes,
              FaultKind.parse(variant.faults()));
      Hunt.Worker worker = hunt.new Worker(new Coverage());
      int objections = 0;
      String first = "";
      long seeds = Long.parseLong(args[1]);
      for (long seed = 1; seed <= seeds; seed++) {
        HuntRun run = worker.run(seed);
        if (run.violation() != null) {
          objections++;
          first = first.isEmpty() ? run.violation().toString() : first;
        }
      }
      System.out.printf(
          "%s %d of %d seeds, %d ms: %s%n   %s%n",
          objections == 0 ? "sound" : "OBJECTED",
          objections,
          seeds,
          (Search.cpuNanos() - start) / 1_000_000,
          statements,
          first);
    }
  }
}
