package coterie.member;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All who are suspected now, and until when each may refute. The first accuser waits long; every
 * further one that comes to the same verdict by itself brings the end nearer, on a logarithmic
 * scale (Lifeguard, section IV-B).
 */
final class Doubts {
  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final Roster roster;
  private final Consumer<Doubt> onEnd;
  private final Alarm alarm;
  private final List<Doubt> open = new ArrayList<>(0);
  private boolean isGathering;
  private boolean isChanged;

  Doubts(Context<Swim.Msg> context, SwimConfig config, Roster roster, Consumer<Doubt> onEnd) {
    this.context = context;
    this.config = config;
    this.roster = roster;
    this.onEnd = onEnd;
    this.alarm = context.alarm("suspicion", this::due);
  }

  /**
   * Many of them may begin or end in one step. To look for the earliest end after each would take
   * time that grows with the square of their number, and one message can tell of a million.
   */
  void gather(Runnable step) {
    if (isGathering) {
      step.run();
      return;
    }
    isGathering = true;
    isChanged = false;
    try {
      step.run();
    } finally {
      isGathering = false;
      if (isChanged) {
        await(); // Also if a listener has thrown: or no suspicion would ever end again.
      }
    }
  }

  void begin(Doubt doubt) {
    open.add(doubt);
    await();
  }

  void end(Doubt doubt) {
    open.remove(doubt);
    await();
  }

  void clear() {
    open.clear();
    alarm.stop();
  }

  /** Whether any accuser is a new one that counts, which makes it worth telling others. */
  boolean confirm(Doubt doubt, Update.Suspect suspect) {
    int wanted = confirmationsWanted();
    boolean isNew = doubt.confirm(suspect.by(), wanted);
    for (NodeId other : suspect.also()) {
      isNew |= doubt.confirm(other, wanted);
    }
    if (isNew) {
      await();
    }
    return isNew;
  }

  /** Those whom this member suspects because they did not answer itself. Whether there are any. */
  boolean forEachOwn(Consumer<NodeId> action) {
    boolean isAny = false;
    for (Doubt doubt : open) {
      if (doubt.isAccuser(context.self())) {
        isAny = true;
        action.accept(doubt.who());
      }
    }
    return isAny;
  }

  /** Nobody could refute while this member stood still. */
  void putOff(long nanos) {
    open.forEach(doubt -> doubt.putOff(nanos));
    await();
  }

  /** How far a suspicion has come, from 0 to 1. */
  double progress(Doubt doubt) {
    long passed = context.nowNanos() - doubt.begunNanos();
    return Math.clamp((double) passed / lastingNanos(doubt), 0, 1);
  }

  private void due() {
    gather(this::endDue);
  }

  private void endDue() {
    long now = context.nowNanos();
    for (Doubt doubt : List.copyOf(open)) {
      if (doubt.begunNanos() + lastingNanos(doubt) <= now && open.remove(doubt)) {
        onEnd.accept(doubt);
      }
    }
    await();
  }

  private void await() {
    if (isGathering) {
      isChanged = true;
      return;
    }
    if (open.isEmpty()) {
      alarm.stop();
      return;
    }
    long next = Long.MAX_VALUE;
    for (Doubt doubt : open) {
      next = Math.min(next, doubt.begunNanos() + lastingNanos(doubt));
    }
    alarm.start(Math.max(0, next - context.nowNanos()));
  }

  private long lastingNanos(Doubt doubt) {
    return lastingNanos(config, roster.memberCount(), doubt.confirmations());
  }

  private int confirmationsWanted() {
    return confirmationsWanted(config, roster.memberCount());
  }

  /** Neither the suspect nor the first accuser can confirm. */
  static int confirmationsWanted(SwimConfig config, int memberCount) {
    return Math.max(0, Math.min(config.confirmations(), memberCount - 2));
  }

  static long lastingNanos(SwimConfig config, int memberCount, int confirmations) {
    double logarithm = Math.max(1, StrictMath.log10(memberCount));
    double shortest = config.suspicionPeriods() * config.periodNanos() * logarithm;
    int wanted = confirmationsWanted(config, memberCount);
    if (confirmations >= wanted) {
      return (long) shortest;
    }
    double longest = shortest * config.suspicionStretch();
    double share = StrictMath.log(confirmations + 1) / StrictMath.log(wanted + 1);
    return (long) (longest - (longest - shortest) * share);
  }
}
