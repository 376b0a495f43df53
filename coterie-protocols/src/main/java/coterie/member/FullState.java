package coterie.member;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a member knows at one moment, as updates. It is the whole list, and is sent as
 * such; but two members of one simulation that share their founders need to look only at what
 * differs from them, so the list is not made before somebody asks for it.
 */
final class FullState extends AbstractList<Update> implements RandomAccess {
  private final Founders founders;
  private final Roster.Table table;
  private final long oldestNanos;
  private @Nullable List<Update> all;

  /**
   * @param table a copy that nobody changes any more
   * @param oldestNanos tombstones from before this are not told any more
   */
  FullState(Founders founders, Roster.Table table, long oldestNanos) {
    this.founders = founders;
    this.table = table;
    this.oldestNanos = oldestNanos;
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
    mine.own()
        .forEach(
            known -> {
              Update.Alive founder = state.founders.find(known.who());
              if (founder != null && state.table.find(known.who()) == null) {
                relevant.add(founder);
              }
            });
    return relevant;
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

  private void tell(Known known, List<Update> updates) {
    boolean isOld = known instanceof Tombstone stone && stone.sinceNanos() < oldestNanos;
    if (!isOld) {
      updates.add(Known.update(known));
    }
  }
}
