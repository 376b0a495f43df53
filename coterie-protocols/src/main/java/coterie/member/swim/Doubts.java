package coterie.member.swim;

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
 *
 * <p>Nobody is given up unheard: before its time is over each member that suspects it, be it by
 * hearsay, pings the suspect itself, which answers with its refutation.
 */
final class Doubts {
  /**
   * A suspect is pinged once a timeout during the last two timeouts of a suspicion, since a single
   * packet is easily lost. In bad health a suspicion's timeouts are longer; the pings stay as close
   * together, so there are more of them.
   */
  private static final int LOOKS = 2;

  /**
   * With each point of bad health a suspect has this part of the shortest time more: where messages
   * are lost, refutations are, too.
   */
  private static final int DOUBT_OF_SELF = 4;

  /** Who has nobody left to confirm waits so many times the shortest time. */
  private static final double ALONE = 2;

  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final Roster roster;
  private final LocalHealth health;
  private final Consumer<NodeId> look;
  private final Consumer<Doubt> onEnd;
  private final Alarm alarm;
  private final List<Doubt> open = new ArrayList<>(0);
  private boolean isGathering;
  private boolean isChanged;
  private long dueNanos;

  Doubts(
      Context<Swim.Msg> context,
      SwimConfig config,
      Roster roster,
      LocalHealth health,
      Consumer<NodeId> look,
      Consumer<Doubt> onEnd) {
    this.context = context;
    this.config = config;
    this.roster = roster;
    this.health = health;
    this.look = look;
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
    int countMax = confirmationsWanted(config, roster.memberCount(), roster.memberCount());
    boolean isNew = doubt.confirm(suspect.by(), countMax);
    for (NodeId other : suspect.also()) {
      isNew |= doubt.confirm(other, countMax);
    }
    if (isNew) {
      await();
    }
    return isNew;
  }

  /** Whether more members would have to confirm it, and this one has not. */
  boolean needsConfirmation(Doubt doubt) {
    int wanted = confirmationsWanted(config, roster.memberCount(), company());
    return doubt.confirmations() < wanted && !doubt.isAccuser(context.self());
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
    if (now - dueNanos > config.timeoutNanos()) {
      // This member stood still, and the answers may lie in its queue.
      open.forEach(Doubt::lookAfresh);
    }
    for (Doubt doubt : List.copyOf(open)) {
      if (nextNanos(doubt) > now) {
        continue;
      }
      if (isLookedAt(doubt) && now < verdictNanos(doubt)) {
        doubt.looked(now + config.timeoutNanos(), now + lookingNanos());
        look.accept(doubt.who());
      } else if (open.remove(doubt)) {
        onEnd.accept(doubt);
      }
    }
    isChanged = true;
  }

  /** When something is to be done about it: to ping it, or to give it up. */
  private long nextNanos(Doubt doubt) {
    long verdict = verdictNanos(doubt);
    if (!isLookedAt(doubt)) {
      return verdict;
    }
    return doubt.wasLookedAt()
        ? Math.min(verdict, doubt.nextLookNanos())
        : verdict - lookingNanos();
  }

  private long verdictNanos(Doubt doubt) {
    return Math.max(doubt.begunNanos() + lastingNanos(doubt), doubt.answerDueNanos());
  }

  private long lookingNanos() {
    return LOOKS * health.stretch(config.timeoutNanos());
  }

  /** Whoever was never heard of but as a suspect has no address to be pinged at. */
  private boolean isLookedAt(Doubt doubt) {
    return config.tellsSuspects() && doubt.card() != null;
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
      next = Math.min(next, nextNanos(doubt));
    }
    dueNanos = Math.max(next, context.nowNanos());
    alarm.start(dueNanos - context.nowNanos());
  }

  private long lastingNanos(Doubt doubt) {
    long shortest = shortestNanos(config, roster.memberCount());
    return lastingNanos(config, roster.memberCount(), company(), doubt.confirmations())
        + shortest * health.score() / DOUBT_OF_SELF;
  }

  /** How many others are not suspected themselves, and so could confirm. */
  private int company() {
    return roster.memberCount() - roster.suspectCount() - 1;
  }

  /**
   * Neither the suspect nor the first accuser can confirm, nor those who are suspected with it: one
   * side of a partition would wait for the other.
   */
  static int confirmationsWanted(SwimConfig config, int memberCount, int company) {
    return Math.max(0, Math.min(config.confirmations(), Math.min(memberCount - 2, company)));
  }

  static long lastingNanos(SwimConfig config, int memberCount, int company, int confirmations) {
    double shortest = shortestNanos(config, memberCount);
    double longest = shortest * config.suspicionStretch();
    int wanted = confirmationsWanted(config, memberCount, company);
    if (wanted == 0 && memberCount > 2) {
      return (long) Math.min(ALONE * shortest, longest);
    }
    if (confirmations >= wanted) {
      return (long) shortest;
    }
    double share = StrictMath.log(confirmations + 1) / StrictMath.log(wanted + 1);
    return (long) (longest - (longest - shortest) * share);
  }

  /** News that only ride on probes take a time that grows with log n; urgent ones hardly do. */
  private static long shortestNanos(SwimConfig config, int memberCount) {
    double logarithm = Math.max(1, StrictMath.log10(memberCount));
    double growth = config.urgentMax() > 0 ? (1 + logarithm) / 2 : logarithm;
    return (long) (config.suspicionPeriods() * config.periodNanos() * growth);
  }
}
