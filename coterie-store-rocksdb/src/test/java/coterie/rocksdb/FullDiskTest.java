package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.core.Bytes;
import coterie.core.Version;
import coterie.storage.StorageException;
import coterie.testkit.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk loses nothing that was acknowledged. It is a small one in memory, made for this. */
class FullDiskTest {
  @TempDir private Path parent;
  private Path disk;
  private boolean isMounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(parent.resolve("disk"));
    isMounted =
        Shell.tries("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", disk.toString()).isGood();
    assumeTrue(isMounted, "skipped: a small disk can be mounted by root alone");
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      Shell.run("umount", disk.toString());
    }
  }

  @Test
  void whatWasAcknowledgedStaysAndSpaceHelps() throws IOException {
    Path ballast = disk.resolve("ballast");
    Files.write(ballast, new byte[6 << 20]);
    Path folder = disk.resolve("store");
    int written = 0;
    try (RocksStorage storage = RocksStorage.openOrCreate(folder)) {
      StorageException failure = null;
      while (failure == null) {
        try {
          StorageContract.add(storage, version(written));
          written++;
        } catch (StorageException e) {
          failure = e;
        }
      }
      assertThat(failure).hasMessageContaining("no space left").hasMessageNotContaining("\n");
      assertThat(written).isGreaterThan(10);
      requireAll(storage, written);
      Files.delete(ballast);
      int next = written;
      assertThatThrownBy(() -> StorageContract.add(storage, version(next)))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("must be opened again");
      requireAll(storage, written);
    }
    try (RocksStorage storage = RocksStorage.open(folder)) {
      requireAll(storage, written);
      StorageContract.add(storage, version(written + 1));
      requireAll(storage, written);
    }
  }

  /** There is not even room to begin. */
  @Test
  void fullDiskIsToldWhenOpening() throws IOException {
    Path folder = disk.resolve("store");
    RocksStorage.openOrCreate(folder).close();
    fill(disk.resolve("ballast"));
    assertThatThrownBy(() -> RocksStorage.open(folder))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("no space left");
    assertThatThrownBy(() -> RocksStorage.openOrCreate(disk.resolve("other")))
        .isInstanceOf(StorageException.class);
    Files.delete(disk.resolve("ballast"));
    RocksStorage.open(folder).close();
    RocksStorage.openOrCreate(disk.resolve("other")).close();
  }

  private static void fill(Path file) {
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[512]);
      }
    } catch (IOException e) {
      // It is full.
    }
  }

  private static void requireAll(RocksStorage storage, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(storage.newest(version(i).key(), StorageContract.LAST)).isEqualTo(version(i));
    }
  }

  private static Version version(int number) {
    return Version.of(
        Bytes.utf8("key" + number),
        StorageContract.at(number),
        StorageContract.random(new Random(number), 100_000));
  }
}
