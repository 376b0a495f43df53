package coterie.web.jdk;

import org.jspecify.annotations.Nullable;

/** What {@link Throwable} does with those that travel with another one. */
public final class ThrowableCalls {
  private ThrowableCalls() {}

  /** Returns what travels with one, in an array of its own; null stands for none. */
  public static Throwable[] copy(Throwable @Nullable [] suppressed) {
    return suppressed == null ? new Throwable[0] : suppressed.clone();
  }

  /** Returns those, and one more. */
  public static Throwable[] with(Throwable @Nullable [] suppressed, Throwable more) {
    Throwable[] before = copy(suppressed);
    Throwable[] all = new Throwable[before.length + 1];
    System.arraycopy(before, 0, all, 0, before.length);
    all[before.length] = more;
    return all;
  }
}
