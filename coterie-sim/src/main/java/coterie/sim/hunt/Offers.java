package coterie.sim.hunt;

import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Recipe;
import coterie.sim.Stage;
import coterie.sim.hunt.Coverage.Subject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What runs of a protocol could show: its types of messages, the notes that it declares or that its
 * family lives by, the faults that may be drawn, and the calls that it takes.
 */
final class Offers {
  private final Map<Subject, Set<String>> names = new EnumMap<>(Subject.class);

  private Offers() {}

  static Map<Subject, Set<String>> of(
      Stage stage, Recipe recipe, Set<FaultKind> kinds, List<CallKind> calls) {
    Offers offers = new Offers();
    stage.families().forEach(offers::addFamily);
    for (Protocol<?> protocol : stage.protocols(stage.members().at(0))) {
      offers.addNotes(protocol.getClass());
    }
    usualNotes(recipe).forEach(note -> offers.add(Subject.NOTES, Observer.name(note)));
    kinds.forEach(kind -> words(kind).forEach(word -> offers.add(Subject.FAULTS, word)));
    calls.forEach(call -> offers.add(Subject.CALLS, call.method()));
    return offers.names;
  }

  private void add(Subject subject, String name) {
    names.computeIfAbsent(subject, key -> new TreeSet<>()).add(name);
  }

  private void addFamily(Class<?> family) {
    if (family == Silent.class) {
      return; // Its only message is there because a family needs one.
    }
    if (!family.isInterface()) {
      add(Subject.MESSAGES, Observer.name(family));
    } else if (family.isSealed()) {
      for (Class<?> member : family.getPermittedSubclasses()) {
        addFamily(member);
      }
    }
  }

  private void addNotes(Class<?> protocol) {
    for (Class<?> inner : protocol.getDeclaredClasses()) {
      if (inner.isRecord() && Note.class.isAssignableFrom(inner)) {
        add(Subject.NOTES, Observer.name(inner));
      }
    }
  }

  /** The notes without which nothing of importance has happened. */
  private static List<Class<? extends Note>> usualNotes(Recipe recipe) {
    return switch (recipe) {
      case ElectionRecipe election ->
          List.of(Note.Campaigned.class, Note.Leads.class, Note.SteppedDown.class);
      case MutexRecipe mutex -> List.of(Note.Wanted.class, Note.Entered.class, Note.Exited.class);
      case DetectorRecipe detector ->
          List.of(detector.confirms() ? Note.Failed.class : Note.Suspected.class);
      default -> List.of();
    };
  }

  private static List<String> words(FaultKind kind) {
    return switch (kind) {
      case CRASH -> List.of("crash", "recover");
      case CUT -> List.of("cut", "send-only", "receive-only");
      case PARTITION, LOSS, DUPLICATE, REORDER, PAUSE, SLOW, DRIFT -> List.of(kind.word());
      case DISK -> new ArrayList<>();
    };
  }
}
