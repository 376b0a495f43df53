package coterie.member.swim;

import coterie.core.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The updates that ride on other messages, each a bounded number of times; those that were told
 * least often go first. A newer update about a member takes the place of the older one.
 */
final class Gossip {
  /** More would not fit into a datagram beside envelope and encryption. */
  static final int BYTES_MAX = 1_200;

  private static final class Rumor {
    final Update update;
    final long bornNanos;
    int told;
    boolean isOver;

    Rumor(Update update, long bornNanos) {
      this.update = update;
      this.bornNanos = bornNanos;
    }

    int weight() {
      return update instanceof Update.Alive ? 0 : 1;
    }
  }

  /** By how often they were told. Most members have nothing to tell most of the time. */
  private @Nullable List<ArrayDeque<Rumor>> told;

  private final Map<NodeId, Rumor> current = new LinkedHashMap<>(0);
  private int waiting;
  private int otherThanAlive;

  boolean isEmpty() {
    return current.isEmpty();
  }

  /** How many there are to tell. */
  int size() {
    return current.size();
  }

  boolean tellsOnlyOfLiving() {
    return otherThanAlive == 0;
  }

  /** How many wait to be told, those included that are over but not yet thrown away. */
  int waiting() {
    return waiting;
  }

  void clear() {
    told = null;
    waiting = 0;
    otherThanAlive = 0;
    current.clear();
  }

  void add(Update update, long nowNanos) {
    Rumor rumor = new Rumor(update, nowNanos);
    Rumor before = current.put(update.who(), rumor);
    otherThanAlive += rumor.weight();
    if (before != null) {
      otherThanAlive -= before.weight();
      before.isOver = true;
      sweep();
    }
    enqueue(0, rumor);
  }

  /** While there is too much to tell, what was told before is not looked at, and piles up. */
  private void sweep() {
    if (told != null && waiting > 2 * current.size() + 16) {
      told.forEach(bucket -> bucket.removeIf(rumor -> rumor.isOver));
      waiting = told.stream().mapToInt(ArrayDeque::size).sum();
    }
  }

  /** Another one tells the same, so it need not be told once more: it counts as told. */
  void heardBack(Update update, int tellMax) {
    Rumor rumor = current.get(update.who());
    if (rumor != null
        && rumor.update.incarnation() == update.incarnation()
        && rumor.update.status() == update.status()
        && ++rumor.told >= tellMax) {
      end(rumor);
    }
  }

  /** These need not be told any more. */
  void drop(Predicate<Update> fits) {
    current
        .values()
        .removeIf(
            rumor -> {
              rumor.isOver = fits.test(rumor.update);
              otherThanAlive -= rumor.isOver ? rumor.weight() : 0;
              return rumor.isOver;
            });
    sweep();
  }

  private void enqueue(int times, Rumor rumor) {
    bucket(times).addLast(rumor);
    waiting++;
  }

  /**
   * Moves up to that many updates into the list, and no more than fit into a datagram.
   *
   * @param tellMax how often an update is told altogether
   * @param oldestNanos what was heard before this is not told any more
   * @param except the one who is the update's subject need not be told by this way
   */
  void take(List<Update> into, int countMax, int tellMax, long oldestNanos, NodeId except) {
    if (told == null || current.isEmpty()) {
      return;
    }
    int bytesLeft = BYTES_MAX;
    for (Update update : into) {
      bytesLeft -= update.size();
    }
    assert waiting >= current.size() : "a rumor that waits in no bucket is never told";
    List<Rumor> taken = new ArrayList<>();
    for (int times = 0; times < told.size() && into.size() < countMax && bytesLeft > 0; times++) {
      bytesLeft = takeFrom(times, taken, into, countMax, bytesLeft, oldestNanos, except);
    }
    for (Rumor rumor : taken) {
      if (++rumor.told < tellMax) {
        enqueue(rumor.told, rumor);
      } else {
        end(rumor);
      }
    }
  }

  /** How many bytes are left; 0 if the next did not fit. */
  private int takeFrom(
      int times,
      List<Rumor> taken,
      List<Update> into,
      int countMax,
      int bytesMax,
      long oldestNanos,
      NodeId except) {
    int bytesLeft = bytesMax;
    ArrayDeque<Rumor> bucket = bucket(times);
    for (int left = bucket.size(); left > 0 && into.size() < countMax; left--) {
      Rumor rumor = bucket.removeFirst();
      waiting--;
      if (!rumor.isOver && rumor.bornNanos < oldestNanos) {
        end(rumor);
      } else if (!rumor.isOver && (rumor.told > times || rumor.update.who().equals(except))) {
        enqueue(rumor.told, rumor);
      } else if (!rumor.isOver && rumor.update.size() > bytesLeft) {
        bucket.addFirst(rumor);
        waiting++;
        return 0;
      } else if (!rumor.isOver) {
        into.add(rumor.update);
        taken.add(rumor);
        bytesLeft -= rumor.update.size();
      }
    }
    return bytesLeft;
  }

  private void end(Rumor rumor) {
    rumor.isOver = true;
    otherThanAlive -= rumor.weight();
    Rumor ended = current.remove(rumor.update.who());
    assert rumor.equals(ended) : "a newer rumor about the same member was dropped instead";
    assert otherThanAlive >= 0 : "a rumor ended twice";
  }

  private ArrayDeque<Rumor> bucket(int times) {
    if (told == null) {
      told = new ArrayList<>(4);
    }
    while (told.size() <= times) {
      told.add(new ArrayDeque<>(2));
    }
    return told.get(times);
  }
}
