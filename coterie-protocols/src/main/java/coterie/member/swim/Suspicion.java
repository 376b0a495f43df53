package coterie.member.swim;

import coterie.core.NodeId;
import coterie.member.SwimStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One who is suspected: since when, and by whom independently of each other. */
final class Suspicion implements MemberState {
  private static final long NEVER = Long.MIN_VALUE;

  private final NodeId who;
  private final long incarnation;
  private final Update.@Nullable Alive card;
  private final List<NodeId> accusers = new ArrayList<>(2);
  private long begunNanos;
  private long nextLookNanos;
  private long answerDueNanos = NEVER;

  Suspicion(
      NodeId who,
      long incarnation,
      Update.@Nullable Alive card,
      NodeId firstAccuser,
      long begunNanos) {
    this.who = who;
    this.incarnation = incarnation;
    this.card = card;
    this.begunNanos = begunNanos;
    accusers.add(firstAccuser);
  }

  @Override
  public NodeId who() {
    return who;
  }

  @Override
  public long incarnation() {
    return incarnation;
  }

  @Override
  public SwimStatus status() {
    return SwimStatus.SUSPECT;
  }

  Update.@Nullable Alive card() {
    return card;
  }

  NodeId firstAccuser() {
    return accusers.getFirst();
  }

  List<NodeId> otherAccusers() {
    return accusers.subList(1, accusers.size());
  }

  boolean isAccuser(NodeId member) {
    return accusers.contains(member);
  }

  /** How many have said so beside the first. */
  int confirmations() {
    return accusers.size() - 1;
  }

  long begunNanos() {
    return begunNanos;
  }

  /** Whether this accuser is a new one; at most that many are counted. */
  boolean confirm(NodeId accuser, int countMax) {
    return confirmations() < countMax && !accusers.contains(accuser) && accusers.add(accuser);
  }

  /** Whether it was pinged because its time to refute is nearly over. */
  boolean wasLookedAt() {
    return answerDueNanos != NEVER;
  }

  /** When it is to be pinged once more. */
  long nextLookNanos() {
    return nextLookNanos;
  }

  /** Until when the first of these pings may be answered. */
  long answerDueNanos() {
    return answerDueNanos;
  }

  /** It was pinged; if for the first time, it has until then to answer. */
  void looked(long newNextLookNanos, long untilNanos) {
    nextLookNanos = newNextLookNanos;
    answerDueNanos = wasLookedAt() ? answerDueNanos : untilNanos;
  }

  /** Nobody here could listen for an answer. */
  void lookAfresh() {
    answerDueNanos = NEVER;
  }

  /** Time that passed while nobody here could listen does not count. */
  void putOff(long nanos) {
    begunNanos += nanos;
    lookAfresh();
  }
}
