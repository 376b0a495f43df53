package coterie.sim;

import coterie.core.View;
import coterie.sim.fault.Intervention;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are paused, lag, are deaf or mute, and fates that a script decides. Most runs have
 * none, and then it costs nothing.
 */
public final class Conditions {
  private static final byte PAUSED = 1;
  private static final byte SLOW = 2;
  private static final byte DEAF = 4;
  private static final byte MUTE = 8;

  private final byte[] flags;
  private final Map<Integer, Long> lags = new HashMap<>();
  private int unusual;
  private Fates.@Nullable Rules interventions;

  public Conditions(int size) {
    flags = new byte[size];
  }

  boolean anyUnusual() {
    return unusual > 0;
  }

  /** Gives one message or one alarm another fate. */
  void intervene(Intervention rule, View members) {
    if (interventions == null) {
      interventions = new Fates.Rules(members);
      unusual++;
    }
    interventions.add(rule);
  }

  /** Returns the other fates; null if there are none. */
  Fates.@Nullable Rules interventions() {
    return interventions;
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

  void resume(int node) {
    put(node, PAUSED, false);
  }

  private void put(int node, byte flag, boolean on) {
    boolean before = flags[node] != 0;
    flags[node] = (byte) (on ? flags[node] | flag : flags[node] & ~flag);
    unusual += (flags[node] != 0 ? 1 : 0) - (before ? 1 : 0);
  }
}
