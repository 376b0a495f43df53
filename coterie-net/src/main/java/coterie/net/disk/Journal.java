package coterie.net.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes saves to several files of a node durable in their order, with one wait for the disk. They
 * go one after the other into a file of their own; what each of the others is owed is written there
 * later, and then this file is deleted. After a crash the next life pays what is still owed: to add
 * a batch again, or to set a value again, changes nothing. So whenever the crash came, the files
 * are as after some number of the saves, all in their order; with a wait for each file in turn, a
 * later save to one of them could outlive an earlier save to another.
 *
 * <p>A node with one file never has a journal. To be used by the thread of the disk.
 */
public final class Journal {
  /** A save that belongs into that file. */
  static final class Entry {
    final DurableTarget where;
    final String place;
    final byte[] value;

    Entry(DurableTarget where, String place, byte[] value) {
      this.where = where;
      this.place = place;
      this.value = value;
    }
  }

  private record Owed(DurableTarget where, List<byte[]> values) {}

  public static final String NAME = "saves.journal";

  /** By then it pays what is owed. */
  private static final long LONG_BYTES = 1 << 20;

  private final Path folder;
  private final SortedMap<String, Owed> owed = new TreeMap<>();
  private StorageFile file;
  private long bytes;

  Journal(Path folder) {
    this.folder = folder;
    this.file = new StorageFile(folder.resolve(NAME));
  }

  /** Whether nothing is owed, so that a file may be written by itself. */
  boolean isEmpty() {
    return bytes == 0;
  }

  boolean isLong() {
    return bytes > LONG_BYTES;
  }

  /** All of it is durable when this returns. */
  void write(List<Entry> entries) throws IOException {
    file.write(entries.stream().map(Journal::bytes).toList());
    for (Entry one : entries) {
      bytes += one.value.length + one.place.length();
      owed.computeIfAbsent(one.place, place -> new Owed(one.where, new ArrayList<>()))
          .values
          .add(one.value);
    }
  }

  /** Writes to each file what it is owed, and begins anew. */
  void settle() throws IOException {
    if (isEmpty()) {
      return;
    }
    for (Owed one : owed.values()) {
      one.where.write(one.values);
    }
    file.close();
    delete(folder);
    owed.clear();
    bytes = 0;
    file = new StorageFile(folder.resolve(NAME));
  }

  /** Before a later save goes elsewhere, nobody must find this one any more. */
  private static void delete(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(NAME));
    DurableTarget.syncFolder(folder);
  }

  private static byte[] bytes(Entry entry) {
    byte[] name = entry.place.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + name.length + entry.value.length)
        .putInt(name.length)
        .put(name)
        .put(entry.value)
        .array();
  }

  /** Lets the files of a node that has ended hold all that was saved. */
  static void recover(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(NAME))) {
      return;
    }
    for (var owed : read(folder).entrySet()) {
      Path path = folder.resolve(owed.getKey());
      if (owed.getKey().endsWith(DurableTarget.STABLE)) {
        StableFile.replace(path, owed.getValue().getLast());
      } else {
        StorageFile storage = new StorageFile(path);
        storage.read(batch -> {});
        storage.write(owed.getValue());
        storage.close();
      }
    }
    delete(folder);
  }

  /** The newest content that is owed to that file; null if none is. */
  static byte @Nullable [] last(Path folder, String place) {
    List<byte[]> values = Files.exists(folder.resolve(NAME)) ? read(folder).get(place) : null;
    return values == null ? null : values.getLast();
  }

  /** What follows the last whole record was never durable. */
  private static SortedMap<String, List<byte[]>> read(Path folder) {
    SortedMap<String, List<byte[]>> read = new TreeMap<>();
    long unused =
        new StorageFile(folder.resolve(NAME))
            .items(
                (bytes, from, to) -> {
                  int begin = from + Integer.BYTES;
                  int length = ByteBuffer.wrap(bytes).getInt(from);
                  String place = new String(bytes, begin, length, StandardCharsets.UTF_8);
                  read.computeIfAbsent(place, any -> new ArrayList<>())
                      .add(Arrays.copyOfRange(bytes, begin + length, to));
                });
    return read;
  }
}
