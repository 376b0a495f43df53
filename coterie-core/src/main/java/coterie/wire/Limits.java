package coterie.wire;

/**
 * What a reader accepts. A writer does not look at limits; a sender that exceeds them is not
 * understood.
 *
 * @param messageBytes the longest message
 * @param textBytes the longest string, and the longest {@link coterie.core.Bytes}
 * @param elements the most elements of all lists of a message
 * @param depth how deep records and lists may lie in each other
 */
public record Limits(int messageBytes, int textBytes, int elements, int depth) {
  public Limits {
    if (messageBytes < 1 || textBytes < 0 || elements < 0 || depth < 1) {
      throw new IllegalArgumentException(
          "limits are at least 1 byte a message, 0 bytes a text, 0 elements and depth 1");
    }
  }

  /** 16 MiB a message, 64 KiB a string, 1,048,576 elements in all lists, 32 deep. */
  public static Limits standard() {
    return new Limits(1 << 24, 1 << 16, 1 << 20, 32);
  }
}
