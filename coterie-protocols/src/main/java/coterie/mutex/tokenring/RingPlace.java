package coterie.mutex.tokenring;

/**
 * What a process of a token ring must not forget.
 *
 * @param promised it takes no token of a lower epoch than this
 * @param epoch of the last token it took, as the hop is; -1 if it never took one
 * @param reserved no entry under that hop has a greater count, as long as this is not saved anew
 */
public record RingPlace(long promised, long epoch, long hop, long reserved) {
  static final RingPlace NOWHERE = new RingPlace(0, -1, 0, 0);

  boolean hasHadToken() {
    return epoch >= 0;
  }

  /** Whether a token with these numbers is later than the last one taken. */
  boolean isBefore(long otherEpoch, long otherHop) {
    return epoch < otherEpoch || (epoch == otherEpoch && hop < otherHop);
  }
}
