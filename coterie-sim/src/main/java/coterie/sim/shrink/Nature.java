package coterie.sim.shrink;

import coterie.sim.fault.Fault;
import coterie.sim.scenario.Scenario;
import java.util.List;

/**
 * What kind of promise is broken, as far as it limits what may be removed. A run in which nothing
 * ever arrives breaks every promise that something happens, whoever is to blame; so where a judge
 * objects to that as well, no message may be lost, and no fault may go on, beyond those that did
 * when the violation was found.
 *
 * @param isOfProgress whether the promise is that something happens
 * @param isOfTheEnd whether the promise is about the state at the end, whenever that is
 */
record Nature(boolean isOfProgress, boolean isOfTheEnd) {
  private static final long MOMENT = 1_000_000;

  static Nature of(Scenario scenario, Objection objection) {
    Scenario calm =
        scenario.withSteps(List.of()).withSetup(scenario.setup().withConditions(List.of()));
    Scenario silent = calm.withSetup(scenario.setup().withConditions(List.of(new Fault.Loss(1))));
    boolean isOfTheEnd = objection.test(calm.withUntil(Math.min(MOMENT, scenario.untilNanos())));
    return new Nature(isOfTheEnd || objection.test(silent), isOfTheEnd);
  }
}
