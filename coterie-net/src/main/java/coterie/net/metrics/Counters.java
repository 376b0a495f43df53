package coterie.net.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What a node has sent, received and dropped; to be read by any thread. */
public final class Counters {
  private final Map<Drop, LongAdder> drops = new EnumMap<>(Drop.class);
  private final LongAdder packetsSent = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder packetsReceived = new LongAdder();
  private final LongAdder bytesReceived = new LongAdder();
  private final LongAdder failedSaves = new LongAdder();
  private final LongAdder cutTails = new LongAdder();
  private final LongAdder saves = new LongAdder();
  private final LongAdder diskWaits = new LongAdder();
  private final LongAccumulator slowestSaveNanos = new LongAccumulator(Math::max, 0);

  public Counters() {
    for (Drop why : Drop.values()) {
      drops.put(why, new LongAdder());
    }
  }

  private void sent(int bytes) {
    packetsSent.increment();
    bytesSent.add(bytes);
  }

  /** Counts a packet that was sent, or was not for that reason. */
  public void count(@Nullable Drop otherwise, int bytes) {
    if (otherwise == null) {
      sent(bytes);
    } else {
      dropped(otherwise);
    }
  }

  public void received(int bytes) {
    packetsReceived.increment();
    bytesReceived.add(bytes);
  }

  public void dropped(Drop why) {
    adder(why).increment();
  }

  public void saveFailed() {
    failedSaves.increment();
  }

  public void save() {
    saves.increment();
  }

  public void diskWait() {
    diskWaits.increment();
  }

  public void saved(long afterNanos) {
    slowestSaveNanos.accumulate(afterNanos);
  }

  public void cutTail() {
    cutTails.increment();
  }

  public long drops(Drop why) {
    return adder(why).sum();
  }

  public long packetsSent() {
    return packetsSent.sum();
  }

  /** Without the headers of UDP, TCP and IP. */
  public long bytesSent() {
    return bytesSent.sum();
  }

  public long packetsReceived() {
    return packetsReceived.sum();
  }

  public long bytesReceived() {
    return bytesReceived.sum();
  }

  /** How often stable storage did not take what was to be saved; it is tried again. */
  public long failedSaves() {
    return failedSaves.sum();
  }

  /** How many values and batches were given to stable storage. */
  public long saves() {
    return saves.sum();
  }

  /** How often the disk was waited for to make them durable; those that wait together share one. */
  public long diskWaits() {
    return diskWaits.sum();
  }

  /** How long the slowest save took to be durable. */
  public long slowestSaveNanos() {
    return slowestSaveNanos.get();
  }

  /** How many storages ended in a record that a crash had left unfinished, and was cut off. */
  public long cutTails() {
    return cutTails.sum();
  }

  private LongAdder adder(Drop why) {
    return Objects.requireNonNull(drops.get(why));
  }
}
