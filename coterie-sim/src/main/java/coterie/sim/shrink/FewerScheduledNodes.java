package coterie.sim.shrink;

import coterie.core.View;
import coterie.sim.manual.Choice;
import coterie.sim.scenario.ChoiceByName;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes nodes from a schedule, with all events that name them; those behind move up. */
final class FewerScheduledNodes implements Reduction {
  private static final Pattern NODE = Pattern.compile("\\bP([0-9]+)\\b");
  private static final Pattern FIELDS = Pattern.compile("\\[.*\\]");

  private final Rehearsal rehearsal;

  FewerScheduledNodes(Rehearsal rehearsal) {
    this.rehearsal = rehearsal;
  }

  @Override
  public Scenario reduce(Scenario scenario, Predicate<Scenario> isObjected) {
    View members = scenario.members();
    for (int node = members.size() - 1; node >= 0 && members.size() > 1; node--) {
      long gone = members.at(node).value();
      List<Choice> choices = new ArrayList<>();
      for (Choice choice : scenario.choices()) {
        add(choice, gone, choices);
      }
      // Fields may tell of clocks and random numbers, which are others for another node.
      List<Choice> brief =
          choices.stream().map(one -> PlainerChoices.brief(one).drawing(List.of())).toList();
      View fewer = View.numbered(members.at(0).value(), members.size() - 1);
      for (List<Choice> some : List.of(choices, brief)) {
        Scenario smaller = rehearsal.possible(scenario.withMembers(fewer), some);
        if (isObjected.test(smaller)) {
          return reduce(smaller, isObjected);
        }
      }
    }
    return scenario;
  }

  private static void add(Choice choice, long gone, List<Choice> to) {
    String text = choice.text();
    String head = FIELDS.matcher(text).replaceAll("");
    String word = "P" + gone;
    if (NODE.matcher(head).results().anyMatch(found -> found.group().equals(word))) {
      return;
    }
    boolean isInFields = NODE.matcher(text).results().anyMatch(one -> one.group().equals(word));
    try {
      to.add(ChoiceByName.parse(moved(isInFields ? head : text, gone)));
    } catch (ScenarioException e) {
      // It was said in words that are not read back; then it is left out.
    }
  }

  private static String moved(String text, long gone) {
    return NODE.matcher(text)
        .replaceAll(
            found -> {
              long number = Long.parseLong(found.group(1));
              return Matcher.quoteReplacement("P" + (number > gone ? number - 1 : number));
            });
  }
}
