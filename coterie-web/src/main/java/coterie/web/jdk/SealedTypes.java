package coterie.web.jdk;

import org.jspecify.annotations.Nullable;

/** Which types a sealed type permits. The compiler for the browser writes the body. */
final class SealedTypes {
  private SealedTypes() {}

  static native Class<?> @Nullable [] members(Class<?> type);
}
