package coterie.web.jdk;

/** Methods of {@link java.util.Arrays} that the browser's class library lacks. */
public final class ArraysCalls {
  private ArraysCalls() {}

  /** Compares by the first byte that differs, as numbers from 0 to 255, and then by the length. */
  public static int compareUnsigned(byte[] a, byte[] b) {
    int common = Math.min(a.length, b.length);
    for (int i = 0; i < common; i++) {
      if (a[i] != b[i]) {
        return (a[i] & 0xFF) - (b[i] & 0xFF);
      }
    }
    return a.length - b.length;
  }
}
