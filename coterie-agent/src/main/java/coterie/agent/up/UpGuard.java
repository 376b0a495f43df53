package coterie.agent.up;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Kills processes that were started here if this one is gone, even if it was killed itself: a shell
 * that hears which ones there are, and acts when it hears nothing any more. A paused process
 * (SIGSTOP) could not watch for that itself.
 */
public final class UpGuard implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT
      all=' '
      while read -r what id; do
        case $what in
          started) all="$all$id " ;;
          ended) all="${all%% $id *} ${all#* $id }" ;;
        esac
      done
      [ "$all" = ' ' ] || kill -KILL $all 2>/dev/null
      """;

  private final @Nullable Process shell;

  public UpGuard() {
    @Nullable Process started;
    try {
      started =
          new ProcessBuilder("sh", "-c", SCRIPT)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      // Where there is no shell, only a killed parent leaves processes behind.
      started = null;
    }
    shell = started;
  }

  public void started(Process process) {
    tell("started " + process.pid());
  }

  public void ended(Process process) {
    tell("ended " + process.pid());
  }

  private synchronized void tell(String line) {
    if (shell == null) {
      return;
    }
    try {
      OutputStream out = shell.getOutputStream();
      out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException e) {
      // It was killed by somebody; what it guards does not depend on it otherwise.
    }
  }

  /** Kills those that have not ended. */
  @Override
  public void close() {
    if (shell != null) {
      try {
        shell.getOutputStream().close();
      } catch (IOException e) {
        shell.destroyForcibly();
      }
    }
  }
}
