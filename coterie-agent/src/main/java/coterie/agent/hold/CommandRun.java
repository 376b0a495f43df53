package coterie.agent.hold;

import coterie.agent.Grace;
import coterie.agent.http.Client;
import coterie.agent.http.EventReader;
import coterie.agent.http.RefusedException;
import coterie.agent.http.Reply;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command while the agent holds something for it. The command and all that it has started
 * are dead before anybody else can hold it: they are asked to end while there is time for it, and
 * killed before it is over, by this process or by its {@link Guard}. Only then it is given back.
 *
 * <p>Everything that happens comes into one queue, and one thread decides.
 */
public final class CommandRun implements AutoCloseable {
  /** The agent says something twice a second. */
  private static final long SILENCE_MILLIS = 5_000;

  /** A renewal that is not answered within that time is sent anew, over another connection. */
  private static final long ANSWER_MILLIS = 2 * Grace.BEAT_MILLIS;

  /** What is kept, for a sentence and for the command's environment. */
  public record Prize(String what, String variable, String name) {
    @Override
    public String toString() {
      return what + " " + name;
    }
  }

  private sealed interface Happening {
    record Told(EventReader.Event event) implements Happening {}

    /** The stream has ended. */
    record Broken(String why) implements Happening {}

    /** The session goes on. */
    record Renewed(Hold.Moment sent, long token, long leftMillis, boolean isEnding)
        implements Happening {}

    record Secured(Hold hold, long killNanos) implements Happening {}

    record Unguarded(Hold hold) implements Happening {}

    record Ended(Hold hold, int code) implements Happening {}

    record Signalled(String name) implements Happening {}
  }

  /** One entry: what was granted, who guards it, and what runs. */
  private static final class Run {
    private final Hold hold = Hold.fresh();
    private final long token;
    private final Countdown countdown;
    private final Guard guard = new Guard(hold);
    private final Map<Long, Hold.Moment> told = new HashMap<>();
    private @Nullable Child child;

    Run(long token, Grace grace) {
      this.token = token;
      this.countdown = new Countdown(grace);
    }
  }

  private final Client client;
  private final Prize prize;
  private final List<String> command;
  private final PrintWriter err;
  private final BlockingQueue<Happening> happenings = new LinkedBlockingQueue<>();
  private final Semaphore renewNow = new Semaphore(0);
  private volatile @Nullable String session;
  private volatile boolean isOver;
  private Grace grace = new Grace(0);
  private long lostToken;
  private volatile @Nullable Run run;

  public CommandRun(Client client, Prize prize, List<String> command, PrintWriter err) {
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
  public int run(String path, boolean isAgain) throws IOException {
    Programs.require(command.getFirst());
    Thread hook = new Thread(this::close);
    Runtime.getRuntime().addShutdownHook(hook);
    Signals signals = new Signals(name -> happenings.add(new Happening.Signalled(name)));
    try (EventReader stream = client.follow("POST", path)) {
      Thread.ofVirtual().start(() -> read(stream));
      return decide(isAgain);
    } finally {
      close();
      signals.close();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // This process ends already, and the hook runs.
      }
    }
  }

  private void read(EventReader stream) {
    String why = "the agent is gone";
    try {
      while (!isOver) {
        // While something is held, renewals tell whether the agent is there.
        stream.silenceMax(run == null ? SILENCE_MILLIS : 12 * SILENCE_MILLIS);
        happenings.add(new Happening.Told(stream.next()));
      }
    } catch (SocketTimeoutException e) {
      why = "the agent is silent";
    } catch (IOException | RuntimeException e) {
      // It is gone, or speaks another language.
    }
    happenings.add(new Happening.Broken(why));
  }

  private void renew() {
    try (Client.Kept kept = client.keep()) {
      while (!isOver) {
        Hold.Moment sent = Hold.Moment.now();
        try {
          Reply reply = kept.ask("POST", "/sessions/" + session, ANSWER_MILLIS);
          if (reply.isGood()) { // Otherwise the stream tells why.
            happenings.add(renewed(sent, reply));
          }
        } catch (IOException | RuntimeException e) {
          // The clock runs; the next one may come through.
        }
        if (renewNow.tryAcquire(Grace.BEAT_MILLIS, TimeUnit.MILLISECONDS)) {
          renewNow.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Happening renewed(Hold.Moment sent, Reply reply) {
    Map<String, @Nullable Object> answer = reply.object();
    return new Happening.Renewed(
        sent,
        number(answer, "token"),
        number(answer, "leftMillis"),
        Boolean.TRUE.equals(answer.get("ending")));
  }

  private static long number(Map<String, @Nullable Object> answer, String name) {
    return answer.get(name) instanceof Long number ? number : 0;
  }

  // ---- one thread decides

  private int decide(boolean isAgain) throws IOException {
    while (true) {
      Happening happening = next();
      Integer code =
          switch (happening) {
            case null -> ended("it was not renewed in time", isAgain);
            case Happening.Told(EventReader.Event event) -> told(event, isAgain);
            case Happening.Broken(String why) -> broken(why);
            case Happening.Renewed renewed -> renewed(renewed);
            case Happening.Secured(Hold hold, long killNanos) -> secured(hold, killNanos);
            case Happening.Unguarded(Hold hold) ->
                isOf(hold) ? ended("its guard was killed", isAgain) : null;
            case Happening.Ended(Hold hold, int exit) -> isOf(hold) ? finished(exit) : null;
            case Happening.Signalled(String name) -> signalled(name);
          };
      if (code != null) {
        return code;
      }
    }
  }

  /** What happens next; null if the command has to be asked to end before anything does. */
  private @Nullable Happening next() throws IOException {
    Run current = run;
    try {
      if (current == null || current.child == null) {
        return happenings.take();
      }
      long left = current.countdown.toEndNanos(System.nanoTime());
      return left <= 0 ? null : happenings.poll(left, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private boolean isOf(Hold hold) {
    return run != null && run.hold.equals(hold);
  }

  private @Nullable Integer told(EventReader.Event event, boolean isAgain) throws IOException {
    switch (event.kind()) {
      case "waiting" -> {
        grace = new Grace(event.number("graceMillis"));
        session = String.valueOf(event.data().get("session"));
        Thread.ofVirtual().start(this::renew);
      }
      case "gained" -> begin(event.number("token"));
      case "lost" -> {
        lostToken = event.number("token");
        return ended("it could not be renewed", isAgain);
      }
      case "ending" -> {
        return ended("the agent leaves", false);
      }
      case "refused" -> throw new RefusedException(String.valueOf(event.data().get("error")));
      default -> {}
    }
    return null;
  }

  private void begin(long token) {
    if (token <= lostToken || (run != null && run.token == token)) {
      return;
    }
    endRun();
    Run granted = new Run(token, grace);
    run = granted;
    granted.guard.listen(
        word -> happenings.add(new Happening.Secured(granted.hold, word)),
        () -> happenings.add(new Happening.Unguarded(granted.hold)));
    renewNow.release();
  }

  /**
   * The first one after a grant confirms it: this process may have been stopped meanwhile. One that
   * comes after the command was ended in vain begins anew.
   */
  private @Nullable Integer renewed(Happening.Renewed renewed) {
    begin(renewed.token());
    Run current = run;
    if (current != null && renewed.token() == current.token && renewed.leftMillis() > 0) {
      Hold.Moment kill = Countdown.kill(renewed.sent(), renewed.leftMillis());
      if (current.child == null) {
        current.told.put(kill.nanos(), kill);
      }
      if (current.guard.isThere()) {
        current.guard.until(kill.hundredths(), kill.nanos());
      } else {
        happenings.add(new Happening.Secured(current.hold, kill.nanos()));
      }
    }
    return renewed.isEnding() && current != null ? ended("the agent leaves", false) : null;
  }

  private @Nullable Integer secured(Hold hold, long killNanos) throws IOException {
    Run current = run;
    if (current == null || !isOf(hold)) {
      return null;
    }
    current.countdown.secured(killNanos);
    Hold.Moment until = current.told.get(killNanos);
    if (current.child == null && until != null && current.countdown.runs(System.nanoTime())) {
      start(current, until);
    }
    return null;
  }

  private void start(Run current, Hold.Moment until) throws IOException {
    Map<String, String> variables =
        Map.of(
            prize.variable(),
            prize.name(),
            prize.variable() + "_TOKEN",
            Long.toString(current.token));
    Child child = Child.start(command, variables, current.hold, until);
    current.child = child;
    if (current.hold.isOwnSession()) {
      current.guard.group(child.pid());
    }
    child.whenEnded(code -> happenings.add(new Happening.Ended(current.hold, code)));
  }

  /** The command has ended by itself; what it has left behind must end, too. */
  private int finished(int code) {
    Run current = run;
    if (current != null && current.countdown.isOver(System.nanoTime())) {
      lost("it was not renewed in time");
      return 1;
    }
    endRun();
    release();
    return code;
  }

  private @Nullable Integer signalled(String name) {
    Run current = run;
    if (current == null || current.child == null) {
      return name.equals("INT") ? 128 + 2 : name.equals("TERM") ? 128 + 15 : 128 + 1;
    }
    if (name.equals("INT") && Hold.isTerminal() && !current.hold.isOwnSession()) {
      return null; // The terminal has told the command as well, which may go on.
    }
    Child child = current.child;
    endRun(name);
    release();
    return child.code();
  }

  private @Nullable Integer ended(String why, boolean isAgain) {
    lost(why);
    if (!isAgain) {
      release();
    }
    return isAgain ? null : Integer.valueOf(1);
  }

  private void lost(String why) {
    boolean ran = run != null && run.child != null;
    endRun();
    err.printf("coterie: %s is lost: %s%s%n", prize, why, ran ? "; the command was ended" : "");
  }

  private int broken(String why) throws IOException {
    boolean ran = run != null && run.child != null;
    endRun();
    release();
    throw new IOException(
        "%s, so %s may be lost%s".formatted(why, prize, ran ? "; the command was ended" : ""));
  }

  // ---- the end

  private void endRun() {
    endRun("TERM");
  }

  private synchronized void endRun(String signal) {
    Run current = run;
    run = null;
    if (current == null) {
      return;
    }
    Child child = current.child;
    if (child != null) {
      long killNanos = current.countdown.killNanos(System.nanoTime());
      child.signal(signal);
      child.awaitEnd(killNanos);
    }
    current.guard.over();
  }

  /** Nothing relies on it any more. Where the agent does not hear it, it runs out. */
  private synchronized void release() {
    isOver = true;
    renewNow.release();
    String held = session;
    session = null;
    if (held != null) {
      try (Client.Kept kept = client.keep()) {
        kept.ask("DELETE", "/sessions/" + held, SILENCE_MILLIS);
      } catch (IOException e) {
        // Then the agent lets it run out.
      }
    }
  }

  /** Ends the command first, and only then gives back what it relied on. */
  @Override
  public void close() {
    endRun();
    release();
  }
}
