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
  static final int BYTES_MAX = 512;

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
          "name, address and tags of a member take at most %d characters".formatted(BYTES_MAX));
    }
  }

  static boolean fits(String name, Bytes address, List<Tag> tags) {
    long size = (long) name.length() + address.size();
    for (Tag tag : tags) {
      size += 2L + tag.key().length() + tag.value().length();
    }
    return size <= BYTES_MAX;
  }
}
