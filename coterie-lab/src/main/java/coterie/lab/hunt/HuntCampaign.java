package coterie.lab.hunt;

import coterie.core.TimeText;
import coterie.lab.Progress;
import coterie.lab.campaign.Seeds;
import coterie.lab.campaign.Workers;
import coterie.sim.hunt.Hunt;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Runs seeds on several threads. What comes out does not depend on how many there are. */
public final class HuntCampaign {
  /** How many seeds a thread takes at a time. */
  private static final int PIECE = 16;

  /** How long an interrupted campaign waits for the runs that it is in. */
  private static final long PATIENCE_NANOS = 3 * TimeText.SECOND;

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
  private final Workers workers = new Workers();
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong simulatedNanos = new AtomicLong();
  private final long startedNanos = System.nanoTime();
  private final AtomicLong lastNanos = new AtomicLong(startedNanos);
  private long interruptedNanos;

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
    try (Progress progress =
        Progress.on(err, isTimed() ? effort.timeNanos : effort.seeds.count(), this::speed)) {
      workers.run(effort.threads, () -> work(progress), this::isAbandoned);
    }
    return new HuntResult(folding.stretches(), effort.seeds, effort.keepGoing);
  }

  private void work(Progress progress) {
    for (long first = nextSeed.getAndAdd(PIECE);
        first <= effort.seeds.last() && folding.needs(first) && !isOver();
        first = nextSeed.getAndAdd(PIECE)) {
      Seeds piece = new Seeds(first, Math.min(effort.seeds.last(), first + PIECE - 1));
      List<Stretch> stretches = Stretch.run(hunt, piece, effort.keepGoing, this::isOver);
      stretches.forEach(this::count);
      folding.add(stretches);
      progress.add(isTimed() ? elapsed() : piece.count());
    }
  }

  private boolean isTimed() {
    return effort.timeNanos != Long.MAX_VALUE;
  }

  /** Returns the time since the last piece of work, whichever thread has done it. */
  private long elapsed() {
    long now = System.nanoTime();
    return now - lastNanos.getAndSet(now);
  }

  private void count(Stretch stretch) {
    runs.addAndGet(stretch.seeds().count());
    simulatedNanos.addAndGet(stretch.nanos());
  }

  /** A run is not interrupted: mostly it takes milliseconds. */
  private boolean isOver() {
    return isInterrupted.getAsBoolean()
        || workers.hasFailed()
        || System.nanoTime() - startedNanos > effort.timeNanos;
  }

  /** A run of very many processes may take minutes, and what was found before it is to be told. */
  private boolean isAbandoned() {
    if (!isInterrupted.getAsBoolean()) {
      return false;
    }
    interruptedNanos = interruptedNanos == 0 ? System.nanoTime() : interruptedNanos;
    return System.nanoTime() - interruptedNanos > PATIENCE_NANOS;
  }

  /** Says how fast it is. */
  public String speed() {
    double seconds = Math.max(1e-9, (System.nanoTime() - startedNanos) / 1e9);
    return "%,.0f runs/s, %,.0f simulated s/s"
        .formatted(runs.get() / seconds, (double) simulatedNanos.get() / TimeText.SECOND / seconds);
  }
}
