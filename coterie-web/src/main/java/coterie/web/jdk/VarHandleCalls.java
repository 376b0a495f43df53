package coterie.web.jdk;

import coterie.web.jdk.java.lang.invoke.WebVarHandle;
import java.lang.invoke.VarHandle;

/**
 * What variable handles are used for: big-endian numbers in arrays of bytes, and a field that is
 * counted up. The browser's part has one thread, so nothing needs to be atomic. Two methods of one
 * name and other results have the result's name behind theirs.
 */
public final class VarHandleCalls {
  private VarHandleCalls() {}

  /** Reads eight bytes. */
  public static long getLong(VarHandle handle, byte[] bytes, int at) {
    return (long) getInt(handle, bytes, at) << Integer.SIZE
        | getInt(handle, bytes, at + Integer.BYTES) & 0xFFFFFFFFL;
  }

  /** Reads four bytes. */
  public static int getInt(VarHandle handle, byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | bytes[at + 3] & 0xFF;
  }

  /** Writes eight bytes. */
  public static void set(VarHandle handle, byte[] bytes, int at, long value) {
    set(handle, bytes, at, (int) (value >>> Integer.SIZE));
    set(handle, bytes, at + Integer.BYTES, (int) value);
  }

  /** Writes four bytes. */
  public static void set(VarHandle handle, byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /** Sets the field if it has the expected value. */
  public static boolean compareAndSet(VarHandle handle, Object owner, long expected, long value) {
    boolean isAsExpected = own(handle).get(owner) == expected;
    if (isAsExpected) {
      own(handle).set(owner, value);
    }
    return isAsExpected;
  }

  /** Adds to the field, and returns what it was before. */
  public static long getAndAdd(VarHandle handle, Object owner, long more) {
    long before = own(handle).get(owner);
    own(handle).set(owner, before + more);
    return before;
  }

  /** In the browser both names mean one class. */
  private static WebVarHandle own(VarHandle handle) {
    return (WebVarHandle) (Object) handle;
  }
}
