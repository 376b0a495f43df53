package coterie.lab.hunt;

import coterie.core.TimeText;
import coterie.lab.Progress;
import coterie.lab.campaign.Seeds;
import coterie.sim.hunt.Hunt;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs seeds on several threads. What comes out does not depend on how many there are. */
public final class HuntCampaign {
  /** How many seeds a thread takes at a time. */
  private static final int PIECE = 16;

  /**
   * How far a campaign goes.
   *
   * @param keepGoing how many violations end it
   * @param timeNanos how long it may take in real time; {@link Long#MAX_VALUE} for any time
   */
  public record Effort(Seeds seeds, int keepGoing, int threads, long timeNanos) {}

  private final Hunt hunt;
  private final Effort effort;
  private final BooleanSupplier isInterrupted;
  private final Folding folding;
  private final AtomicLong nextSeed;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong simulatedNanos = new AtomicLong();
  private final long startedNanos = System.nanoTime();

  /**
   * Prepares a campaign.
   *
   * @param isInterrupted whether somebody wants to see what was found so far
   */
  public HuntCampaign(Hunt hunt, Effort effort, BooleanSupplier isInterrupted) {
    this.hunt = hunt;
    this.effort = effort;
    this.isInterrupted = isInterrupted;
    this.folding = new Folding(effort.seeds, effort.keepGoing);
    this.nextSeed = new AtomicLong(effort.seeds.first());
  }

  /** Runs it, and shows on a terminal how far it is. */
  public HuntResult run(PrintWriter err) {
    try (Progress progress = Progress.on(err, effort.seeds.count(), this::speed)) {
      List<Thread> others = new ArrayList<>();
      for (int i = 1; i < effort.threads; i++) {
        others.add(Thread.ofPlatform().daemon().name("hunt-" + i).start(() -> work(progress)));
      }
      work(progress);
      others.forEach(HuntCampaign::join);
    }
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
    return new HuntResult(folding.stretches(), effort.seeds, effort.keepGoing);
  }

  private void work(Progress progress) {
    try {
      for (long first = nextSeed.getAndAdd(PIECE);
          first <= effort.seeds.last() && folding.needs(first) && !isOver();
          first = nextSeed.getAndAdd(PIECE)) {
        Seeds piece = new Seeds(first, Math.min(effort.seeds.last(), first + PIECE - 1));
        List<Stretch> stretches = Stretch.run(hunt, piece, effort.keepGoing, this::isOver);
        stretches.forEach(this::count);
        folding.add(stretches);
        progress.add(piece.count());
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private void count(Stretch stretch) {
    runs.addAndGet(stretch.seeds().count());
    simulatedNanos.addAndGet(stretch.nanos());
  }

  /** A run is not interrupted: it takes milliseconds. */
  private boolean isOver() {
    return isInterrupted.getAsBoolean()
        || failure.get() != null
        || System.nanoTime() - startedNanos > effort.timeNanos;
  }

  /** Says how fast it is. */
  public String speed() {
    double seconds = Math.max(1e-9, (System.nanoTime() - startedNanos) / 1e9);
    return "%,.0f runs/s, %,.0f simulated s/s"
        .formatted(runs.get() / seconds, (double) simulatedNanos.get() / TimeText.SECOND / seconds);
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
