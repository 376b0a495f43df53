package coterie.store.documents;

import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Limits;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one replica, by name. Each is written to storage whole whenever it has changed,
 * under the number of the save, and what was there before is removed in the same batch.
 */
final class Archive {
  /**
   * Whatever was written can be read again: a replica that was given more than a message holds, in
   * several messages, must still be able to return.
   */
  private static final Codec<Document.Parts> CODEC =
      Codec.of(Document.Parts.class)
          .withLimits(new Limits(Integer.MAX_VALUE, Document.CONTENT_MAX, Integer.MAX_VALUE, 32));

  /** A document, and the number of the save that wrote it. */
  private record Kept(Document document, long save) {}

  private final TreeMap<String, Kept> documents = new TreeMap<>();
  private final Storage storage;
  private final NodeId self;
  private long saves;

  /** With what an earlier life has left. */
  Archive(Context<?> context) {
    this.storage = context.storage("documents");
    this.self = context.self();
    storage.scan(Bytes.none(), null, Stamp.lastOf(Long.MAX_VALUE), this::load);
  }

  private boolean load(Version version) {
    byte[] bytes = new byte[version.value().size()];
    version.value().copyTo(bytes, 0);
    if (!(CODEC.decode(bytes) instanceof Decoded.Value<Document.Parts>(Document.Parts parts))) {
      throw new IllegalStateException(
          "what is stored as document \"%s\" cannot be read".formatted(version.key().text()));
    }
    long save = version.stamp().time();
    saves = Math.max(saves, save);
    documents.put(parts.name(), new Kept(Document.unpacked(parts), save));
    return true;
  }

  int size() {
    return documents.size();
  }

  @Nullable Document find(String name) {
    Kept kept = documents.get(name);
    return kept == null ? null : kept.document;
  }

  /** The document, or what is known of one that was never heard of. */
  Document at(String name) {
    Document found = find(name);
    return found == null ? Document.unwritten(name) : found;
  }

  /** All of them, in the order of their names. */
  List<Document> all() {
    return documents(documents.values());
  }

  /**
   * Those with names after one, up to and including another.
   *
   * @param upTo empty for all to the last one
   */
  List<Document> between(String after, String upTo) {
    if (!upTo.isEmpty() && after.compareTo(upTo) >= 0) {
      return Collections.emptyList();
    }
    NavigableMap<String, Kept> tail = documents.tailMap(after, false);
    return documents((upTo.isEmpty() ? tail : tail.headMap(upTo, true)).values());
  }

  /** Returns up to that many of those with names after the one given. */
  List<Document> page(String after, int size) {
    return documents.tailMap(after, false).values().stream()
        .limit(size)
        .map(Kept::document)
        .toList();
  }

  private static List<Document> documents(Collection<Kept> kept) {
    return kept.stream().map(Kept::document).toList();
  }

  /** What is sent and noted after this waits until it is durable. */
  void save(Document document) {
    Kept before = documents.get(document.name());
    Bytes key = Bytes.utf8(document.name());
    Kept after = new Kept(document, ++saves);
    documents.put(document.name(), after);
    Bytes value = Bytes.of(CODEC.encode(document.packed()));
    List<Version> added = List.of(Version.of(key, stamp(after), value));
    List<Storage.Place> removed =
        before == null ? List.of() : List.of(new Storage.Place(key, stamp(before)));
    storage.write(new Storage.Batch(added, removed, List.of()));
  }

  private Stamp stamp(Kept kept) {
    return new Stamp(kept.save, self);
  }
}
