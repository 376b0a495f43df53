package coterie.store;

import java.nio.charset.StandardCharsets;

/** The names and contents that a store accepts. */
public final class Texts {
  private Texts() {}

  /**
   * Rejects a text that is too short, too long, or cannot be written as UTF-8.
   *
   * @param what names the text in the error, such as "name of a document"
   */
  public static void require(String what, String text, int bytesMin, int bytesMax) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < bytesMin || bytes.length > bytesMax) {
      throw new IllegalArgumentException(
          "a %s has %d to %d bytes, not %d".formatted(what, bytesMin, bytesMax, bytes.length));
    }
    if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw new IllegalArgumentException(
          "a %s is Unicode text; half of a surrogate pair is not a character".formatted(what));
    }
  }
}
