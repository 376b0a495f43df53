package coterie.storage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The saves of one node that are not durable yet, in their order, and what waits behind each. All
 * engines ask it what has to wait, so that the rule is one: what a protocol sends and notes waits
 * for its own earlier saves, and for those of the protocols that it is stacked upon, unless these
 * show others only what is durable ({@link coterie.core.Protocol#showsOnlyDurable}). It waits for
 * nobody else's: a membership does not fall silent because a vote cannot be saved.
 *
 * <p>Protocols are known by their channels: those that were added later are stacked upon those that
 * were added before.
 *
 * @param <S> what an engine knows of a save
 */
public final class Backlog<S> {
  /** A save, and what comes out when it is durable. */
  private record Waiting<S>(
      int channel, boolean isPrivate, long number, S save, List<Runnable> held) {
    boolean concerns(int outputOf) {
      return channel == outputOf || (channel < outputOf && !isPrivate);
    }
  }

  private final ArrayDeque<Waiting<S>> waiting = new ArrayDeque<>();

  /** The last save of each channel; null where none waits. */
  private final List<@Nullable Waiting<S>> last = new ArrayList<>(1);

  private long added;

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  public int size() {
    return waiting.size();
  }

  /** All saves, in their order. */
  public Iterable<S> saves() {
    return () -> {
      Iterator<Waiting<S>> all = waiting.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return all.hasNext();
        }

        @Override
        public S next() {
          return all.next().save;
        }
      };
    };
  }

  /**
   * Takes a save of the protocol on that channel.
   *
   * @param isPrivate whether the protocol shows others only what is durable
   */
  public void add(int channel, boolean isPrivate, S save) {
    Waiting<S> one = new Waiting<>(channel, isPrivate, added++, save, new ArrayList<>(2));
    waiting.add(one);
    while (last.size() <= channel) {
      last.add(null);
    }
    last.set(channel, one);
  }

  /** Whether what the protocol on that channel sends or notes now has to wait. */
  public boolean holds(int channel) {
    return !waiting.isEmpty() && lastFor(channel) != null;
  }

  /** Lets that come out when all that it waits for is durable. */
  public void hold(int channel, Runnable output) {
    Waiting<S> behind = lastFor(channel);
    if (behind == null) {
      throw new IllegalStateException("nothing holds back channel " + channel);
    }
    behind.held.add(output);
  }

  private @Nullable Waiting<S> lastFor(int channel) {
    Waiting<S> latest = null;
    for (int i = Math.min(channel, last.size() - 1); i >= 0; i--) {
      Waiting<S> one = last.get(i);
      boolean isConcerned = one != null && one.concerns(channel);
      if (isConcerned && (latest == null || one.number > latest.number)) {
        latest = one;
      }
    }
    return latest;
  }

  /** The first save; null if there is none. */
  public @Nullable S first() {
    Waiting<S> first = waiting.peekFirst();
    return first == null ? null : first.save;
  }

  /**
   * The first save is durable: forgets it.
   *
   * @return what has waited for it, in its order
   */
  public List<Runnable> removeFirst() {
    Waiting<S> first = waiting.removeFirst();
    Waiting<S> latest = last.get(first.channel);
    if (latest != null && latest.number == first.number) {
      last.set(first.channel, null);
    }
    return first.held;
  }
}
