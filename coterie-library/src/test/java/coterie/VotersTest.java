package coterie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.net.disk.StableFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What voters need, and what happens to one that has forgotten its vote. */
class VotersTest {
  @TempDir Path folder;

  private Path ballot(String name) {
    return folder.resolve(name).resolve("raft-ballot.stable");
  }

  @Test
  void aVoterWithoutADataDirectoryRefuses() {
    assertThatThrownBy(() -> Coterie.join(c -> Cluster.quick(c).name("a").voters("a")))
        .isInstanceOfSatisfying(
            JoinException.class,
            e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.BAD_DATA))
        .hasMessage(
            "a is a voter, and a voter needs a folder that outlives it: give it one with"
                + " data(...)");
  }

  @Test
  void withoutVotersThereIsNothingToLock() {
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("a"))) {
      assertThatThrownBy(() -> node.leadership("x"))
          .hasMessage(
              "a leadership needs voters: list the same ones with voters(...) on all nodes");
    }
  }

  @Test
  void aVoterKeepsItsVoteAndItsIncarnationGrows() throws Exception {
    long first;
    long token;
    try (Coterie node = only(false)) {
      first = node.incarnation();
      token = node.leadership("x").await(Cluster.LONG);
      assertThat(node.health().isGood()).isTrue();
    }
    try (Coterie node = only(false)) {
      assertThat(node.incarnation()).isGreaterThan(first);
      assertThat(node.leadership("x").await(Cluster.LONG)).isGreaterThan(token);
    }
  }

  @Test
  void aVoterWhoseVoteIsMissingDoesNotVote() throws Exception {
    only(false).close();
    Files.delete(ballot("a"));
    assertDoesNotVote();
  }

  @Test
  void aVoterWhoseVoteIsTornDoesNotVote() throws Exception {
    only(false).close();
    Files.write(ballot("a"), new byte[] {1, 2, 3});
    assertDoesNotVote();
    assertThat(folder.resolve("a").resolve("raft-ballot.stable.torn")).exists();
    assertDoesNotVote();
  }

  private void assertDoesNotVote() throws Exception {
    try (Coterie node = only(false)) {
      assertThat(node.health().mayVote()).isFalse();
      assertThatThrownBy(() -> node.lock("x").acquire(Duration.ofMillis(700)))
          .hasMessageContaining("no leader of the voters was reached");
    }
  }

  /** As after its disk was replaced: nothing is left, but an operator knows better. */
  @Test
  void aVoterThatIsReadmittedIntoAnEmptyDirectoryDoesNotVoteAtOnce() throws Exception {
    try (Coterie node = only(true)) {
      assertThat(node.health().mayVote()).isFalse();
      assertThat(ballot("a")).doesNotExist();
    }
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Coterie.readmitVoter(empty);
    try (Coterie node = Coterie.join(c -> Cluster.quick(c).name("a").voters("a").data(empty))) {
      assertThat(node.health().mayVote()).isFalse();
    }
  }

  private Coterie only(boolean readmit) {
    return Coterie.join(
        c -> Cluster.quick(c).name("a").voters("a").data(folder.resolve("a")).readmit(readmit));
  }

  @Test
  void aVoterThatIsReadmittedVotesAgainOnceItHasHeardTheLeader() throws Exception {
    try (Cluster cluster = Cluster.separate()) {
      cluster.joinVoters(folder);
      Cluster.await("there is a leader", () -> cluster.named("c").hasQuorum());
      cluster.named("c").close();
      Files.delete(ballot("c"));
      Coterie.readmitVoter(folder.resolve("c"));
      Coterie c = cluster.join("c", more -> voter(more, "c"));
      assertThat(c.health().mayVote()).isFalse();
      Cluster.await("it votes again", () -> c.health().mayVote());
      assertThat(ballot("c")).exists();
      cluster.named("a").close();
      c.lock("x").acquire(Cluster.LONG).close();
    }
  }

  private void voter(Config.Builder builder, String name) {
    builder.voters("a", "b", "c").data(folder.resolve(name));
  }

  /** On Linux a process loses its locks of a file when it closes that file anywhere. */
  @Test
  void aNodeThatIsRefusedADirectoryDoesNotOpenItToOtherProcesses() throws Exception {
    Path lock = folder.resolve("a").resolve("in-use");
    try (Coterie node = only(false)) {
      assertThat(Latecomer.gets(lock)).isFalse();
      assertThatThrownBy(() -> only(false).close()).hasMessageContaining("is in use");
      assertThat(Latecomer.gets(lock)).isFalse();
      assertThat(node.isOpen()).isTrue();
    }
    assertThat(Latecomer.gets(lock)).isTrue();
  }

  @Test
  void incarnationsGrowThoughTheClockIsSetBack() throws Exception {
    long ahead = System.currentTimeMillis() + 3_600_000;
    new StableFolder(folder.resolve("a"))
        .write("node", "life", Memory.class, new Memory("test", "a", ahead, false));
    try (Coterie node = only(false)) {
      assertThat(node.incarnation()).isEqualTo(ahead + 1);
    }
    try (Coterie node = only(false)) {
      assertThat(node.incarnation()).isEqualTo(ahead + 2);
    }
  }

  @Test
  void aDirectoryIsForOneNodeAtATimeAndForOneName() throws IOException {
    try (Coterie node = only(false)) {
      assertThatThrownBy(() -> only(false).close())
          .isInstanceOfSatisfying(
              JoinException.class,
              e -> assertThat(e.reason()).isEqualTo(JoinException.Reason.BAD_DATA))
          .hasMessageContaining("is in use by another node");
      assertThat(node.isOpen()).isTrue();
    }
    assertThatThrownBy(
            () ->
                Coterie.join(c -> Cluster.quick(c).name("b").voters("a").data(folder.resolve("a")))
                    .close())
        .hasMessageContaining("belongs to the node a of the cluster test, not to b of test");
  }
}
