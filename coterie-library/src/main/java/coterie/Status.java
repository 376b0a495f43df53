package coterie;

/** How a node sees another one at a moment. */
public enum Status {
  /** It answers. */
  ALIVE,
  /** It has not answered recently, and may still refute that it is down. */
  SUSPECT,
  /** It was suspected for long enough, and no longer belongs to the group. */
  FAILED,
  /** It has left by its own wish. */
  LEFT;

  /** Whether it belongs to the group. */
  public boolean isMember() {
    return this == ALIVE || this == SUSPECT;
  }
}
