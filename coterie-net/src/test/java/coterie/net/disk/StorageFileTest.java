package coterie.net.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage.Batch;
import coterie.core.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageFileTest {
  @TempDir private Path folder;

  private static Batch batch(int number) {
    Stamp stamp = new Stamp(number, new NodeId(1));
    return new Batch(
        List.of(Version.of(Bytes.utf8("key"), stamp, Bytes.utf8("value " + number))),
        List.of(),
        List.of());
  }

  private Path path() {
    return folder.resolve("storage");
  }

  private void append(Batch... batches) throws IOException {
    StorageFile file = new StorageFile(path());
    file.read(any -> {});
    file.write(Arrays.stream(batches).map(StorageFile::bytes).toList());
    file.close();
  }

  private List<Batch> read() {
    List<Batch> batches = new ArrayList<>();
    new StorageFile(path()).read(batches::add);
    return batches;
  }

  @Test
  void batchesComeBackInOrder() throws IOException {
    assertThat(read()).isEmpty();
    append(batch(1), batch(2));
    append(batch(3));
    assertThat(read()).containsExactly(batch(1), batch(2), batch(3));
  }

  @Test
  void tornRecordIsCutOffWhereverItIsTorn() throws IOException {
    append(batch(1));
    int durable = (int) Files.size(path());
    append(batch(2), batch(3));
    byte[] whole = Files.readAllBytes(path());
    for (int length = 0; length < whole.length; length++) {
      Files.write(path(), Arrays.copyOf(whole, length));
      StorageFile file = new StorageFile(path());
      List<Batch> batches = new ArrayList<>();
      long cut = file.read(batches::add);
      boolean isFirstThere = length >= durable;
      assertThat(batches).isEqualTo(isFirstThere ? List.of(batch(1)) : List.of());
      assertThat(cut).isEqualTo(isFirstThere ? length - durable : length < 4 ? length : length - 4);
      file.write(List.of(StorageFile.bytes(batch(4))));
      file.close();
      assertThat(read()).endsWith(batch(4)).hasSize(isFirstThere ? 2 : 1);
    }
  }

  @Test
  void unfinishedRecordWhosePagesCameOutOfOrderIsCutOff() throws IOException {
    append(batch(1));
    int durable = (int) Files.size(path());
    append(batch(2), batch(3));
    byte[] bytes = Files.readAllBytes(path());
    Arrays.fill(bytes, durable, durable + 20, (byte) 0);
    Files.write(path(), bytes);
    assertThat(read()).containsExactly(batch(1));
  }

  @Test
  void damageBeforeTheLastRecordIsRefused() throws IOException {
    append(batch(1));
    int durable = (int) Files.size(path());
    append(batch(2));
    byte[] whole = Files.readAllBytes(path());
    for (int bit = 0; bit < 8 * durable; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(path(), flipped);
      assertThatThrownBy(this::read).isInstanceOf(StableException.class);
    }
  }

  @Test
  void replacedContentIsAllThereIs() throws IOException {
    append(batch(1), batch(2), batch(3));
    StorageFile file = new StorageFile(path());
    file.read(any -> {});
    file.replace(List.of(StorageFile.bytes(batch(3))));
    file.write(List.of(StorageFile.bytes(batch(4))));
    file.close();
    assertThat(read()).containsExactly(batch(3), batch(4));
  }
}
