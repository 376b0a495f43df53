package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at several members at once, beside the probe of the period. Whoever asked others in vain,
 * and did not even hear from them that they tried, does not know whether the fault is its own; and
 * a suspicion that nobody else has confirmed needs a second opinion. Each is pinged a few times,
 * and accused if it answers none.
 */
final class RollCall {
  /** So many pings to each, so that loss does not make many look gone. */
  private static final int PINGS = 4;

  /** The life of a member that is pinged, and the numbers of the pings. */
  private static final class Entry {
    final long incarnation;
    final List<Long> numbers = new ArrayList<>(PINGS);
    final long stepNanos;
    long nextNanos;

    Entry(long incarnation, long nowNanos, long stepNanos) {
      this.incarnation = incarnation;
      this.nextNanos = nowNanos;
      this.stepNanos = stepNanos;
    }
  }

  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final Roster roster;
  private final LocalHealth health;
  private final Swim swim;
  private final Alarm alarm;
  private final Map<NodeId, Entry> open = new LinkedHashMap<>(0);
  private long dueNanos;
  private int calledCount;
  private int missedCount;

  RollCall(
      Context<Swim.Msg> context, SwimConfig config, Roster roster, LocalHealth health, Swim swim) {
    this.context = context;
    this.config = config;
    this.roster = roster;
    this.health = health;
    this.swim = swim;
    this.alarm = context.alarm("roll call", this::due);
  }

  void clear() {
    open.clear();
    alarm.stop();
  }

  /** Pings these, as far as the number of urgent messages of a period allows. */
  void call(List<NodeId> members) {
    long now = context.nowNanos();
    if (open.isEmpty()) {
      calledCount = 0;
      missedCount = 0;
    }
    for (NodeId member : members) {
      Known known = roster.find(member);
      boolean isWanted = known != null && known.status().isMember() && !open.containsKey(member);
      if (known != null && isWanted && open.size() < config.urgentMax()) {
        long step = health.stretch(config.verdictNanos()) / PINGS;
        Entry entry = new Entry(known.incarnation(), now, step);
        open.put(member, entry);
        calledCount++;
        ping(member, entry);
      }
    }
    await();
  }

  private void ping(NodeId member, Entry entry) {
    entry.numbers.add(swim.nextNumber());
    entry.nextNanos += entry.stepNanos;
    swim.look(member, entry.numbers.getLast());
  }

  /** Whether it was an answer to one of these pings. */
  boolean answered(NodeId from, long number) {
    Entry entry = open.get(from);
    if (entry == null || !entry.numbers.contains(number)) {
      return false;
    }
    open.remove(from);
    await();
    return true;
  }

  private void due() {
    long now = context.nowNanos();
    if (now - dueNanos > config.timeoutNanos()) {
      clear(); // This member stood still; what it missed says nothing about others.
      return;
    }
    for (NodeId member : List.copyOf(open.keySet())) {
      Entry entry = open.get(member);
      if (entry != null && entry.nextNanos <= now) {
        next(member, entry);
      }
    }
    if (open.isEmpty() && 2 * missedCount > calledCount) {
      swim.lookFurther();
    }
    await();
  }

  private void next(NodeId member, Entry entry) {
    Known known = roster.find(member);
    boolean isSameLife = known != null && known.incarnation() == entry.incarnation;
    if (entry.numbers.size() < PINGS && isSameLife) {
      ping(member, entry);
      return;
    }
    open.remove(member);
    if (isSameLife) {
      missedCount++;
      swim.unanswered(member, List.of());
    }
  }

  private void await() {
    if (open.isEmpty()) {
      alarm.stop();
      return;
    }
    dueNanos = Long.MAX_VALUE;
    for (Entry entry : open.values()) {
      dueNanos = Math.min(dueNanos, entry.nextNanos);
    }
    alarm.start(Math.max(0, dueNanos - context.nowNanos()));
  }
}
