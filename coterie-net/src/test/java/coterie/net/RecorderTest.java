package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.recording.Entry;
import coterie.recording.Frames;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording never holds up its node, and is of use however it ended. */
class RecorderTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final NodeId SELF = new NodeId(0);
  private static final Entry.Life LIFE =
      new Entry.Life("test", SELF, 1, "raft", List.of(), List.of(SELF));

  @TempDir Path folder;

  @Test
  void diskThatCannotFollowIsMarkedAndTheNodeGoesOn() throws Exception {
    Path file = folder.resolve("slow");
    Recorder recorder = Recorder.open(file, LIFE, 5);
    lead(recorder);
    List<Entry> entries = entries(file);
    assertThat(recorder.missing()).isPositive();
    assertThat(entries.getLast()).isInstanceOf(Entry.Missing.class);
    assertThat(entries.stream().filter(Entry.Missing.class::isInstance)).hasSize(1);
  }

  @Test
  void fullDiskHarmsNobody() throws Exception {
    Path full = Path.of("/dev/full");
    if (Files.exists(full)) {
      lead(Recorder.open(full, LIFE));
    }
  }

  @Test
  void nextLifeGoesOnBehindTheLastWholeEntry() throws Exception {
    Path file = folder.resolve("lives");
    lead(Recorder.open(file, LIFE));
    int whole = entries(file).size();
    Files.write(file, new byte[] {0, 0, 0, 9, 1, 2}, StandardOpenOption.APPEND);
    lead(Recorder.open(file, LIFE));
    List<Entry> entries = entries(file);
    assertThat(entries.get(whole)).isInstanceOf(Entry.Life.class);
    assertThat(entries.getLast()).isInstanceOf(Entry.Ended.class);
  }

  @Test
  void fileOfAnotherKindIsRefusedAndLeftAlone() throws IOException {
    Path file = Files.writeString(folder.resolve("letter"), "Dear friends,");
    assertThatThrownBy(() -> Recorder.open(file, LIFE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a recording");
    assertThat(file).hasContent("Dear friends,");
  }

  /** Lets a group of one find its leader. */
  private static void lead(Recorder recorder) throws Exception {
    View members = View.numbered(0, 1);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Loop loop = Loop.open("test")) {
      Host host =
          Host.open(
              loop,
              HostConfig.of("test", SELF, any),
              node ->
                  node.add(
                      "raft",
                      Raft.Msg.class,
                      context -> new Raft(context, members, RaftConfig.paper())));
      host.record(recorder);
      host.start().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      while (!host.read(Raft.class, Raft::leads).get(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        assertThat(System.nanoTime()).as("the time").isLessThan(deadline);
        Thread.sleep(10);
      }
      host.close();
    }
  }

  private static List<Entry> entries(Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      Frames frames = new Frames(in);
      for (Entry next = frames.next(); next != null; next = frames.next()) {
        entries.add(next);
      }
    }
    return entries;
  }
}
