package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at several members at once, beside the probe of the period. A member that asked others in
 * vain, and did not even hear from them that they tried, does not know whether the fault is its
 * own; and a suspicion that nobody else has confirmed needs a second opinion. Each is pinged a few
 * times, and accused if it answers none.
 */
final class ExtraProbes {
  /** How many pings each of them gets, so that loss does not make many look gone. */
  private static final int PINGS = 4;

  /** How many members on average see for themselves whether a suspect answers. */
  private static final int OPINIONS = 6;

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

  private final Context<?> context;
  private final SwimConfig config;
  private final MemberList list;
  private final LocalHealth health;
  private final RandomMembers randomMembers;
  private final Speaker speaker;
  private final ProbeListener listener;
  private final Alarm alarm;
  private final Map<NodeId, Entry> open = new LinkedHashMap<>(0);
  private long dueNanos;
  private int calledCount;
  private int missedCount;

  ExtraProbes(
      Context<?> context,
      SwimConfig config,
      MemberList list,
      RandomMembers randomMembers,
      LocalHealth health,
      Speaker speaker,
      ProbeListener listener) {
    this.context = context;
    this.config = config;
    this.list = list;
    this.health = health;
    this.randomMembers = randomMembers;
    this.speaker = speaker;
    this.listener = listener;
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
      MemberState known = list.find(member);
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

  /** A few of those who hear of a suspicion see for themselves, however many members there are. */
  void secondOpinion(NodeId suspect) {
    if (config.tellsSuspects() && context.random(list.memberCount()) < OPINIONS) {
      call(List.of(suspect));
    }
  }

  /** Most of those who were called did not answer: perhaps this is one side of a partition. */
  private void lookFurther() {
    List<NodeId> others =
        new ArrayList<>(randomMembers.several(config.urgentMax(), context.self()));
    others.removeIf(this::isAccusedHere);
    call(others);
  }

  private boolean isAccusedHere(NodeId who) {
    return list.find(who) instanceof Suspicion suspicion && suspicion.isAccuser(context.self());
  }

  private void ping(NodeId member, Entry entry) {
    entry.numbers.add(speaker.nextNumber());
    entry.nextNanos += entry.stepNanos;
    speaker.look(member, entry.numbers.getLast());
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
      clear(); // This member was paused; what it missed says nothing about others.
      return;
    }
    for (NodeId member : List.copyOf(open.keySet())) {
      Entry entry = open.get(member);
      if (entry != null && entry.nextNanos <= now) {
        next(member, entry);
      }
    }
    if (open.isEmpty() && 2 * missedCount > calledCount) {
      lookFurther();
    }
    await();
  }

  private void next(NodeId member, Entry entry) {
    MemberState known = list.find(member);
    boolean isSameLife = known != null && known.incarnation() == entry.incarnation;
    if (entry.numbers.size() < PINGS && isSameLife) {
      ping(member, entry);
      return;
    }
    open.remove(member);
    if (isSameLife) {
      missedCount++;
      listener.unanswered(member, List.of());
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
