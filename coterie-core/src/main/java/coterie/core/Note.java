package coterie.core;

import java.util.List;

/**
 * An outcome that a protocol reports: a record. The common ones are here, so that checkers, which
 * know nothing but core, can judge any protocol; a protocol may add records of its own.
 */
public interface Note {
  /** The name of the lock where a protocol has only one. */
  String ONLY_LOCK = "mutex";

  /** The word for stamps that are readings of a wall clock, which promise no order. */
  String PHYSICAL = "physical";

  /** The word for vectors that count every stamped event of a process: they are exact. */
  String VECTOR = "vector";

  /** A note for whoever reads the lines of a run: pictures and timelines leave it out. */
  interface Detail extends Note {}

  /** A note that a process makes at most once in a life: to make an equal one is a mistake. */
  interface Once extends Note {}

  /** A detector now suspects the member. */
  record Suspected(NodeId who) implements Note {}

  /** A detector no longer suspects that member. */
  record Trusted(NodeId who) implements Note {}

  /** A detector knows nothing of that member any more: it neither suspects nor trusts it. */
  record Unknown(NodeId who) implements Note {}

  /** A member has come into the group, or has come back. */
  record Joined(NodeId who) implements Note {}

  /** A member was suspected for long enough: it no longer belongs to the group. */
  record Failed(NodeId who) implements Note {}

  /** A member has left the group by its own wish. */
  record Left(NodeId who) implements Note {}

  /** A member now says other things about itself. */
  record Updated(NodeId who) implements Note {}

  /**
   * Another process is said to go by this one's name in the group, at that address, and to have
   * been started later, as its incarnation says. If that is so, this one has to stop.
   */
  record Doubled(NodeId who, long incarnation, Bytes address) implements Note {}

  /** This process has begun an election; the term is the one it knew before. */
  record Campaigned(long term, String reason) implements Note {}

  /** This process now regards the process named, which may be itself, as the leader. */
  record Elected(NodeId leader, long term) implements Note {}

  /** This process no longer holds that one for the leader, and knows no other. */
  record LeaderLost(NodeId leader, long term) implements Note {}

  /**
   * This process may act as the leader until its own clock shows that time, or for an unbounded
   * time if it is {@link Long#MAX_VALUE}. Noted again whenever the time is put off.
   */
  record Leads(long term, long untilNanos) implements Note {}

  /** This process acts as the leader no more, even if its time is not over. */
  record SteppedDown(long term) implements Note {}

  /** This process wants to enter; it waits from now on. */
  record Wanted(String lock) implements Note {}

  /** This process is inside from now on; the token is greater than that of any entry before. */
  record Entered(String lock, long token) implements Note {}

  /** This process has left by its own wish. */
  record Exited(String lock, long token) implements Note {}

  /** This process is inside no more, though it has not left by its own wish. */
  record LostLock(String lock, long token) implements Note {}

  /** This process no longer waits, and has not entered. */
  record GaveUp(String lock) implements Note {}

  /**
   * An event happened here, and that clock gave it a stamp. Whatever happened before it has a lower
   * stamp of the same clock, unless the clock is {@link #PHYSICAL}.
   *
   * @param clock the kind of clock: the same word means stamps that can be compared
   */
  record Stamped(String clock, String event, Stamp stamp) implements Note {}

  /**
   * The same for a clock that gives vectors: for every node that is not at 0, the number of its
   * last event that happened before this one or is this one; sorted by node. The clock {@link
   * #VECTOR} is held to be exact; vectors under another word, such as those of documents, are not
   * judged.
   */
  record Versioned(String clock, String event, List<Dot> version) implements Note {
    public Versioned {
      version = List.copyOf(version);
    }
  }

  /** A write of this process is durable here; its number counts this process's writes to it. */
  record Wrote(String what, Dot dot) implements Note {}

  /** A message that no correct sender can have sent was dropped. */
  record BadMessage(NodeId from, String why) implements Note {}
}
