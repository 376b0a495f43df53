package coterie.elect.ring;

/** The newest lap seen of every initiator: what is not newer has been handed on already. */
final class Laps {
  private final long[] incarnations;
  private final long[] numbers;

  Laps(int size) {
    this.incarnations = new long[size];
    this.numbers = new long[size];
  }

  /** Whether it is the first time that this lap is seen, and none after it has been. */
  boolean isNews(int initiator, Lap lap) {
    boolean isNews =
        lap.incarnation() != incarnations[initiator]
            ? lap.incarnation() > incarnations[initiator]
            : lap.number() > numbers[initiator];
    if (isNews) {
      incarnations[initiator] = lap.incarnation();
      numbers[initiator] = lap.number();
    }
    return isNews;
  }
}
