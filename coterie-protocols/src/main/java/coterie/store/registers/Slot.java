package coterie.store.registers;

import coterie.core.Stamp;

/**
 * What an acceptor knows of one register, as it is stored.
 *
 * @param promised lower ballots are refused
 * @param accepted the ballot of the content
 */
public record Slot(String name, Stamp promised, Stamp accepted, Content content) {
  static Slot empty(String name) {
    return new Slot(name, Ballots.NONE, Ballots.NONE, Content.NONE);
  }
}
