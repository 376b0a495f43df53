package coterie.lab.picture;

/** A message under way, or a test; its end becomes known later than its start. */
final class Flight implements Story.Op {
  /** How it ended. */
  enum Fate {
    UNDER_WAY,
    ARRIVED,
    LOST,
    REFUSED,
    FOUND_CORRECT,
    FOUND_FAULTY,
    HIDDEN
  }

  private static final int HINT_MAX = 100;

  final int from;
  final int to;
  final int fromRow;
  final String name;
  final String hint;
  final Flight first;
  int toRow;
  int startTrack;
  int endTrack;

  /** Whether it is left out of the picture because nothing came of it. */
  boolean isQuiet;

  Fate fate = Fate.UNDER_WAY;

  /** A message or a test that starts now. */
  Flight(int from, int to, int fromRow, String name, String hint) {
    this.first = this;
    this.from = from;
    this.to = to;
    this.fromRow = fromRow;
    this.toRow = fromRow;
    this.name = name;
    this.hint = hint.length() <= HINT_MAX ? hint : hint.substring(0, HINT_MAX) + "…";
  }

  /** A second copy of a message: it starts where the first one did. */
  Flight(Flight first) {
    this.first = first;
    this.from = first.from;
    this.to = first.to;
    this.fromRow = first.fromRow;
    this.toRow = first.fromRow;
    this.name = first.name;
    this.hint = first.hint + " (again)";
  }

  void end(int row, Fate how) {
    toRow = row;
    fate = how;
  }

  /** Whether it starts and ends in one row, so that it gets a track there. */
  boolean isLevel() {
    return fromRow == toRow && fate != Fate.UNDER_WAY;
  }

  boolean isTest() {
    return fate == Fate.FOUND_CORRECT || fate == Fate.FOUND_FAULTY;
  }

  @Override
  public int low() {
    return isLevel() ? Math.min(from, to) : from;
  }

  @Override
  public int high() {
    return isLevel() ? Math.max(from, to) : from;
  }

  boolean isHidden() {
    return first.isQuiet || first.fate == Fate.HIDDEN || fate == Fate.HIDDEN;
  }

  /** Its end in a row below that of its start. */
  record Arrival(Flight flight) implements Story.Op {
    @Override
    public int low() {
      return flight.to;
    }

    @Override
    public int high() {
      return flight.to;
    }
  }
}
