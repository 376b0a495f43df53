package coterie.wire;

/** Ends the reading of a message. It never leaves the package, and it has no stack trace. */
final class WireException extends RuntimeException {
  /** The one for what only a newer version knows; what it was is noted in the input. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // Without a trace all are equal.
  static final WireException UNKNOWN = new WireException("unknown");

  WireException(String why) {
    super(why, null, false, false);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
