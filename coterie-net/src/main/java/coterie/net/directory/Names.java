package coterie.net.directory;

import coterie.core.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** From the names that people give to the numbers that protocols use. */
public final class Names {
  private static final int NAME_MAX = 255;

  private Names() {}

  /**
   * Who a node of that name in that cluster is: 64 bits of a SHA-256. That two names of a cluster
   * share them is unlikely, and refused at the greeting.
   */
  public static NodeId id(String cluster, String name) {
    MessageDigest digest = sha256();
    digest.update(utf8("coterie name"));
    digest.update((byte) 0);
    digest.update(utf8(cluster));
    digest.update((byte) 0);
    return new NodeId(ByteBuffer.wrap(digest.digest(utf8(name))).getLong());
  }

  /** A name is 1 to 255 bytes of text without control characters, and is not blank. */
  public static boolean isName(String name) {
    return name.length() <= NAME_MAX
        && !name.isBlank()
        && name.chars().noneMatch(Character::isISOControl)
        && utf8(name).length <= NAME_MAX;
  }

  public static void require(String what, String name) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "a %s needs a name of 1 to %d bytes that is not blank and has no control characters"
              .formatted(what, NAME_MAX));
    }
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
