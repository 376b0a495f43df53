package coterie.web.jdk.java.lang.invoke;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * What variable handles are used for: big-endian numbers in arrays of bytes, and a field that is
 * counted up. The browser's part has one thread, so nothing needs to be atomic. The methods are
 * static, because callers have a descriptor for each of their own types; where only the result
 * tells two of them apart, the name ends in it.
 */
public final class WebVarHandle {
  private final @Nullable Field field;

  WebVarHandle(@Nullable Field field) {
    this.field = field;
  }

  /** Reads eight bytes. */
  public static long getLong(WebVarHandle handle, byte[] bytes, int at) {
    return (long) getInt(handle, bytes, at) << Integer.SIZE
        | (getInt(handle, bytes, at + Integer.BYTES) & 0xFFFFFFFFL);
  }

  /** Reads four bytes. */
  public static int getInt(WebVarHandle handle, byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  /** Writes eight bytes. */
  public static void set(WebVarHandle handle, byte[] bytes, int at, long value) {
    set(handle, bytes, at, (int) (value >>> Integer.SIZE));
    set(handle, bytes, at + Integer.BYTES, (int) value);
  }

  /** Writes four bytes. */
  public static void set(WebVarHandle handle, byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /** Sets the field if it has the expected value. */
  public static boolean compareAndSet(
      WebVarHandle handle, Object owner, long expected, long value) {
    boolean isAsExpected = handle.value(owner) == expected;
    if (isAsExpected) {
      handle.set(owner, value);
    }
    return isAsExpected;
  }

  /** Adds to the field, and returns what it was before. */
  public static long getAndAdd(WebVarHandle handle, Object owner, long more) {
    long before = handle.value(owner);
    handle.set(owner, before + more);
    return before;
  }

  private long value(Object owner) {
    try {
      return (long) field().get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the field cannot be read", e);
    }
  }

  private void set(Object owner, long value) {
    try {
      field().set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the field cannot be written", e);
    }
  }

  private Field field() {
    if (field == null) {
      throw new IllegalStateException("this handle is one of numbers in bytes");
    }
    return field;
  }
}
