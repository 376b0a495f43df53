package coterie.store.ledger;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Stamp;

/**
 * Money that goes from one account to another.
 *
 * @param by the process on which it was made
 * @param number counts the transfers of that process, from 1 on
 * @param time of that process' Lamport clock
 */
public record Transfer(NodeId by, long number, long time, String from, String to, long amount) {
  public Dot dot() {
    return new Dot(by, number);
  }

  /** Its place in the order of all transfers. */
  public Stamp stamp() {
    return new Stamp(time, by);
  }

  /** What is moved, for people. */
  String what() {
    return from + "→" + to + " " + amount;
  }
}
