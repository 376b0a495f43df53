package coterie.sim.check.detect;

/**
 * The classes of failure detectors of T. D. Chandra and S. Toueg, "Unreliable failure detectors for
 * reliable distributed systems", Journal of the ACM 43(2), 1996, section 2.4: completeness strong
 * or weak, accuracy strong or weak, the latter from the start or eventually.
 */
public enum DetectorClass {
  PERFECT("P", true, true, false),
  EVENTUALLY_PERFECT("◇P", true, true, true),
  STRONG("S", true, false, false),
  EVENTUALLY_STRONG("◇S", true, false, true),
  QUASI_PERFECT("Q", false, true, false),
  EVENTUALLY_QUASI_PERFECT("◇Q", false, true, true),
  WEAK("W", false, false, false),
  EVENTUALLY_WEAK("◇W", false, false, true);

  private final String sign;
  private final boolean isStronglyComplete;
  private final boolean isStronglyAccurate;
  private final boolean isEventual;

  DetectorClass(
      String sign, boolean isStronglyComplete, boolean isStronglyAccurate, boolean isEventual) {
    this.sign = sign;
    this.isStronglyComplete = isStronglyComplete;
    this.isStronglyAccurate = isStronglyAccurate;
    this.isEventual = isEventual;
  }

  /** As papers write it: P, ◇P, S, ◇S, Q, ◇Q, W, ◇W. */
  public String sign() {
    return sign;
  }

  public boolean isStronglyComplete() {
    return isStronglyComplete;
  }

  public boolean isStronglyAccurate() {
    return isStronglyAccurate;
  }

  /** Whether mistakes are allowed for a while. */
  public boolean isEventual() {
    return isEventual;
  }
}
