package coterie.testkit.junit;

import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.sim.explore.Monitor;
import coterie.sim.hunt.FaultKind;
import coterie.sim.hunt.Hunt;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.testkit.ManySeeds;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a {@link SimTest} asks for, after a look at all of it. */
final class SimPlan {
  private final SimTest test;
  private final TestedRecipe protocol;
  private final Settings settings;
  private final @Nullable Hunt hunt;
  private final long seeds;
  private final @Nullable Long only;
  private final @Nullable Class<?> group;

  /**
   * Reads the annotation of a method.
   *
   * @throws IllegalArgumentException if it says something that cannot be
   */
  SimPlan(SimTest test, Method method, ExtensionContext context) {
    this.test = test;
    this.protocol =
        TestedRecipe.of(
            context.getRequiredTestClass(), test.protocol(), test.recipe(), test.blueprint());
    KitParameters.require("seeds", test.seeds(), 1);
    KitParameters.require("deepSeeds", test.deepSeeds(), 0);
    KitParameters.require("seed", test.seed(), -1);
    this.group = Injected.group(method);
    Scenario base = read(1);
    this.settings = new Settings(recipe().settings(), base.settings());
    this.hunt =
        test.faults().length == 0
            ? null
            : new Hunt(base, protocol.recipes(), FaultKind.parse(String.join(",", test.faults())));
    Long asked = KitParameters.number(context, KitParameters.SEED, 0);
    Long count = KitParameters.number(context, KitParameters.SEEDS, 1);
    int usual =
        test.deepSeeds() > 0 ? ManySeeds.count(test.seeds(), test.deepSeeds()) : test.seeds();
    this.only = asked == null && test.seed() >= 0 ? Long.valueOf(test.seed()) : asked;
    this.seeds = count == null ? usual : count;
    new SimTrial(this, base).run().start();
    SimTrial.requireCodecs(this, base);
  }

  /** Does the same, and tells of a mistake as JUnit expects it. */
  static SimPlan of(SimTest test, Method method, ExtensionContext context) {
    try {
      return new SimPlan(test, method, context);
    } catch (IllegalArgumentException e) {
      throw new ExtensionConfigurationException(String.valueOf(e.getMessage()), e);
    }
  }

  TestedRecipe protocol() {
    return protocol;
  }

  Recipe recipe() {
    return protocol.recipe();
  }

  Settings settings() {
    return settings;
  }

  /** Returns how many seeds there are, from 1 on. */
  long seeds() {
    return seeds;
  }

  /** Returns the one seed that was asked for; null for all of them. */
  @Nullable Long only() {
    return only;
  }

  /** Returns a part of the sentence that a seed has to show; empty if none may go wrong. */
  String finds() {
    return test.finds();
  }

  /** Returns the protocol of the group that is a parameter; null if none is. */
  @Nullable Class<?> group() {
    return group;
  }

  /** Returns the seeds in the order in which they are tried. */
  LongStream all() {
    return only == null ? LongStream.rangeClosed(1, seeds) : LongStream.of(only);
  }

  /** Returns what the run of a seed is, as it was drawn. */
  Scenario scenario(long seed) {
    return hunt == null ? read(seed) : hunt.drawn(seed);
  }

  /** Returns the same as it came to pass, without what the method did. */
  Scenario happened(long seed) {
    return hunt == null ? read(seed) : hunt.happened(seed);
  }

  /** Makes new judges for a run. */
  List<Monitor<?>> judges(View members) {
    List<Monitor<?>> made = new ArrayList<>();
    for (Class<? extends Monitor<?>> type : test.judges()) {
      made.add(JudgeMaker.make(type, members));
    }
    return made;
  }

  private Scenario read(long seed) {
    List<String> lines = new ArrayList<>();
    lines.add("protocol " + protocol.name());
    lines.add("nodes " + test.nodes());
    lines.add("until " + test.until());
    lines.addAll(List.of(test.scenario()));
    lines.add("seed " + seed);
    return new ScenarioReader(protocol.recipes()).text("the scenario", lines).scenario();
  }
}
