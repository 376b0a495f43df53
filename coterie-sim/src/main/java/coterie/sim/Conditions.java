package coterie.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes that are paused, lag, are deaf or mute. Most runs have none, and then it costs nothing. */
public final class Conditions {
  private static final byte PAUSED = 1;
  private static final byte SLOW = 2;
  private static final byte DEAF = 4;
  private static final byte MUTE = 8;

  private record Parked(long first, long second, Object subject) {}

  private final byte[] flags;
  private final Map<Integer, List<Parked>> parked = new HashMap<>();
  private final Map<Integer, Long> lags = new HashMap<>();
  private int unusual;

  public Conditions(int size) {
    flags = new byte[size];
  }

  boolean anyUnusual() {
    return unusual > 0;
  }

  boolean isPaused(int node) {
    return (flags[node] & PAUSED) != 0;
  }

  public boolean isDeaf(int node) {
    return (flags[node] & DEAF) != 0;
  }

  public boolean isMute(int node) {
    return (flags[node] & MUTE) != 0;
  }

  public long slowNanos(int node) {
    return (flags[node] & SLOW) == 0 ? 0 : lags.getOrDefault(node, 0L);
  }

  void pause(int node) {
    if (isPaused(node)) {
      throw new IllegalArgumentException("P%d is paused already".formatted(node));
    }
    put(node, PAUSED, true);
  }

  void slow(int node, long byNanos) {
    lags.put(node, byNanos);
    put(node, SLOW, byNanos > 0);
  }

  void deafen(int node) {
    put(node, DEAF, true);
  }

  void mute(int node) {
    put(node, MUTE, true);
  }

  void healAll() {
    for (int node = 0; node < flags.length; node++) {
      put(node, DEAF, false);
      put(node, MUTE, false);
    }
  }

  void park(int node, long first, long second, Object subject) {
    parked.computeIfAbsent(node, key -> new ArrayList<>()).add(new Parked(first, second, subject));
  }

  /**
   * A late event loop reads its sockets before it expires alarms: a pause of one's own must not
   * look like everybody's silence. So messages go first.
   */
  void resume(int node, InstantQueue instant) {
    put(node, PAUSED, false);
    List<Parked> waiting = parked.remove(node);
    if (waiting == null) {
      return;
    }
    for (Parked event : waiting) {
      if (!(event.subject instanceof NodeAlarm)) {
        instant.add(event.first, event.second, event.subject);
      }
    }
    for (Parked event : waiting) {
      if (event.subject instanceof NodeAlarm) {
        instant.add(event.first, event.second | Engine.PARKED, event.subject);
      }
    }
  }

  /** A crash ends a pause, and what waited for the node is gone. */
  void forget(int node) {
    put(node, PAUSED, false);
    parked.remove(node);
  }

  private void put(int node, byte flag, boolean on) {
    boolean before = flags[node] != 0;
    flags[node] = (byte) (on ? flags[node] | flag : flags[node] & ~flag);
    unusual += (flags[node] != 0 ? 1 : 0) - (before ? 1 : 0);
  }
}
