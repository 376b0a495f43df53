package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.member.Hash;
import coterie.member.ProbeOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One probe a period: a ping; if it is not answered, requests to others to ping; if that brings no
 * answer either, the verdict.
 */
final class FailureDetector {
  private enum Phase {
    RESTING,
    DIRECT,
    INDIRECT
  }

  private final Context<?> context;
  private final SwimConfig config;
  private final MemberList list;
  private final RandomMembers randomMembers;
  private final LocalHealth health;
  private final ClosedPorts closedPorts;
  private final Speaker speaker;
  private final ProbeListener listener;
  private final ExtraProbes extraProbes;
  private final Alarm alarm;
  private ProbeOrder order = new ProbeOrder(1, 0);

  /** The order is one of the places from here on. */
  private int orderedFrom;

  private int position = Integer.MAX_VALUE;
  private Phase phase = Phase.RESTING;
  private @Nullable NodeId target;
  private long number;
  private List<NodeId> asked = List.of();
  private List<NodeId> reported = List.of();
  private long verdictNanos;
  private long endNanos;
  private long dueNanos;

  FailureDetector(
      Context<?> context,
      SwimConfig config,
      MemberList list,
      RandomMembers randomMembers,
      LocalHealth health,
      Speaker speaker,
      ProbeListener listener,
      ExtraProbes extraProbes) {
    this.context = context;
    this.config = config;
    this.list = list;
    this.randomMembers = randomMembers;
    this.health = health;
    this.speaker = speaker;
    this.listener = listener;
    this.extraProbes = extraProbes;
    this.closedPorts = new ClosedPorts(listener::closed);
    this.alarm = context.alarm("probe", this::due);
  }

  /** Members do not start in step: the first period ends after a random part of it. */
  void start() {
    phase = Phase.RESTING;
    reorder();
    await(1 + context.random(config.periodNanos()));
  }

  void stop() {
    closedPorts.clear();
    alarm.stop();
  }

  /** Waits that long without a probe. */
  void rest(long nanos) {
    phase = Phase.RESTING;
    await(nanos);
  }

  /** Places have changed, so the round begins anew. */
  void reorder() {
    position = Integer.MAX_VALUE;
  }

  void acknowledged(NodeId from, long answered) {
    boolean isDue = from.equals(target) || asked.contains(from);
    if (phase != Phase.RESTING && answered == number && isDue) {
      phase = Phase.RESTING;
      closedPorts.answered(number);
      health.better();
      await(Math.max(0, endNanos - context.nowNanos()));
    }
  }

  /** One that was asked has heard nothing, or knows that nobody listens there. */
  void refused(NodeId from, long answered, boolean isClosed) {
    boolean isDue = phase == Phase.INDIRECT && answered == number && asked.contains(from);
    if (isDue && !reported.contains(from)) {
      reported.add(from);
    }
    if (isClosed) {
      closedPorts.seenBy(from, answered); // It counts even if it comes after the verdict.
    }
  }

  /** The network says that nobody listens there; a hint, so others are asked, at once. */
  void unreachable(NodeId to) {
    if (phase == Phase.DIRECT && to.equals(target)) {
      askOthers();
    }
    closedPorts.seenHere(to);
  }

  private void await(long nanos) {
    dueNanos = context.nowNanos() + nanos;
    alarm.start(nanos);
  }

  private void due() {
    long late = context.nowNanos() - dueNanos;
    if (late > config.timeoutNanos()) {
      // This member was paused. What it missed in that time says nothing about others.
      phase = Phase.RESTING;
      listener.overslept(late);
    }
    switch (phase) {
      case RESTING -> begin();
      case DIRECT -> askOthers();
      case INDIRECT -> {
        judge();
        endPeriod();
      }
    }
  }

  private void begin() {
    endNanos = beganNanos() + health.stretch(config.periodNanos());
    verdictNanos = context.nowNanos() + health.stretch(config.verdictNanos());
    phase = Phase.RESTING;
    if (!listener.periodBegan()) {
      return;
    }
    target = next();
    if (target == null) {
      health.better(); // Nobody is there to answer, so a period in time has to do.
      await(config.periodNanos()); // Alone there is nobody to be unjust to.
      return;
    }
    number = speaker.nextNumber();
    asked = List.of();
    phase = Phase.DIRECT;
    speaker.ping(target, number);
    await(health.stretch(config.timeoutNanos()));
  }

  /**
   * Who is a little late does not put off the next period as well: members of one process that were
   * late together would probe in step ever after.
   */
  private long beganNanos() {
    long now = context.nowNanos();
    return now - dueNanos > config.timeoutNanos() ? now : dueNanos;
  }

  private void askOthers() {
    phase = Phase.INDIRECT;
    MemberState suspect = target == null ? null : list.find(target);
    if (suspect != null) {
      asked = randomMembers.several(config.relays(), suspect.who());
      reported = new ArrayList<>(asked.size());
      closedPorts.asked(suspect, number, asked);
      asked.forEach(relay -> speaker.ask(relay, number, suspect.who()));
    }
    await(Math.max(0, verdictNanos - context.nowNanos()));
  }

  private void judge() {
    health.worse(asked.isEmpty() ? 1 : asked.size() - reported.size());
    if (target != null) {
      listener.unanswered(target, reported);
      lookAround(target);
    }
  }

  /**
   * Those who were asked and did not even say that they tried may be gone as well. So they are
   * pinged themselves, and some others with them; if nobody at all was heard, as many as may be.
   */
  private void lookAround(NodeId suspect) {
    List<NodeId> silent = new ArrayList<>(asked);
    silent.removeAll(reported);
    if (silent.isEmpty() || config.urgentMax() == 0) {
      return;
    }
    int more = reported.isEmpty() ? config.urgentMax() : 2 * config.relays();
    silent.addAll(randomMembers.several(more, suspect));
    extraProbes.call(silent);
  }

  private void endPeriod() {
    long left = endNanos - context.nowNanos();
    if (left <= 0) {
      begin();
    } else {
      rest(left);
    }
  }

  private @Nullable NodeId next() {
    if (!config.shuffled()) {
      return randomMembers.anyone(context.self());
    }
    for (int tries = list.places() + 1; tries > 0; tries--) {
      if (position >= list.places()) {
        position = 0;
        orderFrom(0, context.random(Long.MAX_VALUE));
      } else if (position >= orderedFrom + order.size()) {
        orderFrom(position, Hash.of(context.self().value(), position));
      }
      NodeId next = list.at(orderedFrom + order.at(position - orderedFrom));
      position++;
      if (!next.equals(context.self()) && list.isMember(next)) {
        return next;
      }
    }
    return null;
  }

  /**
   * Members that came in the meantime have their places behind this round's, in an order of their
   * own: all who heard of them from the same list would probe the same one at the same time.
   */
  private void orderFrom(int place, long key) {
    orderedFrom = place;
    order = new ProbeOrder(list.places() - place, key);
  }
}
