package coterie.core;

import java.util.List;
import java.util.Map;

/** An election of a leader that can be asked for by name, judged, and compared with others. */
public interface ElectionRecipe extends Recipe {
  /**
   * Whether two processes never lead at one instant, and never under one term: the term may then
   * serve as a fencing token. Where this is false, every connected part of a group has a leader.
   */
  boolean isFenced();

  /** The family of its own messages, apart from those of a detector below it. */
  Class<? extends Message> family();

  /**
   * How many messages one election takes after the leader of a group of that size has crashed, as
   * the textbooks or a count by hand say; from least to most.
   */
  List<Cost> costs(int nodes);

  /**
   * The settings with which it is compared with other elections: signs of life every 50 ms, and up
   * to 300 ms of silence.
   */
  Map<String, String> laboratory();
}
