package coterie.sim.shrink;

import coterie.sim.manual.Choice;
import coterie.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Leaves out of a schedule what its events need not say: random numbers, and fields. */
final class PlainerChoices implements Reduction {
  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    Scenario best = scenario;
    for (int i = -1; i < scenario.choices().size(); i++) {
      best = plainer(best, i, isObjected);
    }
    return best;
  }

  /** Tries one event, or all at once. */
  private static Scenario plainer(Scenario scenario, int index, Predicate<Scenario> isObjected) {
    List<Choice> withoutDraws = new ArrayList<>(scenario.choices());
    List<Choice> brief = new ArrayList<>(scenario.choices());
    for (int i = 0; i < brief.size(); i++) {
      if (index < 0 || index == i) {
        withoutDraws.set(i, withoutDraws.get(i).drawing(List.of()));
        brief.set(i, brief(withoutDraws.get(i)));
      }
    }
    return Reduction.firstOf(
        List.of(scenario.withChoices(brief), scenario.withChoices(withoutDraws)),
        scenario,
        isObjected);
  }

  /** Returns the same event without the fields of its message. */
  static Choice brief(Choice choice) {
    return switch (choice) {
      case Choice.Deliver deliver -> new Choice.Deliver(deliver.message().brief(), deliver.draws());
      case Choice.Drop drop -> new Choice.Drop(drop.message().brief());
      case Choice.Duplicate twice -> new Choice.Duplicate(twice.message().brief());
      case Choice.At(long at, Choice event) -> new Choice.At(at, brief(event));
      default -> choice;
    };
  }
}
