package coterie.cli;

import coterie.cli.live.LiveStage;
import coterie.cli.live.ProcessStage;
import coterie.cli.live.SocketStage;
import coterie.core.Blueprint;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Stage;
import coterie.sim.Ties;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one scenario on sockets of this machine, and judges and prints it as a simulated one. */
@Command(
    name = "run",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = {
      "Run a protocol, or the scenario in FILE, on real sockets of this machine.",
      "Takes the flags of sim, and takes that long in real time. Messages take as long as they take"
          + " unless --latency adds to it; --ties and --sync are not for sockets."
    },
    synopsisSubcommandLabel = "[PROTOCOL]",
    commandListHeading = "%nProtocols:%n")
final class RunCommand implements Callable<Integer> {
  /** Each has two sockets, and all share one thread. */
  private static final int NODES_MAX = 1_000;

  /** Each is a JVM of its own. */
  private static final int PROCESSES_MAX = 50;

  private static final int PACE_MAX = 1_000;
  private static final long FAREWELL_SECONDS = 10;
  private static final long REHEARSED_EVENTS = 20_000;

  /** A disk that is behind by less is merely busy. */
  private static final long BEHIND_NANOS = TimeText.SECOND;

  @Spec private CommandSpec spec;
  @Mixin private Output output;

  @Option(
      names = "--pace",
      paramLabel = "N",
      description =
          "let all clocks run N times as fast, so that a run of 100 s takes 100/N; the delays of"
              + " the machine then weigh N times as much (default: 1)")
  private String pace = "1";

  @Option(
      names = "--processes",
      description =
          "give every process of the protocol a process of this machine: crash is kill -9, recover"
              + " a new start on the same files, pause SIGSTOP; up to 50")
  private boolean isInProcesses;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "a scenario file; docs/scenarios.md tells the format")
  private @Nullable Path file;

  private final ScenarioSource source;
  private @Nullable LiveStage stage;

  private RunCommand(ScenarioSource source) {
    this.source = source;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    return ScenarioSource.commandLine(recipes, mentioned, RunCommand::new, "Run on sockets", true);
  }

  @Override
  public Integer call() throws IOException {
    int speed = pace();
    Recipes recipes = source.recipes();
    Scenario scenario = source.scenario(new ScenarioReader(recipes).onSockets(), spec, file);
    check(scenario);
    if (!isInProcesses) {
      rehearse(scenario); // A process of its own does that itself.
    }
    PrintWriter err = spec.commandLine().getErr();
    CountDownLatch isPrinted = new CountDownLatch(1);
    Thread interruption = Thread.ofPlatform().unstarted(() -> interrupted(isPrinted));
    try (Progress progress = Progress.on(err, scenario.untilNanos())) {
      ScenarioRun.Builder builder =
          (members, blueprint, setup) ->
              show(open(scenario, members, blueprint, setup, speed), progress);
      Runtime.getRuntime().addShutdownHook(interruption);
      int code = output.run(scenario, recipes, builder, spec.commandLine());
      sayIfDiskWasBehind(err);
      return code;
    } catch (UncheckedIOException e) {
      String what = isInProcesses ? "the run has ended: " : "the sockets failed: ";
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
  private void rehearse(Scenario scenario) {
    try {
      Stage rehearsal = new ScenarioRun(scenario.withBytes(), source.recipes()).stage();
      rehearsal.runUntil(() -> rehearsal.events() > REHEARSED_EVENTS, scenario.untilNanos());
    } catch (RuntimeException e) {
      // If it is the scenario's, the run will say it.
    }
  }

  private LiveStage open(
      Scenario scenario, View members, Blueprint blueprint, Setup setup, int speed) {
    try {
      return isInProcesses
          ? new ProcessStage(members, setup, speed, new MemberPlan(scenario, source.recipes()))
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
  private void sayIfDiskWasBehind(PrintWriter err) {
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
        spec.commandLine()
            .getErr()
            .printf("coterie: stopped at %s, before its end%n", TimeText.format(stopped.now()));
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

  private int pace() {
    if (!pace.matches("[0-9]{1,6}") || pace.equals("0") || Integer.parseInt(pace) > PACE_MAX) {
      throw new IllegalArgumentException(
          "--pace %s: give a whole number from 1 to %d".formatted(pace, PACE_MAX));
    }
    return Math.max(1, Integer.parseInt(pace));
  }

  private void check(Scenario scenario) {
    if (scenario.members().size() > NODES_MAX) {
      throw new IllegalArgumentException(
          "run takes up to %d processes, not %d; sim takes more"
              .formatted(NODES_MAX, scenario.members().size()));
    }
    if (isInProcesses && scenario.members().size() > PROCESSES_MAX) {
      throw new IllegalArgumentException(
          "--processes takes up to %d processes, not %d; without it run takes up to %d"
              .formatted(PROCESSES_MAX, scenario.members().size(), NODES_MAX));
    }
    if (scenario.setup().ties() != Ties.SCHEDULED) {
      throw new IllegalArgumentException(
          "on sockets things happen in the order in which they happen; ties are for sim");
    }
    if (scenario.setup().syncNanos() != 0) {
      throw new IllegalArgumentException(
          "on sockets stable storage takes as long as the disk does; sync is for sim");
    }
  }
}
