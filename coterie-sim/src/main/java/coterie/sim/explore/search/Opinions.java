package coterie.sim.explore.search;

import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.local.KeyedTable;
import coterie.sim.explore.local.LocalSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all monitors think, together: an opinion has a state of each of them. */
final class Opinions {
  private static final int PLACE = 3_000;
  private static final int OPINION_BYTES = 250;

  /** For a letter of what the states print as, since they share most of what they consist of. */
  private static final int LETTER_BYTES = 1;

  /** An objection of one monitor. */
  record Objection(String judge, String text) {}

  /** The opinion after another one and a list of observations. */
  private static final class Next extends KeyedTable.Keyed {
    final Opinion to;

    Next(long key, Opinion to) {
      super(key);
      this.to = to;
    }

    @Override
    protected long bytes() {
      return 24;
    }
  }

  /** The states of all monitors. */
  static final class Opinion {
    final int id;
    final long mark;
    final List<Record> states;
    final @Nullable Objection objection;

    Opinion(int id, List<Record> states, @Nullable Objection objection) {
      this.id = id;
      this.mark = LocalSpace.mark(PLACE, id);
      this.states = states;
      this.objection = objection;
    }
  }

  private final List<Monitor<Record>> monitors;
  private final LocalSpace space;
  private final Map<List<Record>, Opinion> known = new HashMap<>();
  private final KeyedTable<Next> next = new KeyedTable<>();
  private volatile long bytes;
  private volatile @Nullable Opinion[] opinionOf = new @Nullable Opinion[64];

  @SuppressWarnings("unchecked") // Each monitor is given states that it made itself.
  Opinions(LocalSpace space) {
    this.space = space;
    this.monitors =
        space.plan().monitors().stream().map(each -> (Monitor<Record>) (Monitor<?>) each).toList();
    intern(monitors.stream().map(Monitor::initial).toList());
  }

  Opinion of(int id) {
    Opinion found = opinionOf[id];
    assert found != null : "a number that nobody gave";
    return found;
  }

  Opinion first() {
    return of(0);
  }

  /** Returns about how much memory all of them take. */
  long bytes() {
    return bytes + next.bytes();
  }

  synchronized int size() {
    return known.size();
  }

  Opinion after(Opinion before, int seen) {
    if (seen == 0) {
      return before;
    }
    long key = (long) before.id << 32 | seen;
    Next found = next.find(key);
    if (found == null) {
      found = next.add(new Next(key, judge(before, space.seen(seen))));
    }
    return found.to;
  }

  private Opinion judge(Opinion before, List<Observation> seen) {
    List<Record> states = new ArrayList<>(before.states);
    for (Observation each : seen) {
      for (int i = 0; i < states.size(); i++) {
        Monitor<Record> monitor = monitors.get(i);
        if (monitor.minds(each) && monitor.violation(states.get(i)) == null) {
          states.set(i, monitor.next(states.get(i), each));
        }
      }
    }
    return intern(states);
  }

  private synchronized Opinion intern(List<Record> states) {
    Opinion found = known.get(states);
    if (found == null) {
      int id = known.size();
      List<Record> copy = List.copyOf(states);
      found = new Opinion(id, copy, objection(copy));
      known.put(copy, found);
      @Nullable Opinion[] all = opinionOf;
      all = id < all.length ? all : Arrays.copyOf(all, 2 * id);
      all[id] = found;
      opinionOf = all;
      bytes += OPINION_BYTES + (long) LETTER_BYTES * copy.toString().length();
    }
    return found;
  }

  private @Nullable Objection objection(List<Record> states) {
    for (int i = 0; i < states.size(); i++) {
      String text = monitors.get(i).violation(states.get(i));
      if (text != null) {
        return new Objection(monitors.get(i).judge(), text);
      }
    }
    return null;
  }
}
