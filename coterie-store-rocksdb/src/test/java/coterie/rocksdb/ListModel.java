package coterie.rocksdb;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage.Batch;
import coterie.core.Storage.Mark;
import coterie.core.Storage.Place;
import coterie.core.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All versions in one list, in no order: too simple to be wrong. */
final class ListModel {
  private final List<Version> all = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();

  void write(Batch batch) {
    for (Version version : batch.added()) {
      remove(version.key(), version.stamp());
      all.add(version);
    }
    for (Place place : batch.removed()) {
      remove(place.key(), place.stamp());
    }
    marks.addAll(batch.marks());
  }

  private void remove(Bytes key, Stamp stamp) {
    all.removeIf(v -> v.key().equals(key) && v.stamp().equals(stamp));
  }

  Version newest(Bytes key, Stamp at) {
    return all.stream()
        .filter(v -> v.key().equals(key) && !at.isBefore(v.stamp()))
        .max(Comparator.comparing(Version::stamp))
        .orElse(null);
  }

  List<Version> versions(Bytes from, Bytes to) {
    return all.stream()
        .filter(v -> v.key().compareTo(from) >= 0)
        .filter(v -> to == null || v.key().compareTo(to) < 0)
        .sorted(
            Comparator.comparing(Version::key)
                .thenComparing(Version::stamp, Comparator.reverseOrder()))
        .toList();
  }

  List<Version> scan(Bytes from, Bytes to, Stamp at) {
    return versions(from, to).stream()
        .map(Version::key)
        .distinct()
        .map(key -> newest(key, at))
        .filter(found -> found != null)
        .toList();
  }

  Stamp mark(String name) {
    return marks.stream()
        .filter(mark -> mark.name().equals(name))
        .reduce((first, second) -> second)
        .map(Mark::stamp)
        .orElse(null);
  }
}
