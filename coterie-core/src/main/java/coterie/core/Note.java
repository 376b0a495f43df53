package coterie.core;

/**
 * An outcome that a protocol reports: a record. The common ones are here, so that checkers, which
 * know nothing but core, can judge any protocol; a protocol may add records of its own.
 */
public interface Note {
  /** A test has ended; the count of its events is even if it was found correct, odd if faulty. */
  record Tested(NodeId who, int count) implements Note {}

  /** Another's newer count of somebody's events was taken over. */
  record Learned(NodeId about, int count, NodeId from) implements Note {}

  /** A tester has found a correct process, or has gone round the whole ring without one. */
  record TurnEnded() implements Note {}

  /** A message that no correct sender can have sent was dropped. */
  record BadMessage(NodeId from, String why) implements Note {}
}
