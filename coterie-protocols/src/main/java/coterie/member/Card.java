package coterie.member;

import coterie.core.Bytes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a member tells about itself: its name, where it is reached, and a few tags.
 *
 * @param address as the engine understands it; nothing in the simulator
 */
public record Card(String name, Bytes address, List<Tag> tags) {
  /** Larger cards would no longer travel inside a datagram beside others. */
  static final int BYTES_MAX = 600;

  public Card {
    tags = List.copyOf(tags);
    Set<String> keys = new TreeSet<>();
    for (Tag tag : tags) {
      if (!keys.add(tag.key())) {
        throw new IllegalArgumentException("two tags have the key " + tag.key());
      }
    }
    if (!fits(name, address, tags)) {
      throw new IllegalArgumentException(
          "name, address and tags of a member take at most %d bytes".formatted(BYTES_MAX));
    }
  }

  public static boolean fits(String name, Bytes address, List<Tag> tags) {
    return size(name, address, tags) <= BYTES_MAX;
  }

  /** How many bytes it takes, lengths of its parts included. */
  public static long size(String name, Bytes address, List<Tag> tags) {
    long size = 3 + utf8(name) + address.size();
    for (Tag tag : tags) {
      size += 3 + utf8(tag.key()) + utf8(tag.value());
    }
    return size;
  }

  /** Half a surrogate pair is sent as one byte; counting two for each half is never too little. */
  private static long utf8(String text) {
    long size = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        size += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return size;
  }
}
