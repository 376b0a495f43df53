package coterie.mutex.tokenring;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who else wants the token, as far as the process through which it comes next, or that has it, was
 * told.
 */
final class RingWants {
  private final RingOrder ring;
  private final SortedMap<Integer, TokenRing.Want> kept = new TreeMap<>();

  RingWants(RingOrder ring) {
    this.ring = ring;
  }

  void keep(TokenRing.Want want) {
    kept.put(ring.indexOf(want.who()), want);
  }

  /** Hands out all that were kept, and keeps none of them. */
  List<TokenRing.Want> taken() {
    List<TokenRing.Want> all = new ArrayList<>(kept.values());
    kept.clear();
    return all;
  }

  /** How far the token must go on for them, if this process had it last at that place. */
  int farthest(RingPlace place) {
    int farthest = 0;
    for (TokenRing.Want want : kept.values()) {
      if (!isServed(want, place)) {
        farthest = Math.max(farthest, ring.way(ring.self(), ring.indexOf(want.who())));
      }
    }
    return farthest;
  }

  /**
   * Whether the token has been with that one since it asked. Hops count positions, so that they
   * tell where the token was before it came here. One that was skipped would look served: it asks
   * again, and who asks again is always believed.
   */
  boolean isServed(TokenRing.Want want, RingPlace place) {
    if (want.again() || want.epoch() > place.epoch()) {
      return false;
    }
    long then = want.epoch() == place.epoch() ? want.hop() : 0;
    return place.hop() - ring.way(ring.indexOf(want.who()), ring.self()) > then;
  }
}
