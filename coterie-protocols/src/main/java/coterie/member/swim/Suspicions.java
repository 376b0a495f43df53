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
final class Suspicions {
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

  /** A member that has nobody left to confirm waits this multiple of the shortest time. */
  private static final double ALONE = 2;

  private final Context<?> context;
  private final SwimConfig config;
  private final MemberList list;
  private final LocalHealth health;
  private final Consumer<NodeId> look;
  private final Consumer<Suspicion> onEnd;
  private final Alarm alarm;
  private final List<Suspicion> open = new ArrayList<>(0);
  private boolean isGathering;
  private boolean isChanged;
  private long dueNanos;

  Suspicions(
      Context<?> context,
      SwimConfig config,
      MemberList list,
      LocalHealth health,
      Consumer<NodeId> look,
      Consumer<Suspicion> onEnd) {
    this.context = context;
    this.config = config;
    this.list = list;
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

  void begin(Suspicion suspicion) {
    assert suspicion.equals(list.find(suspicion.who()))
        : "a suspicion that no list knows never ends";
    open.add(suspicion);
    await();
  }

  void end(Suspicion suspicion) {
    open.remove(suspicion);
    await();
  }

  void clear() {
    open.clear();
    alarm.stop();
  }

  /** Whether any accuser is a new one that counts, which makes it worth telling others. */
  boolean confirm(Suspicion suspicion, Update.Suspect suspect) {
    int countMax = confirmationsWanted(config, list.memberCount(), list.memberCount());
    boolean isNew = suspicion.confirm(suspect.by(), countMax);
    for (NodeId other : suspect.also()) {
      isNew |= suspicion.confirm(other, countMax);
    }
    if (isNew) {
      await();
    }
    return isNew;
  }

  /** Whether more members would have to confirm it, and this one has not. */
  boolean needsConfirmation(Suspicion suspicion) {
    int wanted = confirmationsWanted(config, list.memberCount(), company());
    return suspicion.confirmations() < wanted && !suspicion.isAccuser(context.self());
  }

  /** Those whom this member suspects because they did not answer itself. Whether there are any. */
  boolean forEachOwn(Consumer<NodeId> action) {
    boolean isAny = false;
    for (Suspicion suspicion : open) {
      if (suspicion.isAccuser(context.self())) {
        isAny = true;
        action.accept(suspicion.who());
      }
    }
    return isAny;
  }

  /** Nobody could refute while this member was paused. */
  void putOff(long nanos) {
    open.forEach(suspicion -> suspicion.putOff(nanos));
    await();
  }

  /** How far a suspicion has come, from 0 to 1. */
  double progress(Suspicion suspicion) {
    long passed = context.nowNanos() - suspicion.begunNanos();
    return Math.clamp((double) passed / lastingNanos(suspicion), 0, 1);
  }

  private void due() {
    gather(this::endDue);
  }

  private void endDue() {
    long now = context.nowNanos();
    if (now - dueNanos > config.timeoutNanos()) {
      // This member was paused, and the answers may lie in its queue.
      open.forEach(Suspicion::lookAfresh);
    }
    for (Suspicion suspicion : List.copyOf(open)) {
      if (nextNanos(suspicion) > now) {
        continue;
      }
      if (isLookedAt(suspicion) && now < verdictNanos(suspicion)) {
        suspicion.looked(now + config.timeoutNanos(), now + lookingNanos());
        look.accept(suspicion.who());
      } else if (open.remove(suspicion)) {
        onEnd.accept(suspicion);
      }
    }
    isChanged = true;
  }

  /** When something is to be done about it: to ping it, or to give it up. */
  private long nextNanos(Suspicion suspicion) {
    long verdict = verdictNanos(suspicion);
    if (!isLookedAt(suspicion)) {
      return verdict;
    }
    return suspicion.wasLookedAt()
        ? Math.min(verdict, suspicion.nextLookNanos())
        : verdict - lookingNanos();
  }

  private long verdictNanos(Suspicion suspicion) {
    return Math.max(suspicion.begunNanos() + lastingNanos(suspicion), suspicion.answerDueNanos());
  }

  private long lookingNanos() {
    return LOOKS * health.stretch(config.timeoutNanos());
  }

  /** A member that was never heard of but as a suspect has no address to be pinged at. */
  private boolean isLookedAt(Suspicion suspicion) {
    return config.tellsSuspects() && suspicion.card() != null;
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
    for (Suspicion suspicion : open) {
      next = Math.min(next, nextNanos(suspicion));
    }
    dueNanos = Math.max(next, context.nowNanos());
    alarm.start(dueNanos - context.nowNanos());
  }

  private long lastingNanos(Suspicion suspicion) {
    long shortest = shortestNanos(config, list.memberCount());
    return lastingNanos(config, list.memberCount(), company(), suspicion.confirmations())
        + shortest * health.score() / DOUBT_OF_SELF;
  }

  /** How many others are not suspected themselves, and so could confirm. */
  private int company() {
    return list.memberCount() - list.suspectCount() - 1;
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
