package coterie.storage;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Versions in an ordered map in memory, and an index beside it for reads of one key. What is in it
 * is gone with the process. A visitor must not write.
 */
public final class MemoryStorage implements Storage {
  private final TreeMap<Bytes, Chain> keys = new TreeMap<>();
  private final KeyIndex index = new KeyIndex();
  private final TreeMap<String, Stamp> marks = new TreeMap<>();

  /** Another one with the same versions and marks, which shares nothing that changes. */
  public MemoryStorage copy() {
    MemoryStorage copy = new MemoryStorage();
    copy.keys.putAll(keys);
    copy.keys.replaceAll((key, chain) -> chain.copy());
    copy.keys.values().forEach(copy.index::add);
    copy.marks.putAll(marks);
    return copy;
  }

  /** All versions and marks, as one batch that would fill an empty storage with them. */
  public Batch content() {
    List<Version> versions = new ArrayList<>();
    versions(Bytes.none(), null, versions::add);
    List<Mark> named = new ArrayList<>();
    marks.forEach((name, stamp) -> named.add(new Mark(name, stamp)));
    return new Batch(versions, List.of(), named);
  }

  @Override
  public void write(Batch batch) {
    for (Version version : batch.added()) {
      add(version);
    }
    for (Place place : batch.removed()) {
      remove(place);
    }
    for (Mark mark : batch.marks()) {
      marks.put(mark.name(), mark.stamp());
    }
  }

  private void add(Version version) {
    int hash = KeyIndex.hash(version.key());
    Chain chain = index.find(version.key(), hash);
    if (chain == null) {
      chain = new Chain(version.key(), hash, version.stamp().node());
      index.add(chain);
      keys.put(chain.key, chain);
    }
    chain.add(version);
  }

  private void remove(Place place) {
    Chain chain = find(place.key());
    if (chain != null) {
      chain.remove(place.stamp());
      if (chain.isEmpty()) {
        index.remove(chain);
        keys.remove(chain.key);
      }
    }
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    Chain chain = find(key);
    return chain == null ? null : chain.at(at);
  }

  private @Nullable Chain find(Bytes key) {
    return index.find(key, KeyIndex.hash(key));
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    for (Chain chain : range(from, to)) {
      Version found = chain.at(at);
      if (found != null && !visitor.visit(found)) {
        return;
      }
    }
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    for (Chain chain : range(from, to)) {
      if (!chain.visit(visitor)) {
        return;
      }
    }
  }

  @Override
  public @Nullable Stamp mark(String name) {
    return marks.get(name);
  }

  private Collection<Chain> range(Bytes from, @Nullable Bytes to) {
    if (to == null) {
      return keys.tailMap(from, true).values();
    }
    return from.compareTo(to) < 0 ? keys.subMap(from, true, to, false).values() : List.of();
  }
}
