package coterie.mutex.tokenring;

import coterie.core.Context;
import coterie.core.Stable;

/** The place of a process, kept through crashes. Tests show what a worse memory would do. */
class RingMemory {
  /** This number of entries may go by before they are saved, while the token stays in one place. */
  static final int RESERVE = 1000;

  private final Stable<RingPlace> stable;
  private RingPlace place;
  private int unsaved;

  RingMemory(Context<TokenRing.Msg> context) {
    this.stable = context.stable("place", RingPlace.class);
    RingPlace saved = stable.value();
    this.place = saved != null ? saved : RingPlace.NOWHERE;
  }

  RingPlace place() {
    return place;
  }

  long promised() {
    return place.promised();
  }

  /** Whether this process has had that token, or a later one. */
  boolean hasTaken(TokenRing.Token token) {
    return !place.isBefore(token.epoch(), token.hop());
  }

  /** Takes no token of a lower epoch any more. */
  void promise(long epoch) {
    if (epoch > place.promised()) {
      save(new RingPlace(epoch, place.epoch(), place.hop(), place.reserved()));
    }
  }

  /** Takes neither this token nor an earlier one again. */
  void take(TokenRing.Token token) {
    save(
        new RingPlace(
            Math.max(place.promised(), token.epoch()),
            token.epoch(),
            token.hop(),
            token.count() + RESERVE));
  }

  private void save(RingPlace next) {
    assert next.promised() >= place.promised() : "a promise would be broken by a crash";
    place = next;
    unsaved++;
    stable.save(next);
  }

  void saved() {
    assert unsaved > 0 : "the token would count as saved before it is";
    unsaved--;
  }

  /** Whether nothing would be forgotten in a crash. */
  boolean isDurable() {
    return unsaved == 0;
  }
}
