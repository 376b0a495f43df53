package coterie.testkit.junit;

import coterie.core.Blueprint;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.Violation;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.monitor.MonitorJudge;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import coterie.sim.trace.Kind;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import coterie.testkit.Draws;
import coterie.testkit.SimulatedGroup;
import coterie.testkit.Storm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** One run of a {@link SimTest}: its stage, what the method may ask for, and what went wrong. */
final class SimTrial {
  /** Calls the method of the test. */
  @FunctionalInterface
  interface Body {
    void call(SimTrial trial) throws Throwable;
  }

  /**
   * What went wrong.
   *
   * @param sentence such as a broken promise; for an exception what it says
   * @param violation what a judge objects to, or the protocol has thrown; null for an assertion of
   *     the method
   * @param cause what was thrown; null if a judge objects
   */
  record Failure(String sentence, @Nullable Violation violation, @Nullable Throwable cause) {}

  private final Draws draws;
  private final ScenarioRun run;
  private final List<String> lines = new ArrayList<>();
  private @Nullable SimulatedGroup<?> group;
  private @Nullable Storm storm;
  private boolean isOver;

  SimTrial(SimPlan plan, Scenario scenario) {
    this.draws = new Draws(scenario.setup().seed());
    this.run =
        ScenarioRun.oneOfMany(
            scenario,
            plan.recipe(),
            plan.settings(),
            (members, blueprint, setup) -> stage(plan, members, blueprint, setup));
    List<Monitor<?>> judges = plan.judges(scenario.members());
    for (Monitor<?> judge : judges) {
      run.judges().appoint(made -> Optional.of(new MonitorJudge(made.stage(), List.of(judge))));
    }
  }

  private Simulation stage(SimPlan plan, View members, Blueprint blueprint, Setup setup) {
    if (plan.group() == null) {
      return new Simulation(members, blueprint, setup);
    }
    SimulatedGroup<?> made = new SimulatedGroup<>(plan.group(), members, blueprint, setup);
    group = made;
    return made.simulation;
  }

  /** Refuses messages that sockets would refuse: once for all runs. */
  static void requireCodecs(SimPlan plan, Scenario scenario) {
    new ScenarioRun(scenario, plan.protocol().recipes()).start();
  }

  long seed() {
    return run.scenario().setup().seed();
  }

  ScenarioRun run() {
    return run;
  }

  Draws draws() {
    return draws;
  }

  @Nullable SimulatedGroup<?> group() {
    return group;
  }

  Storm storm() {
    if (storm == null) {
      storm = new Storm(run.stage(), draws);
    }
    return storm;
  }

  /** Keeps the trace of the run up to a violation; to be called before it. */
  SimTrial traced(Set<Kind> kinds) {
    run.trace(kinds, this::keep);
    return this;
  }

  private void keep(TraceEvent event) {
    if (!isOver) {
      lines.add(Lines.of(event));
      isOver = !run.violations().isEmpty();
    }
  }

  List<String> lines() {
    return lines;
  }

  /**
   * Calls the method, runs to the end and asks the judges.
   *
   * @return null if all is well
   * @throws TestAbortedException if an assumption of the method does not hold
   */
  @Nullable Failure outcome(Body body) {
    try {
      run.start();
      body.call(this);
      long end = run.scenario().untilNanos();
      if (run.stage().now() < end) {
        run.stage().runUntil(end);
      }
    } catch (TestAbortedException e) {
      throw e;
    } catch (Throwable thrown) {
      rethrowIfUnrecoverable(thrown);
      return failure(thrown);
    }
    return failure(null);
  }

  private @Nullable Failure failure(@Nullable Throwable thrown) {
    List<Violation> broken = run.objections();
    if (!broken.isEmpty()) {
      return new Failure(broken.getFirst().sentence(), broken.getFirst(), thrown);
    }
    if (thrown != null) {
      Violation own = thrown instanceof RuntimeException e ? Violation.thrown(e) : null;
      return new Failure(String.valueOf(thrown.getMessage()), own, thrown);
    }
    List<String> nonsense = group == null ? List.of() : group.wrong;
    return nonsense.isEmpty() ? null : new Failure(nonsense.getFirst(), null, null);
  }

  private static void rethrowIfUnrecoverable(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError error) {
      throw error;
    }
  }
}
