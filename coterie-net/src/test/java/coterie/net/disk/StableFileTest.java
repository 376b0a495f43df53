package coterie.net.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.net.Keeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StableFileTest {
  @TempDir private Path folder;

  private StableFile<Keeper.Value> file() {
    return new StableFile<>(folder.resolve("deep").resolve("value"), Keeper.Value.class);
  }

  private Path path() {
    return folder.resolve("deep").resolve("value");
  }

  private void save(long number) throws IOException {
    file().write(List.of(file().bytes(new Keeper.Value(number))));
  }

  @Test
  void lastValueComesBack() throws IOException {
    assertThat(file().read()).isNull();
    save(1);
    file().write(List.of(file().bytes(new Keeper.Value(2)), file().bytes(new Keeper.Value(3))));
    assertThat(file().read()).isEqualTo(new Keeper.Value(3));
  }

  @Test
  void everyShorterFileIsTorn() throws IOException {
    save(12345);
    byte[] whole = Files.readAllBytes(path());
    for (int length = 0; length < whole.length; length++) {
      Files.write(path(), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> file().read())
          .isInstanceOf(StableException.class)
          .hasMessageContaining("is torn");
    }
  }

  @Test
  void everyFlippedBitIsNoticed() throws IOException {
    save(12345);
    byte[] whole = Files.readAllBytes(path());
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(path(), flipped);
      assertThatThrownBy(() -> file().read()).isInstanceOf(StableException.class);
    }
  }

  @Test
  void crashBeforeTheRenameLeavesTheOldValue() throws IOException {
    save(1);
    Files.write(path().resolveSibling("value.new"), new byte[] {1, 2, 3});
    assertThat(file().read()).isEqualTo(new Keeper.Value(1));
    save(2);
    assertThat(file().read()).isEqualTo(new Keeper.Value(2));
    assertThat(path().resolveSibling("value.new")).doesNotExist();
  }

  @Test
  void failedWriteLeavesTheOldValue() throws IOException {
    save(1);
    Files.createDirectory(path().resolveSibling("value.new"));
    assertThatThrownBy(() -> save(2)).isInstanceOf(IOException.class);
    assertThat(file().read()).isEqualTo(new Keeper.Value(1));
  }
}
