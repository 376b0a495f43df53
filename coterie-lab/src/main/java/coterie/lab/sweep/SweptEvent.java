package coterie.lab.sweep;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.lab.campaign.Digest;
import coterie.lab.campaign.RecordLine;
import coterie.sim.check.detect.Detections.Detected;
import coterie.sim.check.detect.Diagnosis.Diagnosed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One event of a sweep: a process of a group crashed or recovered.
 *
 * @param correct how many processes were up after it
 * @param counts what it took, by name: tests and rounds, or messages
 * @param latencyNanos until all knew it; null if they never did
 */
public record SweptEvent(
    long seed,
    int nodes,
    boolean isCrash,
    NodeId process,
    int correct,
    long atNanos,
    Map<String, Long> counts,
    @Nullable Long latencyNanos) {
  static SweptEvent of(long seed, int nodes, Diagnosed diagnosed) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("tests", diagnosed.tests());
    counts.put("rounds", diagnosed.rounds());
    boolean isCrash = diagnosed.event().equals("crash");
    return new SweptEvent(
        seed,
        nodes,
        isCrash,
        diagnosed.node(),
        isCrash ? nodes - 1 : nodes,
        diagnosed.atNanos(),
        counts,
        diagnosed.latencyNanos());
  }

  static SweptEvent of(long seed, int nodes, Detected detected) {
    boolean isCrash = detected.isCrash();
    return new SweptEvent(
        seed,
        nodes,
        isCrash,
        detected.node(),
        isCrash ? nodes - 1 : nodes,
        detected.atNanos(),
        Map.of("messages", detected.messages()),
        detected.latencyNanos());
  }

  /** Returns a number that is the same for the same event on every machine. */
  public long digest() {
    return Digest.of(RecordLine.of(this));
  }

  /** What it took of that, such as tests. */
  public long count(String name) {
    return Objects.requireNonNull(counts.get(name));
  }

  /** The word for it in tables. */
  public String event() {
    return isCrash ? "crash" : "recover";
  }

  /** In seconds, or in units of time; NaN if all never knew it. */
  public double latency() {
    return latencyNanos == null ? Double.NaN : (double) latencyNanos / TimeText.SECOND;
  }
}
