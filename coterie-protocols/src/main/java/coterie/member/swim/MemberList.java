package coterie.member.swim;

import coterie.core.NodeId;
import coterie.member.Hash;
import coterie.member.SwimStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one member knows about the others and itself: the founders, which are shared, and
 * a table of its own for members that are not founders, or not what the founders' list says any
 * more.
 *
 * <p>Whoever is known has a place, from 0 on, which does not change while nobody is forgotten.
 */
final class MemberList {
  /** An open table of what is known, by whom it is about. */
  static final class Table {
    private @Nullable MemberState[] slots;
    private int count;

    Table() {
      this.slots = new MemberState[4];
    }

    private Table(Table other) {
      this.slots = other.slots.clone();
      this.count = other.count;
    }

    private Table(Table other, Predicate<Tombstone> keeps) {
      this();
      other.forEach(
          known -> {
            if (!(known instanceof Tombstone stone) || keeps.test(stone)) {
              put(known);
            }
          });
    }

    int count() {
      return count;
    }

    @Nullable MemberState find(NodeId who) {
      return slots[slot(slots, who)];
    }

    void put(MemberState known) {
      int slot = slot(slots, known.who());
      if (slots[slot] == null && ++count * 2 > slots.length) {
        @Nullable MemberState[] larger = new MemberState[slots.length * 2];
        forEach(each -> larger[slot(larger, each.who())] = each);
        slots = larger;
        slot = slot(slots, known.who());
      }
      slots[slot] = known;
    }

    void forEach(Consumer<MemberState> action) {
      for (MemberState known : slots) {
        if (known != null) {
          action.accept(known);
        }
      }
    }

    private static int slot(@Nullable MemberState[] slots, NodeId who) {
      int mask = slots.length - 1;
      int slot = (int) Hash.of(who.value()) & mask;
      MemberState there = slots[slot];
      while (there != null && !there.who().equals(who)) {
        slot = (slot + 1) & mask;
        there = slots[slot];
      }
      return slot;
    }
  }

  /** No group is larger; without a bound made-up members would fill the memory. */
  static final int PLACES_MAX = 1 << 20;

  /** From here on a list is more than a contact tells each of many newcomers. */
  private static final int LONG_MIN = 128;

  private InitialMembers initial;
  private Table own = new Table();
  private NodeId[] later = new NodeId[0];
  private int laterCount;
  private int memberCount;
  private int suspectCount;
  private int failedCount;
  private long digest;
  private @Nullable Checksums sums;

  MemberList(InitialMembers initial) {
    this.initial = initial;
    this.memberCount = initial.size();
    this.digest = initial.digest();
  }

  InitialMembers initial() {
    return initial;
  }

  /** Forgets everybody, the founders too. */
  void clear() {
    initial = InitialMembers.none();
    own = new Table();
    laterCount = 0;
    memberCount = 0;
    suspectCount = 0;
    failedCount = 0;
    digest = 0;
    sums = null;
  }

  /** How many are alive or suspected, this member included. */
  int memberCount() {
    return memberCount;
  }

  /** How many are suspected. */
  int suspectCount() {
    return suspectCount;
  }

  /** How many have failed and are not forgotten. */
  int failedCount() {
    return failedCount;
  }

  /** Equal for equal members with equal incarnations and cards, and hardly ever for others. */
  long digest() {
    return digest;
  }

  static long digest(MemberState known) {
    Update.Alive card = MemberState.card(known);
    long hash = Hash.of(known.who().value(), known.incarnation());
    return card == null ? hash : Hash.of(hash, card.card().digest());
  }

  @Nullable MemberState find(NodeId who) {
    MemberState mine = own.find(who);
    return mine != null ? mine : initial.find(who);
  }

  boolean isMember(NodeId who) {
    MemberState known = find(who);
    return known != null && known.status().isMember();
  }

  void put(MemberState known) {
    MemberState before = find(known.who());
    if (before == null) {
      if (laterCount == later.length) {
        later = Arrays.copyOf(later, Math.max(4, 2 * laterCount));
      }
      later[laterCount++] = known.who();
    } else {
      count(before, -1);
    }
    count(known, 1);
    own.put(known);
    assert suspectCount >= 0 && suspectCount <= memberCount && memberCount + failedCount <= places()
        : "timeouts are scaled by these: %d %d %d"
            .formatted(suspectCount, memberCount, failedCount);
  }

  /** How many places there are. */
  int places() {
    return initial.size() + laterCount;
  }

  /** Whether it is worth finding out where two lists differ before they are told. */
  boolean hasParts() {
    return places() >= Checksums.LIST_MIN;
  }

  /** Whether newcomers in a crowd are not told all of it at once. */
  boolean isLong() {
    return places() >= LONG_MIN;
  }

  boolean isFull() {
    return places() >= PLACES_MAX;
  }

  NodeId at(int place) {
    return place < initial.size() ? initial.at(place).who() : later[place - initial.size()];
  }

  /** A random one that fits, seen from a random place on, or null. */
  @Nullable NodeId pick(long start, Predicate<MemberState> fits) {
    int places = places();
    int place = (int) start;
    for (int i = 0; i < places; i++) {
      MemberState known = find(at(place));
      if (known != null && fits.test(known)) {
        return known.who();
      }
      place = place + 1 == places ? 0 : place + 1;
    }
    return null;
  }

  /** Everybody, in ascending order. */
  List<MemberState> all() {
    List<MemberState> all = new ArrayList<>(places());
    for (int i = 0; i < places(); i++) {
      MemberState known = find(at(i));
      if (known != null) {
        all.add(known);
      }
    }
    all.sort((a, b) -> a.who().compareTo(b.who()));
    return all;
  }

  /** All that is not as the founders' list says. */
  Table own() {
    return own;
  }

  /** Everything that is known now. */
  FullState state(long oldestNanos) {
    return state(oldestNanos, Checksums.ALL);
  }

  /** These parts of it. */
  FullState state(long oldestNanos, long parts) {
    return new FullState(initial, new Table(own), oldestNanos, parts);
  }

  /** The digest in parts. It is kept up to date from the first question on. */
  Checksums sums() {
    if (sums == null) {
      Checksums counted = initial.sums();
      own.forEach(
          known -> {
            Update.Alive initialMember = initial.find(known.who());
            if (initialMember != null) {
              counted.count(initialMember, -1);
            }
            counted.count(known, 1);
          });
      sums = counted;
    }
    return sums;
  }

  /** Forgets those that are not founders and fit, and returns them. Places change. */
  List<Tombstone> forget(Predicate<Tombstone> fits) {
    List<Tombstone> forgotten = new ArrayList<>(0);
    int places = 0;
    for (int i = 0; i < laterCount; i++) {
      if (own.find(later[i]) instanceof Tombstone stone && fits.test(stone)) {
        forgotten.add(stone);
      } else {
        later[places++] = later[i];
      }
    }
    if (!forgotten.isEmpty()) {
      laterCount = places;
      forgotten.forEach(stone -> count(stone, -1));
      own = new Table(own, stone -> initial.find(stone.who()) != null || !fits.test(stone));
    }
    return forgotten;
  }

  private void count(MemberState known, int by) {
    assert by == 1 || by == -1 : "somebody counts once";
    if (known.status().isMember()) {
      memberCount += by;
      suspectCount += known.status() == SwimStatus.SUSPECT ? by : 0;
      long counted = digest(known);
      digest += by * counted;
      if (sums != null) {
        sums.count(known.who(), by * (int) counted);
      }
    } else if (known.status() == SwimStatus.FAILED) {
      failedCount += by;
    }
  }
}
