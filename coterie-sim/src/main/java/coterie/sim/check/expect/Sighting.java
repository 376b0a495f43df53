package coterie.sim.check.expect;

import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.sim.trace.Lines;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the protocols of one node show, as far as conditions ask for it.
 *
 * @param fields as a trace prints them
 * @param copy what its copy of replicated data has seen and shows; null if nobody asks, or if it
 *     has none
 */
public record Sighting(SortedMap<String, String> fields, @Nullable Record copy) {
  private record Copy(Record seen, Record contents) {}

  /** Looks at the protocols of a node, by channel; of equal names the topmost decides. */
  public static Sighting at(List<Protocol<?>> protocols, Needs needs) {
    SortedMap<String, String> texts = new TreeMap<>();
    Record copy = null;
    for (Protocol<?> protocol : protocols) {
      Record state = needs.fields.isEmpty() ? null : protocol.state();
      if (state != null) {
        texts.putAll(Lines.fieldTexts(state));
      }
      if (needs.facts.contains(Needs.Fact.COPIES) && protocol instanceof Replicated data) {
        copy = new Copy(data.seen(), data.contents());
      }
    }
    texts.keySet().retainAll(needs.fields);
    return new Sighting(texts, copy);
  }
}
