package coterie.net.greet;

import org.jspecify.annotations.Nullable;

/** States a node's settings in greetings, and decides by their settings which nodes may join. */
public interface Accord {
  /** The longest text, in characters. */
  int TEXT_MAX = 1_000;

  /** What this node was given; empty if it does not matter. */
  String says();

  /**
   * Why a node of that name, which says that, does not belong here, in a sentence; null if it does.
   * For the loop.
   */
  @Nullable String objection(String name, String says);

  /** Where settings do not matter. */
  static Accord none() {
    return new Accord() {
      @Override
      public String says() {
        return "";
      }

      @Override
      public @Nullable String objection(String name, String says) {
        return null;
      }
    };
  }
}
