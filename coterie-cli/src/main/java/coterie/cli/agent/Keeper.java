package coterie.cli.agent;

import coterie.agent.Client;
import coterie.agent.EventReader;
import coterie.agent.RefusedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command while the agent holds something for it. The command is ended when that is lost,
 * when the agent is silent for most of the time for which it is sure, and when this process ends.
 */
final class Keeper {
  /** The agent says something twice a second while one waits. */
  private static final long SILENCE_MILLIS = 5_000;

  private static final long RENEWAL_MILLIS = 2_000;

  /** How long a command that has to end may take, at most. */
  private static final long GRACE_MILLIS = 3_000;

  /** What is kept, for a sentence and for the command's environment. */
  record Prize(String what, String variable, String name) {}

  private final Client client;
  private final Prize prize;
  private final List<String> command;
  private final PrintWriter err;
  private final Guard guard = new Guard();
  private final AtomicReference<@Nullable Integer> code = new AtomicReference<>();
  private volatile @Nullable Child child;
  private volatile @Nullable String session;
  private volatile boolean isEnding;

  Keeper(Client client, Prize prize, List<String> command, PrintWriter err) {
    this.client = client;
    this.prize = prize;
    this.command = command;
    this.err = err;
  }

  /**
   * Waits, and runs the command.
   *
   * @param isAgain whether to wait again after a loss, and run the command anew
   * @return the exit code of the command
   */
  int run(String path, boolean isAgain) throws IOException {
    Thread hook = new Thread(this::close);
    Runtime.getRuntime().addShutdownHook(hook);
    try (EventReader stream = client.follow("POST", path)) {
      return follow(stream, isAgain);
    } finally {
      close();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // This process ends already, and the hook runs.
      }
    }
  }

  private int follow(EventReader stream, boolean isAgain) throws IOException {
    stream.silenceMax(SILENCE_MILLIS);
    try {
      while (true) {
        EventReader.Event event = stream.next();
        switch (event.kind()) {
          case "waiting" -> {
            session = String.valueOf(event.data().get("session"));
            Thread.ofVirtual().start(this::renew);
          }
          case "gained" -> {
            start(event.number("token"), stream);
            sure(stream, event.number("leftMillis"));
          }
          case "left" -> sure(stream, event.number("leftMillis"));
          case "lost" -> {
            lost();
            stream.silenceMax(SILENCE_MILLIS);
            if (!isAgain) {
              return 1;
            }
          }
          case "refused" -> throw new RefusedException(String.valueOf(event.data().get("error")));
          default -> {}
        }
      }
    } catch (SocketTimeoutException e) {
      return broken("the agent is silent", e);
    } catch (RefusedException e) {
      throw e;
    } catch (IOException e) {
      Integer ended = code.get();
      return ended != null ? ended : broken("the agent is gone", e);
    }
  }

  /** Two thirds of the time may pass in silence; the rest is for the command to end. */
  private static void sure(EventReader stream, long leftMillis) throws IOException {
    stream.silenceMax(Math.max(1, leftMillis * 2 / 3));
  }

  private int broken(String why, IOException cause) throws IOException {
    boolean ran = child != null;
    endChild();
    // The agent notices that the stream has ended. To ask it for anything would only take time.
    session = null;
    String sentence =
        "%s, so %s %s may be lost%s"
            .formatted(why, prize.what(), prize.name(), ran ? "; the command was ended" : "");
    throw cause instanceof EOFException ? new EOFException(sentence) : new IOException(sentence);
  }

  private void start(long token, EventReader stream) throws IOException {
    Map<String, String> variables =
        Map.of(prize.variable(), prize.name(), prize.variable() + "_TOKEN", Long.toString(token));
    Child started = Child.start(command, variables, guard);
    child = started;
    var unused =
        started
            .ended()
            .thenAccept(
                exit -> {
                  if (child == started && !isEnding) {
                    code.set(exit);
                    closeQuietly(stream);
                  }
                });
  }

  private void lost() {
    endChild();
    err.printf("coterie: %s %s was lost; the command was ended%n", prize.what(), prize.name());
  }

  private void endChild() {
    Child running = child;
    child = null;
    if (running != null) {
      running.end(GRACE_MILLIS);
    }
  }

  private void renew() {
    while (!isEnding) {
      try {
        Thread.sleep(RENEWAL_MILLIS);
        client.ask("POST", "/sessions/" + session);
      } catch (IOException e) {
        // The stream shows whether it matters.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Ends the command first, and only then gives back what it relied on. */
  private void close() {
    isEnding = true;
    endChild();
    String held = session;
    session = null;
    if (held != null) {
      try {
        client.ask("DELETE", "/sessions/" + held);
      } catch (IOException e) {
        // Then the agent finds out by itself.
      }
    }
    guard.close();
  }

  private static void closeQuietly(EventReader stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
