package coterie.lab.finding;

import coterie.sim.check.Violation;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.shrink.Effort;
import coterie.sim.shrink.ScenarioShrinker;
import coterie.sim.shrink.Shrunk;
import coterie.sim.shrink.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A run that breaks a promise, and the report about it.
 *
 * <pre>{@code
 * Finding found = Finding.of(recipes, scenario, violation).shrunk(most, () -> false, err);
 * Path folder = found.freshFolder(Path.of(""));
 * found.write(folder, "./coterie sim");
 * }</pre>
 */
public final class Finding {
  private final Recipes recipes;
  private final Scenario scenario;
  private final Violation violation;
  private final FindingText.Origin origin;

  private Finding(
      Recipes recipes, Scenario scenario, Violation violation, FindingText.Origin origin) {
    this.recipes = recipes;
    this.scenario = scenario;
    this.violation = violation;
    this.origin = origin;
  }

  /** A run, by time or by hand, to which that judge objects. */
  public static Finding of(Recipes recipes, Scenario scenario, Violation violation) {
    RunSize size = RunSize.of(scenario, recipes);
    return new Finding(recipes, scenario, violation, new FindingText.Origin(size, 0, false));
  }

  /** Returns what runs. */
  public Scenario scenario() {
    return scenario;
  }

  /** Returns what is wrong. */
  public Violation violation() {
    return violation;
  }

  /** Returns how many messages arrive. */
  public long messages() {
    return RunSize.of(scenario, recipes).arrived();
  }

  /** Returns how many runs it took to make it as small as it is. */
  public long tries() {
    return origin.tries();
  }

  /** Returns whether nothing of it can be left out. */
  public boolean isMinimal() {
    return origin.isMinimal();
  }

  /**
   * Returns the smallest run to which the same judge objects, or the smallest one that was found in
   * time.
   *
   * @param most how long it may take
   * @param isStopped whether somebody wants to see what there is; asked before each try
   * @param err where a line tells how far it is, if that is a terminal
   */
  public Finding shrunk(Duration most, BooleanSupplier isStopped, PrintWriter err) {
    long endNanos = System.nanoTime() + most.toNanos();
    try (ShrinkProgress progress = new ShrinkProgress(err)) {
      Effort effort =
          new Effort(
              Long.MAX_VALUE,
              () -> isStopped.getAsBoolean() || System.nanoTime() - endNanos > 0,
              progress::show);
      Shrunk<Scenario> shrunk = new ScenarioShrinker(recipes, effort).shrink(scenario, violation);
      return new Finding(
          recipes,
          shrunk.result(),
          violationOf(shrunk.result()),
          new FindingText.Origin(origin.before(), shrunk.tries(), shrunk.isMinimal()));
    }
  }

  private Violation violationOf(Scenario smaller) {
    return Trial.of(recipes).violations(smaller).stream()
        .filter(violation::isLike)
        .findFirst()
        .orElse(violation);
  }

  /**
   * Makes a folder, {@code coterie-finding-raft-1} or the next that is free, below the given one.
   */
  public Path freshFolder(Path parent) throws IOException {
    return FindingFolder.fresh(parent, scenario.protocol());
  }

  /**
   * Writes the report.
   *
   * @param folder is made, or must be empty
   * @param program what simulates a scenario: {@code ./coterie sim}, with the jars that it needs
   * @throws IllegalArgumentException if there is something in the folder
   */
  public void write(Path folder, String program) throws IOException {
    new FindingFolder(folder).write(recipes, scenario, violation, origin, program);
  }
}
