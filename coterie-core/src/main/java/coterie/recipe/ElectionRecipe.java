package coterie.recipe;

import coterie.core.Message;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** An election of a leader that can be asked for by name, judged, and compared with others. */
public interface ElectionRecipe extends Recipe {
  /**
   * An election as a value.
   *
   * @param known makes the {@link #settings}, when they are asked for: they may list detectors
   * @param formulas decides {@link #costs}
   */
  record Value(
      String name,
      String summary,
      String latency,
      Supplier<List<Setting>> known,
      boolean isFenced,
      Class<? extends Message> family,
      IntFunction<List<Cost>> formulas,
      Map<String, String> laboratory,
      Maker maker)
      implements ElectionRecipe, Made {
    @Override
    public List<Setting> settings() {
      return known.get();
    }

    @Override
    public List<Cost> costs(int nodes) {
      return formulas.apply(nodes);
    }
  }

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
