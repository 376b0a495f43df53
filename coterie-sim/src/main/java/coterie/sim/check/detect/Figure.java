package coterie.sim.check.detect;

/** One figure of a {@link Summary}. Times are in seconds. Its name in JSON and CSV is stable. */
public enum Figure {
  DETECTION_MEDIAN("detectionMedian", "s", "half of the detections are faster"),
  DETECTION_P99("detectionP99", "s", "99 % of the detections are faster"),
  DETECTION_MEAN("detectionMean", "s", "mean detection time"),
  DETECTED("detected", "", "share of pairs of crash and observer that were detected in time"),
  KNOWN_MEDIAN("knownToAllMedian", "s", "half of the crashes are known to all sooner"),
  KNOWN_P99("knownToAllP99", "s", "99 % of the crashes are known to all sooner"),
  TRUST_MEDIAN("trustMedian", "s", "half of the recovered are trusted again sooner"),
  MISTAKES_PER_MEMBER_HOUR(
      "mistakesPerMemberHour", "/h", "mistakes of a process, about all others"),
  MISTAKES_PER_PAIR_HOUR("mistakesPerPairHour", "/h", "mistakes of a process about one other"),
  RECURRENCE("mistakeRecurrence", "s", "mean time from a mistake about one to the next"),
  DURATION("mistakeDuration", "s", "mean duration of a mistake"),
  GOOD_PERIOD("goodPeriod", "s", "mean time from the end of a mistake to the next"),
  ACCURACY("accuracy", "", "probability that one who is up is not suspected by another"),
  MESSAGES("messagesPerMemberSecond", "/s", "messages that a process sends"),
  BYTES("bytesPerMemberSecond", "B/s", "bytes that a process sends");

  private final String key;
  private final String unit;
  private final String help;

  Figure(String key, String unit, String help) {
    this.key = key;
    this.unit = unit;
    this.help = help;
  }

  /** The name in JSON and CSV. */
  public String key() {
    return key;
  }

  public String unit() {
    return unit;
  }

  public String help() {
    return help;
  }
}
