package coterie.member.swim;

import coterie.core.NodeId;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a member knows at one moment, or some parts of it, as updates. It is the whole
 * list, and is sent as such; but two members of one simulation that share their founders need to
 * look only at what differs from them, so the list is not made before somebody asks for it.
 */
final class FullState extends AbstractList<Update> implements RandomAccess {
  private final InitialMembers initial;
  private final MemberList.Table table;
  private final long oldestNanos;
  private final long parts;
  private @Nullable List<Update> all;

  /**
   * @param table a copy that nobody changes any more
   * @param oldestNanos tombstones from before this are not told any more
   * @param parts see {@link Checksums}
   */
  FullState(InitialMembers initial, MemberList.Table table, long oldestNanos, long parts) {
    this.initial = initial;
    this.table = table;
    this.oldestNanos = oldestNanos;
    this.parts = parts;
  }

  @Override
  public Update get(int index) {
    return all().get(index);
  }

  @Override
  public int size() {
    return all().size();
  }

  /**
   * What the receiver has to look at: all, or where either of the two differs from the founders.
   */
  static List<Update> relevantTo(MemberList mine, List<Update> theirs) {
    if (!(theirs instanceof FullState state) || state.initial != mine.initial()) {
      return theirs;
    }
    List<Update> relevant = new ArrayList<>();
    state.table.forEach(known -> state.tell(known, relevant));
    mine.own().forEach(known -> state.tellInitial(known.who(), relevant));
    return relevant;
  }

  /** Returns what a member lacks that has just sent all it knows of these parts. */
  List<Update> lackedBy(List<Update> theirs) {
    List<Update> lacked = new ArrayList<>();
    if (theirs instanceof FullState state && state.initial == initial) {
      table.forEach(known -> tell(known, lacked));
      state.table.forEach(known -> tellInitial(known.who(), lacked));
      lacked.removeIf(update -> update.equals(state.find(update.who())));
    } else {
      Map<NodeId, Update> told = LinkedHashMap.newLinkedHashMap(theirs.size());
      theirs.forEach(update -> told.put(update.who(), update));
      for (Update update : all()) {
        if (!update.equals(told.get(update.who()))) {
          lacked.add(update);
        }
      }
    }
    return lacked;
  }

  private @Nullable Update find(NodeId who) {
    MemberState known = table.find(who);
    return known == null ? initial.find(who) : MemberState.update(known);
  }

  private List<Update> all() {
    if (all == null) {
      List<Update> updates = new ArrayList<>(initial.size() + table.count());
      for (int i = 0; i < initial.size(); i++) {
        MemberState changed = table.find(initial.at(i).who());
        tell(changed == null ? initial.at(i) : changed, updates);
      }
      table.forEach(
          known -> {
            if (initial.find(known.who()) == null) {
              tell(known, updates);
            }
          });
      all = updates;
    }
    return all;
  }

  /** Returns the member if it is a founder of whom nothing else is known here. */
  private void tellInitial(NodeId who, List<Update> updates) {
    Update.Alive initialMember = initial.find(who);
    if (initialMember != null && table.find(who) == null) {
      tell(initialMember, updates);
    }
  }

  private void tell(MemberState known, List<Update> updates) {
    boolean isOld = known instanceof Tombstone stone && stone.sinceNanos() < oldestNanos;
    if (!isOld && Checksums.isIn(parts, known.who())) {
      updates.add(MemberState.update(known));
    }
  }
}
