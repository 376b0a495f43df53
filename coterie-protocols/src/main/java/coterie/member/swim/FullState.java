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
  private final Founders founders;
  private final Roster.Table table;
  private final long oldestNanos;
  private final long parts;
  private @Nullable List<Update> all;

  /**
   * @param table a copy that nobody changes any more
   * @param oldestNanos tombstones from before this are not told any more
   * @param parts see {@link Sums}
   */
  FullState(Founders founders, Roster.Table table, long oldestNanos, long parts) {
    this.founders = founders;
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
  static List<Update> relevantTo(Roster mine, List<Update> theirs) {
    if (!(theirs instanceof FullState state) || state.founders != mine.founders()) {
      return theirs;
    }
    List<Update> relevant = new ArrayList<>();
    state.table.forEach(known -> state.tell(known, relevant));
    mine.own().forEach(known -> state.tellFounder(known.who(), relevant));
    return relevant;
  }

  /** Returns what a member lacks that has just sent all it knows of these parts. */
  List<Update> lackedBy(List<Update> theirs) {
    List<Update> lacked = new ArrayList<>();
    if (theirs instanceof FullState state && state.founders == founders) {
      table.forEach(known -> tell(known, lacked));
      state.table.forEach(known -> tellFounder(known.who(), lacked));
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
    Known known = table.find(who);
    return known == null ? founders.find(who) : Known.update(known);
  }

  private List<Update> all() {
    if (all == null) {
      List<Update> updates = new ArrayList<>(founders.size() + table.count());
      for (int i = 0; i < founders.size(); i++) {
        Known changed = table.find(founders.at(i).who());
        tell(changed == null ? founders.at(i) : changed, updates);
      }
      table.forEach(
          known -> {
            if (founders.find(known.who()) == null) {
              tell(known, updates);
            }
          });
      all = updates;
    }
    return all;
  }

  /** That one, if it is a founder of whom nothing else is known here. */
  private void tellFounder(NodeId who, List<Update> updates) {
    Update.Alive founder = founders.find(who);
    if (founder != null && table.find(who) == null) {
      tell(founder, updates);
    }
  }

  private void tell(Known known, List<Update> updates) {
    boolean isOld = known instanceof Tombstone stone && stone.sinceNanos() < oldestNanos;
    if (!isOld && Sums.isIn(parts, known.who())) {
      updates.add(Known.update(known));
    }
  }
}
