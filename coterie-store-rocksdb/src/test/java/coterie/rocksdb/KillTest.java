package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridText;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.storage.StorageException;
import coterie.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed at any moment has lost nothing that it acknowledged. Killing does not
 * empty the page cache, so this says nothing of a missing sync; it does catch who acknowledges what
 * is not handed to the system yet.
 */
class KillTest {
  private static final boolean IS_DEEP = Boolean.getBoolean("coterie.deep");
  private static final int ROUNDS = IS_DEEP ? 200 : 6;

  /** Each is synced, which takes 10 ms and more on a slow disk. */
  private static final int WRITES = IS_DEEP ? 2_000 : 300;

  /** What the process said. */
  private record Acknowledged(int thread, long number, Stamp stamp) {}

  @TempDir private Path folder;

  @Test
  void acknowledgedWritesSurviveKilling() throws Exception {
    Random random = new Random(6);
    Stamp highest = Stamp.FIRST;
    long next = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Acknowledged> said = killed(random, next, "honest");
      for (Acknowledged one : said) {
        assertThat(highest.isBefore(one.stamp())).as("stamps never come again").isTrue();
        next = Math.max(next, one.number() + 1);
      }
      assertThat(lost(said)).as("round " + round).isEmpty();
      highest = said.stream().map(Acknowledged::stamp).max(Stamp::compareTo).orElse(highest);
      // The next life begins behind what this one may have written without saying so.
      next += 1;
    }
    assertThat(next).isGreaterThan(ROUNDS);
  }

  @Test
  void acknowledgingTooEarlyIsCaught() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 20; round++) {
      if (!lost(killed(random, round * 100_000L, "early")).isEmpty()) {
        return;
      }
    }
    throw new AssertionError("nothing was lost");
  }

  @Test
  void storeOfAnotherProcessIsRefusedUntilThatIsGone() throws Exception {
    try (ChildProcess process = start(0, "honest")) {
      read(process.output(), new ArrayList<>(), 2);
      assertThatThrownBy(() -> RocksStorage.open(folder.resolve("store")))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("is open already, here or in another process");
    }
    RocksStorage.open(folder.resolve("store")).close();
  }

  /** Starts the process, kills it, and returns what it had said by then. */
  private List<Acknowledged> killed(Random random, long first, String how) throws Exception {
    List<String> lines = new ArrayList<>();
    try (ChildProcess child = start(first, how)) {
      Process process = child.process();
      BufferedReader out = child.output();
      // Every fourth time it dies while it opens the store.
      boolean isOpening = how.equals("honest") && random.nextInt(4) == 0;
      read(out, lines, isOpening ? 1 : 3 + random.nextInt(WRITES));
      process.waitFor(
          isOpening ? random.nextInt(300_000) : random.nextInt(500), TimeUnit.MICROSECONDS);
      // The process itself would close the pipe, with what is still in it.
      process.toHandle().destroyForcibly();
      read(out, lines, Integer.MAX_VALUE);
    }
    return acknowledged(lines);
  }

  private ChildProcess start(long first, String how) throws IOException {
    List<String> options =
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-Dcoterie.native=" + System.getProperty("coterie.native"));
    List<String> words = List.of(folder.resolve("store").toString(), Long.toString(first), how);
    return new ChildProcess(
        new ProcessBuilder(ChildProcess.java(options, Victim.class.getName(), words))
            .redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  private static void read(BufferedReader out, List<String> lines, int count) throws IOException {
    for (String line = ""; line != null && lines.size() < count; ) {
      line = out.readLine();
      if (line != null) {
        lines.add(line);
      }
    }
  }

  private static List<Acknowledged> acknowledged(List<String> lines) {
    List<Acknowledged> all = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      // The last line may be cut off.
      if (words.length == 3 && words[2].matches(".*@P0")) {
        all.add(
            new Acknowledged(
                Integer.parseInt(words[0]),
                Long.parseLong(words[1]),
                HybridText.parseStamp(words[2])));
      }
    }
    return all;
  }

  /** What was acknowledged and is not there, and pairs of which one half is there. */
  private List<String> lost(List<Acknowledged> said) {
    List<String> lost = new ArrayList<>();
    if (said.isEmpty()) {
      return lost;
    }
    try (EmbeddedStore store = EmbeddedStore.open(folder.resolve("store"))) {
      for (Acknowledged one : said) {
        Version left = store.get(Victim.key("left", one.thread(), one.number()));
        Version right = store.get(Victim.key("right", one.thread(), one.number()));
        boolean isThere = left != null && number(left) >= one.number();
        boolean isWhole =
            left != null
                && right != null
                && left.stamp().equals(right.stamp())
                && left.value().equals(right.value());
        if (!isThere || !isWhole) {
          lost.add(one + ": " + left + ", " + right);
        }
      }
    }
    return lost;
  }

  private static long number(Version version) {
    return Long.parseLong(version.value().text());
  }
}
