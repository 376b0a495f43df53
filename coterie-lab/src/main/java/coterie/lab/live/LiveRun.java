package coterie.lab.live;

import coterie.core.Blueprint;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.lab.Progress;
import coterie.sim.Setup;
import coterie.sim.Stage;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A scenario on sockets of this machine, in one process or in one for each member. */
public final class LiveRun {
  /** What is done with the stage once it is there. */
  @FunctionalInterface
  public interface Show {
    public int run(ScenarioRun.Builder builder) throws IOException;
  }

  private static final int PACE_MAX = 1_000;
  private static final long FAREWELL_SECONDS = 10;
  private static final long REHEARSED_EVENTS = 20_000;

  /** A disk that is behind by less is merely busy. */
  private static final long BEHIND_NANOS = TimeText.SECOND;

  private final Scenario scenario;
  private final Recipes recipes;
  private final int speed;
  private final @Nullable String program;
  private final PrintWriter err;
  private @Nullable LiveStage stage;

  /**
   * @param program the class that begins this program, for a process of each member; null if all
   *     members share this process
   */
  public LiveRun(
      Scenario scenario, Recipes recipes, int speed, @Nullable String program, PrintWriter err) {
    this.scenario = scenario;
    this.recipes = recipes;
    this.speed = speed;
    this.program = program;
    this.err = err;
  }

  /** Reads the flag that says how many times as fast all clocks run. */
  public static int pace(String pace) {
    if (!pace.matches("[0-9]{1,6}") || pace.equals("0") || Integer.parseInt(pace) > PACE_MAX) {
      throw new IllegalArgumentException(
          "--pace %s: give a whole number from 1 to %d".formatted(pace, PACE_MAX));
    }
    return Math.max(1, Integer.parseInt(pace));
  }

  /** Runs it to its end, in real time; a bar on the terminal shows how far it is. */
  public int run(Show output) throws IOException {
    if (program == null) {
      rehearse(); // A process of its own does that itself.
    }
    CountDownLatch isPrinted = new CountDownLatch(1);
    Thread interruption = Thread.ofPlatform().unstarted(() -> interrupted(isPrinted));
    try (Progress progress = Progress.on(err, scenario.untilNanos())) {
      ScenarioRun.Builder builder =
          (members, blueprint, setup) -> show(open(members, blueprint, setup), progress);
      Runtime.getRuntime().addShutdownHook(interruption);
      int code = output.run(builder);
      sayIfDiskWasBehind();
      return code;
    } catch (UncheckedIOException e) {
      String what = program != null ? "the run has ended: " : "the sockets failed: ";
      throw new IOException(what + e.getMessage(), e);
    } finally {
      if (stage != null) {
        stage.close();
      }
      isPrinted.countDown();
      forget(interruption);
    }
  }

  /**
   * Simulates the beginning, for nobody to see: a JVM that has just started loads and compiles what
   * it meets first, and for a second nobody would answer in time.
   */
  private void rehearse() {
    try {
      Stage rehearsal = new ScenarioRun(scenario.withBytes(), recipes).stage();
      rehearsal.runUntil(() -> rehearsal.events() > REHEARSED_EVENTS, scenario.untilNanos());
    } catch (RuntimeException e) {
      // If it is the scenario's, the run will say it.
    }
  }

  private LiveStage open(View members, Blueprint blueprint, Setup setup) {
    try {
      return program != null
          ? new ProcessStage(members, setup, speed, new MemberPlan(scenario, recipes, program))
          : new SocketStage(members, blueprint, setup, speed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LiveStage show(LiveStage opened, Progress progress) {
    long[] shown = new long[1];
    opened.onProgress(
        elapsed -> {
          progress.add(elapsed - shown[0]);
          shown[0] = elapsed;
        });
    stage = opened;
    return opened;
  }

  /** What waits for a disk comes late, which looks like a slow protocol. */
  private void sayIfDiskWasBehind() {
    long behind = stage == null ? 0 : stage.diskBehindNanos();
    if (behind > BEHIND_NANOS) {
      err.printf(
          "coterie: the disk was up to %d s behind; what waited for it came so much later%n",
          behind / TimeText.SECOND);
    }
  }

  /** Somebody has pressed Ctrl-C: what was seen so far is judged and printed. */
  private void interrupted(CountDownLatch isPrinted) {
    LiveStage stopped = stage;
    if (stopped == null) {
      return;
    }
    stopped.stop();
    try {
      if (isPrinted.await(FAREWELL_SECONDS, TimeUnit.SECONDS)) {
        err.printf("coterie: stopped at %s, before its end%n", TimeText.format(stopped.now()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forget(Thread interruption) {
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
    } catch (IllegalStateException e) {
      // It is being run.
    }
  }
}
