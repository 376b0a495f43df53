package coterie.sim.explore;

import org.jspecify.annotations.Nullable;

/**
 * Something that has to happen again and again, or to stay: a monitor for liveness. A search that
 * was exhausted is searched for fair cycles in which one of the goals is never reached.
 *
 * <p>As its state is a part of the explored state, it makes the search larger; so it takes part
 * only if liveness is asked for.
 *
 * @param <S> its states
 */
public interface Goal<S extends Record> extends Monitor<S> {
  /** Returns how many goals there are; each of them has to be reached in every fair cycle. */
  int count();

  /** Returns whether that goal, counted from 0, is reached in that state. */
  boolean isReached(S state, int goal);

  /** Returns what is wrong if that goal is not reached from some moment on, as a sentence. */
  String missed(int goal);

  /**
   * Returns what a scenario says that is met at its end where that goal is reached, as it stands
   * after {@code expect}; null where a scenario has no words for it.
   */
  default @Nullable String expected(int goal) {
    return null;
  }
}
