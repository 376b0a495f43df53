package coterie.sim.check.detect;

/** One figure of a {@link Summary}. Times are in seconds. Its name in JSON and CSV is stable. */
public enum Figure {
  /** Half of the detections are faster. */
  DETECTION_MEDIAN("detectionMedian"),
  /** 99 % of the detections are faster. */
  DETECTION_P99("detectionP99"),
  /** Mean detection time. */
  DETECTION_MEAN("detectionMean"),
  /** Share of pairs of crash and observer that were detected in time. */
  DETECTED("detected"),
  /** Half of the crashes are known to all sooner. */
  KNOWN_MEDIAN("knownToAllMedian"),
  /** 99 % of the crashes are known to all sooner. */
  KNOWN_P99("knownToAllP99"),
  /** Half of the recovered are trusted again sooner. */
  TRUST_MEDIAN("trustMedian"),
  /** Mistakes of a process, about all others in an hour. */
  MISTAKES_PER_MEMBER_HOUR("mistakesPerMemberHour"),
  /** Mistakes of a process about one other in an hour. */
  MISTAKES_PER_PAIR_HOUR("mistakesPerPairHour"),
  /** Mean time from a mistake about one to the next. */
  RECURRENCE("mistakeRecurrence"),
  /** Mean duration of a mistake. */
  DURATION("mistakeDuration"),
  /** Mean time from the end of a mistake to the next. */
  GOOD_PERIOD("goodPeriod"),
  /** Probability that one who is up is not suspected by another. */
  ACCURACY("accuracy"),
  /** Messages that a process sends in a second. */
  MESSAGES("messagesPerMemberSecond"),
  /** Bytes that a process sends in a second. */
  BYTES("bytesPerMemberSecond");

  private final String key;

  Figure(String key) {
    this.key = key;
  }

  /** The name in JSON and CSV. */
  public String key() {
    return key;
  }
}
