package coterie.store.documents;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * What a reader is shown of a document that has siblings.
 *
 * <p>It is a function of the siblings alone, which come in the order of their dots: then replicas
 * that know the same show the same, even if the function is neither commutative nor associative. It
 * is applied when somebody reads, and writes nothing. If every replica that sees siblings wrote a
 * merged version of its own, these would be siblings again, and again be merged by all.
 */
@FunctionalInterface
public interface Resolution {
  /** The words for the ones that are here, in a setting or a call. */
  List<String> WORDS = List.of("manual", "last-writer", "union");

  /**
   * What is shown: one content, or several if a person is to decide.
   *
   * @param siblings at least one, in the order of their dots
   */
  List<String> shown(List<Sibling> siblings);

  /** All siblings are shown, and a person decides. */
  static Resolution manual() {
    return siblings -> siblings.stream().map(Sibling::content).toList();
  }

  /**
   * The one with the latest stamp is shown, and the others are not: an edit that was acknowledged
   * is lost to readers, and which one depends on clocks that may be wrong.
   */
  static Resolution lastWriter() {
    Comparator<Sibling> byStamp = Comparator.comparing(Sibling::stamp);
    Comparator<Sibling> order = byStamp.thenComparing(Sibling::dot);
    return siblings -> List.of(siblings.stream().max(order).orElseThrow().content());
  }

  /** Every line that is in any of them is shown once, in the order of its first appearance. */
  static Resolution union() {
    return siblings -> {
      TreeSet<String> known = new TreeSet<>();
      List<String> lines =
          siblings.stream()
              .flatMap(sibling -> sibling.content().lines())
              .filter(known::add)
              .toList();
      return List.of(String.join("\n", lines));
    };
  }

  /** The one with that word. */
  static Resolution named(String word) {
    return switch (word) {
      case "manual" -> manual();
      case "last-writer" -> lastWriter();
      case "union" -> union();
      default ->
          throw new IllegalArgumentException(
              "siblings are resolved by %s, not by \"%s\""
                  .formatted(String.join(" or ", WORDS), word));
    };
  }
}
