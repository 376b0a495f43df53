package coterie.broken;

import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.explore.Plan;
import coterie.sim.explore.search.Exploration;
import coterie.sim.explore.search.Explored;
import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.hunt.HuntRun;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Lets the tools that find broken variants look at correct protocols. */
final class Soundness {
  private static final long SECOND = 1_000_000_000;
  private static final Recipes RECIPES = Recipes.of(Soundness.class.getClassLoader());

  private static final String FAULTS = " crashes=1 recoveries=1 losses=1 duplicates=1";

  /** How each protocol is explored, in the words of {@link Looking}. */
  static final Map<String, String> EXPLORED = explored();

  private Soundness() {}

  private static Map<String, String> explored() {
    Map<String, String> all = new TreeMap<>();
    for (String pair : List.of("lamport", "ricart-agrawala", "token-ring", "token-ring-plain")) {
      all.put(pair, "nodes=2" + FAULTS);
    }
    for (String store : List.of("documents", "ledger", "mvcc", "clocks")) {
      all.put(store, "nodes=2" + FAULTS);
    }
    for (String detector : List.of("heartbeat", "heartring", "phi", "vring")) {
      all.put(detector, "nodes=2" + FAULTS);
    }
    for (String election : List.of("bully", "ring")) {
      all.put(election, "nodes=3 set=detector:none call=notice" + FAULTS);
    }
    all.put("raft", "nodes=3" + FAULTS);
    all.put("lease", "nodes=3" + FAULTS);
    all.put("register", "nodes=3 set=clients:2 set=registers:1" + FAULTS);
    all.put("swim", "nodes=3 set=start:converged" + FAULTS);
    all.put("swim-plain", "nodes=3 set=start:converged" + FAULTS);
    all.put("cast", "nodes=3 call=cast:news" + FAULTS);
    return all;
  }

  /** A base scenario of variants, and the faults that are drawn in it. */
  record Base(List<String> statements, String faults) {}

  static Set<Base> bases() {
    Set<Base> bases = new LinkedHashSet<>();
    for (Variant variant : Variants.ALL) {
      List<String> statements = new ArrayList<>(List.of("protocol " + variant.recipe()));
      statements.addAll(variant.statements());
      bases.add(new Base(statements, variant.faults()));
    }
    return bases;
  }

  /**
   * What hunted runs came to.
   *
   * @param objections a sentence for each seed to which a judge objects
   */
  record Hunted(long runs, long nanos, List<String> objections) {}

  static Hunted hunt(Base base, long seeds) {
    Scenario scenario = new ScenarioReader(RECIPES).text("sound", base.statements).scenario();
    Hunt hunt = new Hunt(scenario, RECIPES, FaultKind.parse(base.faults));
    Hunt.Worker worker = hunt.new Worker(new Coverage());
    List<String> objections = new ArrayList<>();
    long nanos = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      HuntRun run = worker.run(seed);
      nanos += run.nanos();
      if (run.violation() != null) {
        objections.add("%s, seed %d: %s".formatted(base, seed, run.violation()));
      }
    }
    return new Hunted(seeds, nanos, objections);
  }

  /** Visits that many different states of a correct protocol, all judged. */
  static Explored explore(String protocol, long statesMax) {
    Looking looking = Looking.parse(EXPLORED.get(protocol));
    Recipe recipe = RECIPES.named(protocol);
    List<String> statements =
        new ArrayList<>(List.of("protocol " + protocol, "nodes " + looking.nodes()));
    statements.addAll(looking.settings());
    Scenario scenario = new ScenarioReader(RECIPES).text(protocol, statements).scenario();
    Settings settings = new Settings(recipe.settings(), scenario.settings());
    Plan plan = looking.plan(recipe, settings, scenario.members());
    Plan.Bounds bounds =
        new Plan.Bounds(Integer.MAX_VALUE, statesMax, looking.pending(), -1, looking.values());
    return new Exploration(plan.withBounds(bounds)).run();
  }

  /**
   * Prints the table of docs/broken-variants.md.
   *
   * @param args a pattern of protocols; how many states; how many seeds
   */
  public static void main(String[] args) {
    for (String protocol : EXPLORED.keySet()) {
      if (!protocol.matches(args[0])) {
        continue;
      }
      Explored explored = explore(protocol, Long.parseLong(args[1]));
      String until = protocol.equals("vring") ? "600" : "8";
      Base base = new Base(List.of("protocol " + protocol, "nodes 4", "until " + until), "all");
      Hunted hunted = hunt(base, Long.parseLong(args[2]));
      System.out.printf(
          Locale.ROOT,
          "| `%s` | `%s` | %,d%s | %d | %,d | %,d | %d |%n",
          protocol,
          EXPLORED.get(protocol),
          explored.states(),
          explored.exhausted() ? " (all)" : "",
          explored.depth(),
          hunted.runs,
          hunted.nanos / SECOND,
          hunted.objections.size() + (explored.violation() == null ? 0 : 1));
      if (explored.violation() != null) {
        System.out.println("    " + explored.violation());
      }
      hunted.objections.stream().limit(3).forEach(one -> System.out.println("    " + one));
    }
  }
}
