package coterie.lab.session;

/**
 * What a session answers.
 *
 * @param text a JSON value
 * @param bytes columns that the text describes; empty where there are none
 */
public record LabAnswer(String text, byte[] bytes) {
  LabAnswer(String text) {
    this(text, new byte[0]);
  }
}
