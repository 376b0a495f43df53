package coterie.member.swim;

/**
 * How much a member trusts its own view of time: a count of recent signs that it is itself late. A
 * slow member then waits longer before blaming others (A. Dadgar, J. Phillips and J. Currey,
 * "Lifeguard: local health awareness for more accurate failure detection", 2018, section IV-A).
 */
final class LocalHealth {
  private final int max;
  private int score;

  /** With a maximum of 0 it always stays healthy. */
  LocalHealth(int max) {
    this.max = max;
  }

  int score() {
    return score;
  }

  void better() {
    score = Math.max(0, score - 1);
  }

  void worse(long by) {
    score = (int) Math.min(max, score + by);
  }

  /** A time, stretched as much as this member is late. */
  long stretch(long nanos) {
    assert score >= 0 && score <= max : "bad health must not shorten a timeout: " + score;
    return nanos * (score + 1);
  }
}
