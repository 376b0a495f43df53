package coterie.member;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a group together over a longer time: lists are compared now and then, those who failed
 * are tried again, and those who failed long ago are forgotten.
 */
final class Upkeep {
  /** How many members on average try each of those who failed, each time. */
  private static final int TRIES = 3;

  /**
   * Whoever missed some compares with so many others: one of them may have missed the same. In a
   * large group it compares with log2 n of them, where lists say what news do in a small one.
   */
  private static final int COMPARISONS = 3;

  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final Roster roster;
  private final Lots lots;
  private final Beliefs beliefs;
  private final Herald herald;
  private final Swim swim;
  private final Alarm comparing;
  private int comparisons;
  private @Nullable NodeId bestInformed;
  private boolean isAsked;
  private long syncAtNanos;
  private long reconnectAtNanos;
  private long forgetAtNanos;

  Upkeep(
      Context<Swim.Msg> context,
      SwimConfig config,
      Roster roster,
      Lots lots,
      Beliefs beliefs,
      Herald herald,
      Swim swim) {
    this.context = context;
    this.config = config;
    this.roster = roster;
    this.lots = lots;
    this.beliefs = beliefs;
    this.herald = herald;
    this.swim = swim;
    this.comparing = context.alarm("compare", this::compareAgain);
  }

  void begin() {
    long now = context.nowNanos();
    // Members do not compare in step either.
    syncAtNanos = now + context.random(Math.max(1, config.syncNanos()));
    reconnectAtNanos = now + config.reconnectNanos();
    forgetAtNanos = now + config.tombstoneNanos();
  }

  void stop() {
    comparing.stop();
  }

  /**
   * After a period, and not only when it is time. The period is not stretched by bad health:
   * whoever is late because many join at once would stay ignorant for long.
   *
   * @param informed the one who let this member in: who comes at the same time comes to it as well
   */
  void compareSoon(@Nullable NodeId informed) {
    comparisons = roster.isLong() ? Herald.logarithm(roster.memberCount()) : COMPARISONS;
    if (informed != null) {
      bestInformed = informed;
      isAsked = false;
    }
    if (config.syncNanos() > 0 && !comparing.isRunning()) {
      comparing.start(config.periodNanos());
    }
  }

  /** Whether this member has come in just now and waits for the list of the one who let it in. */
  boolean isLearning() {
    return bestInformed != null;
  }

  /** That one has told what this member lacked. */
  void told(NodeId by) {
    if (isAsked && by.equals(bestInformed)) {
      bestInformed = null;
      isAsked = false;
    }
  }

  private void compareAgain() {
    compareWithAnyone();
    if (--comparisons > 0) {
      comparing.start(config.periodNanos());
    }
  }

  private void compareWithAnyone() {
    syncAtNanos = context.nowNanos() + config.syncNanos();
    if (isAsked || (bestInformed != null && !roster.isMember(bestInformed))) {
      bestInformed = null; // It did not answer.
    }
    isAsked = bestInformed != null;
    NodeId other = isAsked ? bestInformed : lots.anyone(context.self());
    if (other != null) {
      compare(other);
    }
  }

  /** Whether places in the roster have changed. */
  boolean periodBegan(List<NodeId> contacts) {
    long now = context.nowNanos();
    boolean mayMissSome = beliefs.wasOut() || herald.isBehind();
    if (config.syncNanos() > 0 && (now >= syncAtNanos || mayMissSome)) {
      compareWithAnyone();
    }
    if (config.reconnectNanos() > 0 && now >= reconnectAtNanos) {
      reconnectAtNanos = now + config.reconnectNanos();
      seek(contacts);
      reconnect();
    }
    if (now < forgetAtNanos) {
      return false;
    }
    forgetAtNanos = now + config.tombstoneNanos();
    return beliefs.forget();
  }

  void compare(NodeId with) {
    context.send(with, new Swim.Compare(roster.digest(), herald.gossipForComparing(with)));
  }

  /**
   * Tries one of those who failed. Together all members try each of them a few times: the fewer
   * members are left, the more likely each of them tries.
   */
  private void reconnect() {
    long tries = (long) TRIES * roster.failedCount();
    if (tries == 0 || context.random(roster.memberCount()) >= tries) {
      return;
    }
    NodeId lost =
        roster.pick(context.random(roster.places()), known -> known.status() == SwimStatus.FAILED);
    if (lost != null) {
      swim.ping(lost, swim.nextNumber());
    }
  }

  /**
   * Now and then somebody asks a contact that is not known here: where several started at once and
   * their contact went down, two groups may have come to be.
   */
  private void seek(List<NodeId> contacts) {
    if (contacts.isEmpty() || context.random(roster.memberCount()) >= TRIES) {
      return;
    }
    NodeId contact = contacts.get((int) context.random(contacts.size()));
    boolean isAlone = roster.memberCount() == 1 && !contact.equals(context.self());
    if (isAlone || roster.find(contact) == null) {
      context.send(contact, new Swim.Join(beliefs.me()));
    }
  }
}
