package coterie.storage;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Versions in an ordered map in memory. What is in it is gone with the process. */
public final class MemoryStorage implements Storage {
  private final TreeMap<Bytes, NavigableMap<Stamp, Version>> keys = new TreeMap<>();
  private final TreeMap<String, Stamp> marks = new TreeMap<>();

  /** Another one with the same versions and marks. */
  public MemoryStorage copy() {
    MemoryStorage copy = new MemoryStorage();
    keys.forEach((key, versions) -> copy.keys.put(key, new TreeMap<>(versions)));
    copy.marks.putAll(marks);
    return copy;
  }

  @Override
  public void write(Batch batch) {
    for (Version version : batch.added()) {
      keys.computeIfAbsent(version.key(), key -> new TreeMap<>(Collections.reverseOrder()))
          .put(version.stamp(), version);
    }
    for (Place place : batch.removed()) {
      NavigableMap<Stamp, Version> versions = keys.get(place.key());
      if (versions != null && versions.remove(place.stamp()) != null && versions.isEmpty()) {
        keys.remove(place.key());
      }
    }
    batch.marks().forEach(mark -> marks.put(mark.name(), mark.stamp()));
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    NavigableMap<Stamp, Version> versions = keys.get(key);
    Map.Entry<Stamp, Version> found = versions == null ? null : versions.ceilingEntry(at);
    return found == null ? null : found.getValue();
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    for (NavigableMap<Stamp, Version> versions : range(from, to).values()) {
      Map.Entry<Stamp, Version> found = versions.ceilingEntry(at);
      if (found != null && !visitor.visit(found.getValue())) {
        return;
      }
    }
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    for (NavigableMap<Stamp, Version> versions : range(from, to).values()) {
      for (Version version : versions.values()) {
        if (!visitor.visit(version)) {
          return;
        }
      }
    }
  }

  @Override
  public @Nullable Stamp mark(String name) {
    return marks.get(name);
  }

  private NavigableMap<Bytes, NavigableMap<Stamp, Version>> range(Bytes from, @Nullable Bytes to) {
    return to == null
        ? keys.tailMap(from, true)
        : from.compareTo(to) >= 0 ? new TreeMap<>() : keys.subMap(from, true, to, false);
  }
}
