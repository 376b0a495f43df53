package coterie.web.jdk;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Stream} that the browser's class library lacks. */
public final class StreamCalls {
  private StreamCalls() {}

  /** Returns a stream of that element, and an empty one for null. */
  public static <T> Stream<T> ofNullable(@Nullable T element) {
    return element == null ? Stream.empty() : Stream.of(element);
  }
}
