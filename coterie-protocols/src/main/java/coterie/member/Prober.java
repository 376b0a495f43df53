package coterie.member;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One probe a period: a ping; if it is not answered, requests to others to ping; if that brings no
 * answer either, the verdict.
 */
final class Prober {
  private enum Phase {
    RESTING,
    DIRECT,
    INDIRECT
  }

  /** A random place is tried so often before the places are gone through one by one. */
  private static final int TRIES_MAX = 8;

  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final Roster roster;
  private final LocalHealth health;
  private final Swim swim;
  private final Alarm alarm;
  private ProbeOrder order = new ProbeOrder(1, 0);
  private int position = Integer.MAX_VALUE;
  private Phase phase = Phase.RESTING;
  private @Nullable NodeId target;
  private long number;
  private List<NodeId> asked = List.of();
  private List<NodeId> silent = List.of();
  private long endNanos;
  private long dueNanos;

  Prober(
      Context<Swim.Msg> context, SwimConfig config, Roster roster, LocalHealth health, Swim swim) {
    this.context = context;
    this.config = config;
    this.roster = roster;
    this.health = health;
    this.swim = swim;
    this.alarm = context.alarm("probe", this::due);
  }

  /** Members do not start in step: the first period ends after a random part of it. */
  void start() {
    phase = Phase.RESTING;
    reorder();
    await(1 + context.random(config.periodNanos()));
  }

  void stop() {
    alarm.stop();
  }

  /** Waits out the period without a probe. */
  void rest() {
    phase = Phase.RESTING;
    await(config.periodNanos());
  }

  /** Places have changed, so the round begins anew. */
  void reorder() {
    position = Integer.MAX_VALUE;
  }

  void acknowledged(NodeId from, long answered) {
    boolean isDue = from.equals(target) || asked.contains(from);
    if (phase != Phase.RESTING && answered == number && isDue) {
      phase = Phase.RESTING;
      health.better();
      await(Math.max(0, endNanos - context.nowNanos()));
    }
  }

  void refused(NodeId from, long answered) {
    if (phase == Phase.INDIRECT && answered == number) {
      silent.remove(from);
    }
  }

  /** The network says that nobody listens there; a hint, so others are asked, at once. */
  void unreachable(NodeId to) {
    if (phase == Phase.DIRECT && to.equals(target)) {
      askOthers();
    }
  }

  private void await(long nanos) {
    dueNanos = context.nowNanos() + nanos;
    alarm.start(nanos);
  }

  private void due() {
    long late = context.nowNanos() - dueNanos;
    if (late > config.timeoutNanos()) {
      // This member stood still. What it missed in that time says nothing about others.
      phase = Phase.RESTING;
      swim.overslept(late);
    }
    switch (phase) {
      case RESTING -> begin();
      case DIRECT -> askOthers();
      case INDIRECT -> {
        judge();
        begin();
      }
    }
  }

  private void begin() {
    long period = health.stretch(config.periodNanos());
    endNanos = context.nowNanos() + period;
    phase = Phase.RESTING;
    if (!swim.periodBegan()) {
      return;
    }
    target = next();
    if (target == null) {
      await(config.periodNanos()); // Alone there is nobody to be unjust to.
      return;
    }
    number = swim.nextNumber();
    asked = List.of();
    phase = Phase.DIRECT;
    swim.ping(target, number);
    await(health.stretch(config.timeoutNanos()));
  }

  private void askOthers() {
    phase = Phase.INDIRECT;
    NodeId suspect = target;
    if (suspect != null) {
      asked = random(config.relays(), suspect);
      silent = new ArrayList<>(asked);
      asked.forEach(relay -> swim.ask(relay, number, suspect));
    }
    await(Math.max(0, endNanos - context.nowNanos()));
  }

  private void judge() {
    health.worse(asked.isEmpty() ? 1 : silent.size());
    if (target != null) {
      swim.unanswered(target);
    }
  }

  private @Nullable NodeId next() {
    if (!config.shuffled()) {
      return anyone(context.self());
    }
    // Whoever came in the meantime has its place behind this round's.
    for (int tries = roster.places() + 1; tries > 0; tries--) {
      if (position >= roster.places()) {
        order = new ProbeOrder(roster.places(), context.random(Long.MAX_VALUE));
        position = 0;
      }
      int place = position < order.size() ? order.at(position) : position;
      position++;
      NodeId next = roster.at(place);
      if (!next.equals(context.self()) && roster.isMember(next)) {
        return next;
      }
    }
    return null;
  }

  /** Up to so many members, each once, without oneself and that one. */
  List<NodeId> random(int count, NodeId except) {
    List<NodeId> chosen = new ArrayList<>(count);
    for (int tries = TRIES_MAX * count; tries > 0 && chosen.size() < count; tries--) {
      NodeId one = anyone(except);
      if (one == null) {
        return chosen;
      }
      if (!chosen.contains(one)) {
        chosen.add(one);
      }
    }
    return chosen;
  }

  @Nullable NodeId anyone(NodeId except) {
    for (int tries = TRIES_MAX; tries > 0; tries--) {
      NodeId one = roster.at((int) context.random(roster.places()));
      if (isOther(one, except) && roster.isMember(one)) {
        return one;
      }
    }
    return roster.pick(
        context.random(roster.places()),
        known -> known.status().isMember() && isOther(known.who(), except));
  }

  private boolean isOther(NodeId who, NodeId except) {
    return !who.equals(except) && !who.equals(context.self());
  }
}
