package coterie.core;

import java.util.List;
import java.util.Map;

/** An election of a leader that can be asked for by name, judged, and compared with others. */
public interface ElectionRecipe extends Recipe {
  /**
   * How many messages one election takes after the leader of a group has crashed.
   *
   * @param when which case it is, such as "best" or "worst"
   * @param formula in n, the size of the group with the one that crashed
   * @param messages its value
   */
  record Cost(String when, String formula, long messages) {}

  /**
   * Whether two processes never lead at one instant, and never under one term: the term may then
   * serve as a fencing token. Where this is false, every connected part of a group has a leader.
   */
  boolean isFenced();

  /** The family of its own messages, apart from those of a detector below it. */
  Class<? extends Message> family();

  /** What the textbooks, or a count by hand, say for a group of that size; from least to most. */
  List<Cost> costs(int nodes);

  /**
   * The settings with which it is compared with other elections: signs of life every 50 ms, and up
   * to 300 ms of silence.
   */
  Map<String, String> laboratory();
}
