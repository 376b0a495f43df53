package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.member.SwimStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a group together over a longer time: lists are compared now and then, those who failed
 * are tried again, and those who failed long ago are forgotten.
 */
final class AntiEntropy {
  /** How many members on average try each of those who failed, each time. */
  private static final int TRIES = 3;

  /**
   * A member that missed some compares with this number of others: one of them may have missed the
   * same. In a large group it compares with log2 n of them, where lists say what news do in a small
   * one.
   */
  private static final int COMPARISONS = 3;

  private final Context<?> context;
  private final SwimConfig config;
  private final MemberList list;
  private final RandomMembers randomMembers;
  private final Membership membership;
  private final Dissemination dissemination;
  private final Speaker speaker;
  private final Alarm comparing;
  private int comparisons;
  private @Nullable NodeId bestInformed;
  private boolean isInCrowd;
  private boolean isAsked;
  private long syncAtNanos;
  private long reconnectAtNanos;
  private long forgetAtNanos;

  AntiEntropy(
      Context<?> context,
      SwimConfig config,
      MemberList list,
      RandomMembers randomMembers,
      Membership membership,
      Dissemination dissemination,
      Speaker speaker) {
    this.context = context;
    this.config = config;
    this.list = list;
    this.randomMembers = randomMembers;
    this.membership = membership;
    this.dissemination = dissemination;
    this.speaker = speaker;
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
   * @param informed the one that let this member in: others that come at the same time come to it
   *     as well
   * @param inCrowd whether it has told of a few members only
   */
  void compareSoon(@Nullable NodeId informed, boolean inCrowd) {
    comparisons = list.isLong() ? Dissemination.logarithm(list.memberCount()) : COMPARISONS;
    if (informed != null) {
      bestInformed = informed;
      isInCrowd = inCrowd;
      isAsked = false;
    }
    if (config.syncNanos() > 0 && !comparing.isRunning()) {
      comparing.start(config.periodNanos());
    }
  }

  /** Whether this member has come into a crowd and waits for the list of the one who let it in. */
  boolean isLearning() {
    return bestInformed != null && isInCrowd;
  }

  /** The other member has told what this one lacked. */
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
    if (isAsked || (bestInformed != null && !list.isMember(bestInformed))) {
      bestInformed = null; // It did not answer.
    }
    isAsked = bestInformed != null;
    NodeId other = isAsked ? bestInformed : randomMembers.anyone(context.self());
    if (other != null && isAsked && list.hasParts()) {
      speaker.compareQuietly(other);
    } else if (other != null) {
      speaker.compare(other);
    }
  }

  /** Whether places in the roster have changed. */
  boolean periodBegan(List<NodeId> contacts) {
    long now = context.nowNanos();
    boolean mayMissSome = membership.wasOut() || dissemination.isBehind();
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
    return membership.forget();
  }

  /**
   * Tries one of those who failed. Together all members try each of them a few times: the fewer
   * members are left, the more likely each of them tries.
   */
  private void reconnect() {
    long tries = (long) TRIES * list.failedCount();
    if (tries == 0 || context.random(list.memberCount()) >= tries) {
      return;
    }
    NodeId lost =
        list.pick(context.random(list.places()), known -> known.status() == SwimStatus.FAILED);
    if (lost != null) {
      speaker.ping(lost, speaker.nextNumber());
    }
  }

  /**
   * Now and then somebody asks a contact that is not known here: where several started at once and
   * their contact went down, two groups may have come to be.
   */
  private void seek(List<NodeId> contacts) {
    if (contacts.isEmpty() || context.random(list.memberCount()) >= TRIES) {
      return;
    }
    NodeId contact = contacts.get((int) context.random(contacts.size()));
    boolean isAlone = list.memberCount() == 1 && !contact.equals(context.self());
    if (isAlone || list.find(contact) == null) {
      speaker.join(contact);
    }
  }
}
