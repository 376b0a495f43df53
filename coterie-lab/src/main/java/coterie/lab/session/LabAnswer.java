package coterie.lab.session;

/** What a session answers: a JSON value, and columns of numbers that it describes. */
public final class LabAnswer {
  private final String text;
  private final byte[] bytes;

  LabAnswer(String text) {
    this(text, new byte[0]);
  }

  LabAnswer(String text, byte[] bytes) {
    this.text = text;
    this.bytes = bytes;
  }

  /** Returns a JSON value. */
  public String text() {
    return text;
  }

  /** Returns the columns, which nobody changes; empty where there are none. */
  public byte[] bytes() {
    return bytes;
  }
}
