package coterie.sim.shrink.minimal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Delta debugging: finds a part of a list that still has a property, and from which no single
 * element can be taken away without losing it. It takes away large pieces first, later ones before
 * earlier ones, since what comes later is more often a consequence than a cause.
 */
public final class Ddmin {
  private Ddmin() {}

  /**
   * Minimizes a list. The order of its elements stays.
   *
   * @param elements a list that has the property
   * @param hasProperty a pure function; it is never asked about the whole list
   */
  public static <E> List<E> minimize(List<E> elements, Predicate<List<E>> hasProperty) {
    if (elements.isEmpty() || hasProperty.test(List.of())) {
      return List.of();
    }
    List<E> kept = List.copyOf(elements);
    int piece = Math.max(1, kept.size() / 2);
    while (true) {
      List<E> fewer = withoutPieces(kept, piece, hasProperty);
      boolean isFewer = fewer.size() < kept.size();
      kept = fewer;
      if (kept.size() <= 1 || (piece == 1 && !isFewer)) {
        return kept;
      }
      piece = Math.max(1, Math.min(piece / 2, kept.size() / 2));
    }
  }

  /** Takes away one piece after the other, where that can be done, from the end to the start. */
  private static <E> List<E> withoutPieces(
      List<E> elements, int piece, Predicate<List<E>> hasProperty) {
    List<E> kept = elements;
    for (int end = kept.size(); end > 0; end -= piece) {
      int start = Math.max(0, end - piece);
      List<E> rest = new ArrayList<>(kept.subList(0, start));
      rest.addAll(kept.subList(end, kept.size()));
      if (!rest.isEmpty() && hasProperty.test(List.copyOf(rest))) {
        kept = List.copyOf(rest);
      }
    }
    return kept;
  }
}
