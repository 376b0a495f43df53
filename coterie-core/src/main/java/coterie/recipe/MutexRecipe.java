package coterie.recipe;

import coterie.core.Message;
import coterie.core.NodeId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A mutual exclusion that can be asked for by name, judged, and compared with others. */
public interface MutexRecipe extends Recipe {
  /** When a run may be held to it that two are never inside at one true instant. */
  sealed interface Promise {
    /** In every run. */
    record Always() implements Promise {}

    /**
     * In runs in which the failure detector never suspected a process that was up.
     *
     * @param confirms which note is its verdict, as {@link DetectorRecipe#confirms}
     */
    record UnlessMistaken(boolean confirms) implements Promise {}

    /**
     * In runs in which no clock was wrong by more, and no process was paused for longer.
     *
     * @param driftPartsPerMillion by how much a clock may run faster or slower than true time
     */
    record WithinBounds(long driftPartsPerMillion, long pauseNanos) implements Promise {}
  }

  /** Says for whose entry a message was sent. */
  @FunctionalInterface
  interface Claims {
    /** Does what {@link MutexRecipe#claimant} says. */
    @Nullable NodeId claimant(NodeId from, NodeId to, Message message);
  }

  /**
   * A mutual exclusion as a value.
   *
   * @param known makes the {@link #settings}, when they are asked for: they may list detectors
   * @param promises decides {@link #promise}
   * @param claims decides {@link #claimant}
   * @param formulas decides {@link #costs}
   */
  record Value(
      String name,
      String summary,
      String latency,
      Supplier<List<Setting>> known,
      boolean hasLeader,
      Function<Settings, Promise> promises,
      Class<? extends Message> family,
      Claims claims,
      IntFunction<List<Cost>> formulas,
      Map<String, String> laboratory,
      Maker maker)
      implements MutexRecipe, Made {
    @Override
    public List<Setting> settings() {
      return known.get();
    }

    @Override
    public Promise promise(Settings given) {
      return promises.apply(given);
    }

    @Override
    public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
      return claims.claimant(from, to, message);
    }

    @Override
    public List<Cost> costs(int nodes) {
      return formulas.apply(nodes);
    }
  }

  Promise promise(Settings settings);

  /** Returns whether a leader is elected below it, which faults may then name. */
  default boolean hasLeader() {
    return false;
  }

  /** The family of its own messages, apart from those of a detector or an election below it. */
  Class<? extends Message> family();

  /**
   * The process for whose entry that message was sent: the one that asked. Null if it was sent for
   * no one in particular; it is then counted for the next one that enters.
   */
  @Nullable NodeId claimant(NodeId from, NodeId to, Message message);

  /** How many messages one entry takes in a group of that size without faults; least to most. */
  List<Cost> costs(int nodes);

  /** The settings with which it is compared with others. */
  Map<String, String> laboratory();
}
