package coterie.field;

/**
 * What a network does on the way from one node to another. Delays differ from packet to packet, so
 * that packets overtake each other where the two bounds lie apart.
 *
 * @param loss the share of packets that do not arrive
 * @param twice the share of packets that arrive a second time
 */
record Way(double loss, double twice, long delayMinNanos, long delayMaxNanos) {
  Way {
    if (loss < 0 || loss > 1 || twice < 0 || twice > 1) {
      throw new IllegalArgumentException("a share is from 0 to 1");
    }
    if (delayMinNanos < 0 || delayMaxNanos < delayMinNanos) {
      throw new IllegalArgumentException("delays are from 0, the least one first");
    }
  }

  static Way clear() {
    return new Way(0, 0, 0, 0);
  }

  static Way cut() {
    return new Way(1, 0, 0, 0);
  }

  boolean isCut() {
    return loss >= 1;
  }
}
