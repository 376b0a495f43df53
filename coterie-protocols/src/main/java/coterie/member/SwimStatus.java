package coterie.member;

/** How a member is seen by another; at equal incarnation the later word here prevails. */
public enum SwimStatus {
  ALIVE,
  SUSPECT,
  FAILED,
  LEFT;

  /** Whether it still belongs to the group. */
  public boolean isMember() {
    return this == ALIVE || this == SUSPECT;
  }
}
