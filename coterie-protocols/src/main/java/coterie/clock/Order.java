package coterie.clock;

/** How two vectors stand to each other. */
public enum Order {
  BEFORE,
  AFTER,
  EQUAL,
  CONCURRENT
}
