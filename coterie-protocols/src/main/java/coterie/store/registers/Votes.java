package coterie.store.registers;

import coterie.core.Stamp;
import java.util.BitSet;

/** The answers to one message that went to all, one of each member. */
final class Votes {
  private final int quorum;
  private final BitSet members = new BitSet();
  private Stamp highest = Ballots.NONE;
  private Content content = Content.NONE;
  private int atHighest;

  /**
   * @param quorum how many answers are enough
   */
  Votes(int quorum) {
    this.quorum = quorum;
  }

  boolean has(int member) {
    return members.get(member);
  }

  /** Counts one member's answer, the first time that it comes. */
  void add(int member, Stamp accepted, Content itsContent) {
    if (members.get(member)) {
      return;
    }
    members.set(member);
    if (highest.isBefore(accepted)) {
      highest = accepted;
      content = itsContent;
      atHighest = 0;
    }
    if (highest.equals(accepted)) {
      atHighest++;
    }
  }

  void add(int member) {
    add(member, Ballots.NONE, Content.NONE);
  }

  boolean isEnough() {
    return members.cardinality() >= quorum;
  }

  /** The highest ballot under which one of them has accepted something. */
  Stamp highest() {
    return highest;
  }

  /** The content that was accepted under the highest ballot. */
  Content content() {
    return content;
  }

  /** Whether a quorum has accepted that content, so that every later content follows from it. */
  boolean isSettled() {
    return atHighest >= quorum;
  }
}
