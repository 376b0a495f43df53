package coterie.sim.check.expect;

import coterie.core.Note;
import coterie.sim.trace.Lines;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A kind of note, with the fields that matter: {@code Elected[leader=P2]}.
 *
 * @param kind the simple name of the record
 */
public record NotePattern(String kind, SortedMap<String, String> fields) {
  public NotePattern {
    fields = new TreeMap<>(fields);
  }

  boolean fits(Note note) {
    if (!note.getClass().getSimpleName().equals(kind)) {
      return false;
    }
    if (fields.isEmpty()) {
      return true;
    }
    Map<String, String> shown = note instanceof Record record ? Lines.fieldTexts(record) : Map.of();
    return fields.entrySet().stream()
        .allMatch(field -> Operator.EQUAL.holds(shown.get(field.getKey()), field.getValue()));
  }

  String text() {
    return fields.isEmpty()
        ? kind
        : fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining(" ", kind + "[", "]"));
  }
}
