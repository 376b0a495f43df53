package coterie.lab.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketKernelTest extends KernelContract {
  @TempDir Path folder;

  @Override
  Engine open() throws Exception {
    return new SocketEngine(Files.createTempDirectory(folder, "engine"));
  }

  /** In virtual time it takes no time, so nothing can come in between. */
  @Test
  void messageToOneselfIsNotForAnEndedLifeOrTheNext() {
    engine.start(ONE);
    engine.atOnce(
        () -> {
          engine.call("self:late");
          engine.crash();
        });
    engine.start(ONE);
    engine.deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "called act self:late",
        "sent 0 late",
        "handled 0",
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }
}
