package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Blueprint;
import coterie.core.Context;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on sockets, and what only sockets promise. */
class SocketKernelTest extends KernelContract implements SelfMessageContract {
  @TempDir Path folder;

  @Override
  Engine open() throws Exception {
    return new SocketEngine(Files.createTempDirectory(folder, "engine"));
  }

  private SocketEngine sockets() {
    return (SocketEngine) engine();
  }

  /** A later life is another process, which may be of a newer version. */
  @Test
  @Override
  public void everyLifeHasTheSameProtocols() {
    engine().start(ONE);
    engine().crash();
    engine().start(TWO);
    assertThat(engine().isUp()).isTrue();
  }

  @Test
  void messageToAnUnknownNodeIsDropped() {
    engine().start(ONE);
    engine().deliver(0, "lost:x;note:y");
    requireLog(ONE_STARTED, "received 0 lost:x;note:y", "sent 0 x", "noted 0 y", "handled 0");
  }

  @Test
  void answerWaitsForWhatTheCallSaved() {
    engine().start(ONE);
    sockets().ask("save:1;note:after").join();
    assertThat(sockets().told()).contains("held 0 after", "noted 0 after");
  }

  @Test
  void callOfAPausedNodeWaits() {
    engine().start(ONE);
    engine().pause();
    CompletableFuture<Boolean> waiting = sockets().ask("note:x");
    engine().elapse(5);
    assertThat(waiting).isNotDone();
    engine().resume();
    assertThat(waiting.join()).isTrue();
  }

  @Test
  void callThatWaitsWhenTheLifeEndsFails() {
    engine().start(ONE);
    engine().pause();
    CompletableFuture<Boolean> waiting = sockets().ask("note:x");
    engine().crash();
    assertThatThrownBy(waiting::join).hasMessageContaining("is closed");
  }

  @Test
  void valuesThatWouldShareAFileAreRefused() {
    Blueprint sharing =
        node -> {
          node.add("a", Probe.Msg.class, context -> opening(context, "b-c"));
          node.add("a-b", Probe.Msg.class, context -> opening(context, "c"));
        };
    assertThatThrownBy(() -> engine().start(sharing)).hasMessageContaining("would share the file");
  }

  private static Probe opening(Context<Probe.Msg> context, String name) {
    context.stable(name, Probe.Kept.class);
    return new Probe(context);
  }

  /** The ports of a group are open before its nodes start. */
  @Test
  void messageOfAStartWaitsForItsReceiver() {
    engine().start(node -> node.add("a", Probe.Msg.class, Probe.Eager::new));
    requireLog(
        List.of("added a", "sent 0 early", "handled 0", "started"),
        "received 0 early",
        "handled 0");
  }
}
