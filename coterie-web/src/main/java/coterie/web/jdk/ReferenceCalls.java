package coterie.web.jdk;

import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Reference} that the browser's class library lacks. */
public final class ReferenceCalls {
  private ReferenceCalls() {}

  /** Returns whether the reference leads to that very object. */
  @SuppressWarnings("ReferenceEquality") // That very object, and not one that equals it.
  public static boolean refersTo(Reference<?> reference, @Nullable Object object) {
    return reference.get() == object;
  }
}
