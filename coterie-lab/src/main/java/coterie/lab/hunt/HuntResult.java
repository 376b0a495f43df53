package coterie.lab.hunt;

import coterie.lab.campaign.Digest;
import coterie.lab.campaign.Seeds;
import coterie.sim.hunt.Coverage;
import java.util.List;
import java.util.Objects;

/**
 * What a hunt came to.
 *
 * @param stretches all seeds that count, without a gap
 * @param asked the seeds that were to be run
 * @param keepGoing how many violations end it
 */
public record HuntResult(List<Stretch> stretches, Seeds asked, int keepGoing) {
  /** Why a hunt ended. */
  public enum End {
    /** All seeds were run. */
    SEEDS,
    /** As many violations were found as were asked for. */
    VIOLATIONS,
    /** Its time was over, or somebody interrupted it. */
    EARLY
  }

  public HuntResult {
    stretches = List.copyOf(stretches);
  }

  /** Returns why it ended. */
  public End end() {
    if (found().size() >= keepGoing) {
      return End.VIOLATIONS;
    }
    return runs() == asked.count() ? End.SEEDS : End.EARLY;
  }

  /** Returns the seeds that were run. */
  public Seeds seeds() {
    return new Seeds(asked.first(), asked.first() + runs() - 1);
  }

  public long runs() {
    return stretches.stream().mapToLong(stretch -> stretch.seeds().count()).sum();
  }

  /** Returns how long all runs together were in virtual time. */
  public long simulatedNanos() {
    return stretches.stream().mapToLong(Stretch::nanos).sum();
  }

  public long events() {
    return stretches.stream().mapToLong(Stretch::events).sum();
  }

  /** Returns the violations, in the order of their seeds. */
  public List<Found> found() {
    return stretches.stream().map(Stretch::found).filter(Objects::nonNull).toList();
  }

  /** Returns a sum over all that happened in all runs, the same on every machine. */
  public String digest() {
    return Digest.text(stretches.stream().mapToLong(Stretch::digest).sum());
  }

  /** Returns what was seen in all runs. */
  public Coverage coverage() {
    Coverage all = new Coverage();
    stretches.forEach(stretch -> all.add(stretch.coverage()));
    return all;
  }
}
