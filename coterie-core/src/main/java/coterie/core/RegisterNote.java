package coterie.core;

/**
 * What a process notes of a call on a register, from its request to its outcome. These notes are
 * the history by which a judge decides whether the registers are linearizable.
 */
public sealed interface RegisterNote extends Note {
  String register();

  /** Counts the requests of this process since its last start. */
  long request();

  /** What a call does. */
  sealed interface Action {}

  /** Reads the value and its version. */
  record Get() implements Action {}

  /** Writes the value, whatever is there. */
  record Set(String value) implements Action {}

  /** Writes the value if the register has the expected version; 0 if it must not exist yet. */
  record Cas(long expected, String value) implements Action {}

  /** A user of this process has made a call. */
  record Requested(String register, long request, Action action) implements RegisterNote {}

  /** How a call ended. */
  sealed interface Outcome extends RegisterNote {}

  /**
   * The call was done at one moment between its request and now.
   *
   * @param version of the value that was read or written; 0 if there is none yet
   */
  record Succeeded(String register, long request, long version, String value) implements Outcome {}

  /**
   * At one moment between the request and now the register did not have the expected version;
   * nothing has changed, and nothing will.
   *
   * @param version the one that it had
   */
  record Refused(String register, long request, long version, String value) implements Outcome {}

  /** The call may have been done, may still be done later, or never. */
  record Unknown(String register, long request, String why) implements Outcome {}
}
