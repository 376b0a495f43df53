package coterie.lab.campaign;

import coterie.json.JsonText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that tell whether two campaigns came to the same. The digest of a campaign is the sum of
 * those of its parts, so that neither order nor partitioning is anything to it.
 */
public final class Digest {
  private static final long PRIME = 0x100000001b3L;
  private static final long OFFSET = 0xcbf29ce484222325L;

  private Digest() {}

  /** Returns the digest of an object (FNV-1a over its JSON, with its bits mixed). */
  public static long of(Map<String, @Nullable Object> fields) {
    String text = JsonText.of(fields);
    long bits = OFFSET;
    for (int i = 0; i < text.length(); i++) {
      bits = (bits ^ text.charAt(i)) * PRIME;
    }
    bits = (bits ^ (bits >>> 32)) * 0x9e3779b97f4a7c15L;
    return bits ^ (bits >>> 29);
  }

  /** Returns it as sixteen digits. */
  public static String text(long digest) {
    return "%016x".formatted(digest);
  }
}
