package coterie.member;

import coterie.core.Bytes;
import coterie.wire.Inlined;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a member tells about itself: its name, where it is reached, and a few tags. What others send
 * may be anything: only {@link #checked} looks at it.
 *
 * @param address as the engine understands it; nothing in the simulator
 */
public record Card(String name, Bytes address, List<Tag> tags) implements Inlined {
  /** Larger cards would no longer travel inside a datagram beside others. */
  static final int BYTES_MAX = 600;

  public Card {
    tags = List.copyOf(tags);
  }

  /** Makes the card of a member that is not reached by an address, as in the simulator. */
  public static Card named(String name) {
    return new Card(name, Bytes.none(), List.of());
  }

  public Card withAddress(Bytes newAddress) {
    return new Card(name, newAddress, tags);
  }

  public Card withTags(List<Tag> newTags) {
    return new Card(name, address, newTags);
  }

  /** Returns the card; throws one sentence if no member may have it. */
  public Card checked() {
    Set<String> keys = new TreeSet<>();
    for (Tag tag : tags) {
      if (!keys.add(tag.key())) {
        throw new IllegalArgumentException("two tags have the key " + tag.key());
      }
    }
    if (!fits()) {
      throw new IllegalArgumentException(
          "name, address and tags of a member take at most %d bytes".formatted(BYTES_MAX));
    }
    return this;
  }

  public boolean fits() {
    return size() <= BYTES_MAX;
  }

  /** How many bytes it takes, lengths of its parts included. */
  public long size() {
    long size = 3 + utf8(name) + address.size();
    for (Tag tag : tags) {
      size += 3 + utf8(tag.key()) + utf8(tag.value());
    }
    return size;
  }

  /** The same in every JVM, which the hash of a record need not be. */
  public int digest() {
    int hash = 31 * name.hashCode() + address.hashCode();
    for (Tag tag : tags) {
      hash = 31 * (31 * hash + tag.key().hashCode()) + tag.value().hashCode();
    }
    return hash;
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
