package coterie.net.disk;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage.Batch;
import coterie.core.Version;
import coterie.net.Keeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saves to a value and to a storage in turn, and a crash at any moment. */
class JournalTest {
  private static final String VALUE = "keeper-value.stable";
  private static final String VERSIONS = "keeper-versions.storage";
  private static final long GROUPS = 4;

  @TempDir private Path folder;

  private static List<Journal.Entry> group(
      StableFile<Keeper.Value> value, StorageFile file, long n) {
    Version version =
        Version.of(Bytes.utf8("key"), new Stamp(n, new NodeId(1)), Bytes.of(new byte[5]));
    return List.of(
        new Journal.Entry(value, VALUE, value.bytes(new Keeper.Value(n))),
        new Journal.Entry(file, VERSIONS, StorageFile.bytes(Batch.adding(List.of(version)))));
  }

  /** A folder with a journal of so many groups, of which some are in the files already. */
  private Path crashed(String name, long settled, long groups, boolean isHalfSettled)
      throws IOException {
    Path data = Files.createDirectory(folder.resolve(name));
    StableFile<Keeper.Value> value = new StableFile<>(data.resolve(VALUE), Keeper.Value.class);
    StorageFile versions = new StorageFile(data.resolve(VERSIONS));
    Journal journal = new Journal(data);
    for (long n = 1; n <= groups; n++) {
      journal.write(group(value, versions, n));
      if (n == settled) {
        journal.settle();
      }
    }
    if (isHalfSettled) {
      value.write(List.of(value.bytes(new Keeper.Value(groups))));
    }
    return data;
  }

  private static long value(Path data) {
    Keeper.Value value = new StableFile<>(data.resolve(VALUE), Keeper.Value.class).read();
    return value == null ? 0 : value.number();
  }

  private static long versions(Path data) {
    List<Long> read = new ArrayList<>(List.of(0L));
    long unused =
        new StorageFile(data.resolve(VERSIONS))
            .read(batch -> batch.added().forEach(version -> read.add(version.stamp().time())));
    return read.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  @Test
  void whereverTheJournalEndsTheFilesAreAsAfterSomeOfTheSaves() throws IOException {
    Path first = crashed("whole", 2, GROUPS, false);
    byte[] whole = Files.readAllBytes(first.resolve(Journal.NAME));
    for (int length = 0; length <= whole.length; length++) {
      Path data = Files.createDirectory(folder.resolve("cut-" + length));
      for (String name : List.of(VALUE, VERSIONS)) {
        Files.copy(first.resolve(name), data.resolve(name));
      }
      Files.write(data.resolve(Journal.NAME), Arrays.copyOf(whole, length));
      Journal.recover(data);
      assertThat(value(data)).as("%d bytes", length).isEqualTo(versions(data)).isBetween(2L, 4L);
    }
    assertThat(value(folder.resolve("cut-" + whole.length))).isEqualTo(GROUPS);
  }

  @Test
  void crashBetweenTwoFilesIsMadeGood() throws IOException {
    Path data = crashed("half", 0, GROUPS, true);
    assertThat(value(data)).isEqualTo(GROUPS);
    assertThat(versions(data)).isZero();
    Journal.recover(data);
    assertThat(value(data)).isEqualTo(GROUPS).isEqualTo(versions(data));
    Journal.recover(data);
    assertThat(value(data)).isEqualTo(GROUPS);
  }
}
