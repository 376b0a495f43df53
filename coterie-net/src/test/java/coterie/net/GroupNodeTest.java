package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.net.disk.StableFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of a fixed group: their lives, what they keep, and whom they refuse. */
class GroupNodeTest {
  private static final NodeId ONE = new NodeId(1);
  private static final NodeId TWO = new NodeId(2);
  private static final long SECONDS = 60;

  /** Shows which life it is told, and throws when it is asked to. */
  public static final class Witness implements Protocol<Talk.Msg> {
    private final Context<Talk.Msg> context;

    Witness(Context<Talk.Msg> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Talk.Msg message) {
      throw new IllegalStateException("told to fail");
    }

    long life() {
      return context.incarnation();
    }

    void provoke(NodeId who) {
      context.send(who, new Talk.Remark(1));
    }
  }

  @TempDir private Path folder;
  private final List<GroupNode> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(GroupNode::close);
  }

  private static String[] lines(int members) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    String[] lines = new String[members];
    for (int i = 0; i < members; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      lines[i] = "%d 127.0.0.1:%d".formatted(i + 1, sockets.get(i).getLocalPort());
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return lines;
  }

  private GroupNode open(GroupList group, NodeId self, String data) throws IOException {
    return open(GroupNode.of(group, self).data(folder.resolve(data)), "keeper");
  }

  private GroupNode open(GroupNode.Builder plan, String stack) throws IOException {
    GroupNode node =
        plan.open(
            stack,
            it -> {
              it.add("keeper", Keeper.Msg.class, Keeper::new);
              it.add("witness", Talk.Msg.class, Witness::new);
            });
    opened.add(node);
    return node;
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void nodeComesBackInItsNextLifeWithWhatItHadSaved() throws Exception {
    GroupList group = GroupList.of(lines(1));
    GroupNode first = open(group, ONE, "data");
    assertThat(first.life()).isEqualTo(1);
    get(first.tell(Keeper.class, "save 7", keeper -> keeper.save(7)));
    first.close();
    GroupNode second = open(group, ONE, "data");
    assertThat(get(second.read(Witness.class, Witness::life))).isEqualTo(2);
    assertThat(get(second.read(Keeper.class, Keeper::value))).isEqualTo(new Keeper.Value(7));
  }

  @Test
  void answerComesWhenWhatWasSavedIsDurable() throws Exception {
    GroupNode node = open(GroupList.of(lines(1)), ONE, "data");
    Keeper.Value value = new Keeper.Value(9);
    long answer = get(node.call(Keeper.class, "save 9", keeper -> saved(keeper, 9)));
    assertThat(answer).isEqualTo(9);
    StableFolder kept = new StableFolder(folder.resolve("data"));
    assertThat(kept.read("keeper", "value", Keeper.Value.class)).isEqualTo(value);
  }

  private static long saved(Keeper keeper, long number) {
    keeper.save(number);
    return number;
  }

  @Test
  void twinAndLostFolderAreRefused() throws Exception {
    String[] lines = lines(3);
    GroupList group = GroupList.of(lines[0], lines[1]);
    GroupList moved = GroupList.of(lines[0], lines[2].replaceFirst("3", "2"));
    open(group, ONE, "1");
    GroupNode two = open(group, TWO, "2");
    assertThatThrownBy(() -> open(group, TWO, "2")).hasMessageContaining("is in use by another");
    assertThatThrownBy(() -> open(group, TWO, "other")).hasMessageContaining("cannot listen on");
    assertThatThrownBy(() -> open(moved, TWO, "other"))
        .hasMessageContaining("the others know life 1 of P2, and the data folder")
        .hasMessageContaining("another P2 runs, or what it had saved is lost");
    two.close();
    for (int i = 0; i < 2; i++) { // The second attempt is no later life than the first.
      assertThatThrownBy(() -> open(group, TWO, "other")).hasMessageContaining("know life 1 of P2");
    }
    List<String> warnings = new ArrayList<>();
    GroupNode again =
        open(
            GroupNode.of(group, TWO)
                .data(folder.resolve("other"))
                .mayHaveForgotten(true)
                .warn(warnings::add),
            "keeper");
    assertThat(again.life()).isEqualTo(2);
    assertThat(warnings).singleElement().asString().contains("starts without what it had saved");
  }

  @Test
  void memberOfAnotherListOrAnotherProtocolIsRefused() throws Exception {
    String[] lines = lines(3);
    GroupList group = GroupList.of(lines);
    open(group, ONE, "1");
    GroupList shorter = GroupList.of(lines[0], lines[1]);
    assertThatThrownBy(() -> open(shorter, TWO, "2"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("P2 has another list of members; give all members the same");
    GroupNode.Builder plan = GroupNode.of(group, TWO).data(folder.resolve("3"));
    assertThatThrownBy(() -> open(plan, "other"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("P2 runs other, and this group runs keeper");
  }

  @Test
  void folderOfAnotherNodeIsRefused() throws Exception {
    GroupList group = GroupList.of(lines(2));
    open(group, ONE, "1").close();
    assertThatThrownBy(() -> open(group, TWO, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("belongs to P1 of keeper in the cluster coterie, not to P2");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(() -> open(group, TWO, "file"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the data folder %s is a file".formatted(file));
    Path torn = folder.resolve("1").resolve("node-life.stable");
    Files.write(torn, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> open(group, ONE, "1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(torn.getFileName().toString());
    assertThatThrownBy(() -> GroupNode.of(group, new NodeId(9)))
        .hasMessageContaining("the group has no P9; its members are P1, P2");
  }

  @Test
  void nodeWhoseProtocolFailsStopsAndSaysSo() throws Exception {
    GroupList group = GroupList.of(lines(2));
    CompletableFuture<String> why = new CompletableFuture<>();
    GroupNode one =
        open(
            GroupNode.of(group, ONE).onStop((sentence, cause) -> why.complete(sentence)), "keeper");
    GroupNode two = open(group, TWO, "2");
    get(two.tell(Witness.class, "provoke 1", witness -> witness.provoke(ONE)));
    assertThat(get(why)).contains("a protocol of P1 has failed", "told to fail");
    get(one.closed());
    assertThatThrownBy(() -> get(one.read(Witness.class, Witness::life)))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("P1 is closed");
    assertThat(two.isOpen()).isTrue();
  }

  @Test
  void nodeWithoutAFolderComesBackAboveItsEarlierLives() throws Exception {
    GroupList group = GroupList.of(lines(2));
    open(group, ONE, "1");
    for (long life = 1; life <= 3; life++) {
      GroupNode two = open(GroupNode.of(group, TWO), "keeper");
      assertThat(get(two.read(Witness.class, Witness::life))).isEqualTo(life);
      two.close();
    }
  }

  @Test
  void hostThatIsNotKnownYetKeepsNobodyFromStarting() throws Exception {
    String own = lines(1)[0];
    CompletableFuture<String> warning = new CompletableFuture<>();
    GroupList group = GroupList.of(own, "2 nowhere.invalid:7101");
    GroupNode node = open(GroupNode.of(group, ONE).warn(warning::complete), "keeper");
    assertThat(node.isOpen()).isTrue();
    assertThat(get(warning)).contains("the host of P2, nowhere.invalid:7101, is not known here");
    assertThatThrownBy(() -> open(GroupNode.of(group, TWO), "keeper"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the host nowhere.invalid is not known here");
  }
}
