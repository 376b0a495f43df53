package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.Version;
import coterie.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDB;

/** A folder that is not a whole store of ours is refused with a sentence, and stays as it is. */
class FolderTest {
  private static final int FLUSHED = 50;
  private static final int LOGGED = 20;

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void name() {
    folder = parent.resolve("store");
  }

  @Test
  void missingAndEmptyFoldersAreTaken() throws IOException {
    RocksStorage.openOrCreate(folder).close();
    assertThat(folder.resolve("COTERIE")).hasContent("coterie store, format 1");
    Path empty = Files.createDirectory(parent.resolve("empty"));
    RocksStorage.openOrCreate(empty).close();
    RocksStorage.open(empty).close();
  }

  @Test
  void openNeverCreates() throws IOException {
    refused(RocksStorage::open, "there is no store in");
    assertThat(folder).doesNotExist();
    Files.createDirectory(folder);
    refused(RocksStorage::open, "there is no store in");
    assertThat(contents()).isEmpty();
  }

  @Test
  void filesOfOthersAreRefused() throws IOException {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("letter.txt"), "dear");
    refused(RocksStorage::openOrCreate, "holds files, but no store");
    refused(RocksStorage::open, "holds files, but no store");
  }

  @Test
  void fileInPlaceOfAFolderIsRefused() throws IOException {
    Files.writeString(folder, "I am a file");
    assertThatThrownBy(() -> RocksStorage.openOrCreate(folder))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("is a file; give a folder");
    assertThat(folder).hasContent("I am a file");
  }

  @Test
  void rocksOfOthersIsRefused() throws Exception {
    Natives.load();
    RocksDB.open(folder.toString()).close();
    refused(RocksStorage::openOrCreate, "a RocksDB that Coterie did not create");
  }

  @Test
  void newerFormatIsRefused() throws IOException {
    fill();
    Files.writeString(folder.resolve("COTERIE"), "coterie store, format 2\n");
    refused(RocksStorage::openOrCreate, "format 2, which a newer Coterie wrote");
    Files.writeString(folder.resolve("COTERIE"), "coterie");
    refused(RocksStorage::openOrCreate, "does not say which format");
  }

  /** The list of files is written first, then its name, then the rest. */
  @Test
  void creationThatWasCutOffIsFinished() throws IOException {
    for (String kept : List.of("COTERIE.new", "COTERIE.new|MANIFEST.*", ".*")) {
      RocksStorage.openOrCreate(folder).close();
      Files.move(folder.resolve("COTERIE"), folder.resolve("COTERIE.new"));
      for (Path file : files()) {
        if (!file.getFileName().toString().matches(kept)) {
          Files.delete(file);
        }
      }
      refused(RocksStorage::open, "there is no store");
      RocksStorage.openOrCreate(folder).close();
      assertThat(folder.resolve("COTERIE")).exists();
      assertThat(folder.resolve("COTERIE.new")).doesNotExist();
    }
  }

  @Test
  void openTwiceIsRefused() {
    try (RocksStorage first = RocksStorage.openOrCreate(folder)) {
      assertThatThrownBy(() -> RocksStorage.open(folder))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("is open already");
      StorageContract.add(first, version(1));
    }
    RocksStorage.open(folder).close();
  }

  @ParameterizedTest
  @CsvSource({
    "MANIFEST, flipped",
    "MANIFEST, halved",
    "MANIFEST, missing",
    "MANIFEST, empty",
    "CURRENT, flipped",
    "CURRENT, empty",
    "CURRENT, missing",
    "EXTENT, flipped",
    ".sst, halved",
    ".sst, missing",
    ".sst, empty",
    ".log, flipped"
  })
  void damageIsRefused(String name, String how) throws IOException {
    fill();
    damage(name, how);
    refused(RocksStorage::open, "cannot open the store");
    refused(RocksStorage::openOrCreate, "cannot open the store");
  }

  @Test
  void damageIsNoLockWhateverTheFolderIsCalled() throws IOException {
    folder = parent.resolve("LOCK");
    fill();
    damage(".sst", "missing");
    refused(RocksStorage::open, "cannot open the store", "damaged");
  }

  /** A block is read only when somebody wants what is in it. */
  @Test
  void flippedBlockIsNoticedWhenItIsRead() throws IOException {
    fill();
    damage(".sst", "flipped");
    try (RocksStorage storage = RocksStorage.open(folder)) {
      assertThatThrownBy(() -> StorageContract.versions(storage, Bytes.none(), null))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("it is damaged");
      assertThatThrownBy(() -> storage.newest(version(FLUSHED / 2).key(), StorageContract.LAST))
          .isInstanceOf(StorageException.class);
    }
  }

  /** Whatever the end of the log is cut to, what lies before the cut is there, in order. */
  @Test
  void tornEndOfTheLogLosesTheEndAlone() throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < 6; round++) {
      folder = parent.resolve("torn" + round);
      fill();
      damage(".log", bytes -> java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      try (RocksStorage storage = RocksStorage.open(folder)) {
        List<Version> found = StorageContract.versions(storage, Bytes.none(), null);
        assertThat(found.size()).isBetween(FLUSHED, FLUSHED + LOGGED - 1);
        for (int i = 0; i < found.size(); i++) {
          assertThat(found.get(i)).isEqualTo(version(i));
        }
      }
    }
  }

  /** Some versions in a table, for opening it again flushes them, and some in the log. */
  private void fill() {
    try (RocksStorage storage = RocksStorage.openOrCreate(folder)) {
      for (int i = 0; i < FLUSHED; i++) {
        StorageContract.add(storage, version(i));
      }
    }
    try (RocksStorage storage = RocksStorage.open(folder)) {
      for (int i = FLUSHED; i < FLUSHED + LOGGED; i++) {
        StorageContract.add(storage, version(i));
      }
    }
  }

  private static Version version(int number) {
    Bytes key = Bytes.utf8("key%03d".formatted(number));
    return Version.of(
        key, StorageContract.at(number), StorageContract.random(new Random(number), 200));
  }

  private void damage(String name, String how) throws IOException {
    damage(
        name,
        switch (how) {
          case "flipped" -> FolderTest::flipped;
          case "halved" -> bytes -> java.util.Arrays.copyOf(bytes, bytes.length / 2);
          case "empty" -> bytes -> new byte[0];
          default -> bytes -> null;
        });
  }

  private static byte[] flipped(byte[] bytes) {
    bytes[bytes.length / 2] ^= 1;
    return bytes;
  }

  private void damage(String name, UnaryOperator<byte[]> how) throws IOException {
    Path file =
        files().stream()
            .filter(path -> path.getFileName().toString().matches(".*" + name + ".*"))
            .filter(path -> path.toFile().length() > 0)
            .reduce((first, second) -> second)
            .orElseThrow();
    byte[] damaged = how.apply(Files.readAllBytes(file));
    Files.delete(file);
    if (damaged != null) {
      Files.write(file, damaged);
    }
  }

  private void refused(UnaryOpener how, String... parts) throws IOException {
    Map<String, Integer> before = contents();
    assertThatThrownBy(() -> how.open(folder))
        .isInstanceOf(StorageException.class)
        .hasMessageContainingAll(parts)
        .hasMessageNotContaining("\n");
    assertThat(contents()).isEqualTo(before);
  }

  private interface UnaryOpener {
    RocksStorage open(Path folder);
  }

  /** All files but RocksDB's diary and its lock. */
  private Map<String, Integer> contents() throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    for (Path file : files()) {
      String name = file.getFileName().toString();
      if (!name.startsWith("LO")) {
        contents.put(name, java.util.Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
