package coterie.mutex.lease;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.elect.Election;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.mutex.Fence;
import coterie.mutex.Mutex;
import coterie.mutex.Worker;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Latency;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulated group with leased locks, all of which vote, and what is wrong with it: two inside,
 * tokens that do not grow, or a lock that is not granted in the order of requests.
 */
final class LeaseGroup extends SimulatedGroup<LeaseLock> {
  /** Makes the locks of a process, or broken ones. */
  interface Maker {
    LeaseLock make(
        Context<LeaseLock.Msg> context, View members, Election election, LeaseConfig config);
  }

  static final Maker SOUND =
      (context, members, election, config) ->
          new LeaseLock(context, members, members, election, config);

  final Entries judge;
  final List<String> notes = new ArrayList<>();
  final List<String> kept = new ArrayList<>();
  private final LeaseConfig config;
  private final List<String> locks;
  private final Map<String, Long> places = new HashMap<>();
  private final Map<String, Long> granted = new HashMap<>();
  private final Map<Long, String> tokens = new HashMap<>();
  private final Map<String, Fence> resources = new HashMap<>();
  private int judged;
  private long serial;
  private int writes;
  private int refused;
  private boolean isExcused;

  /**
   * @param locks those that clients ask for
   * @param clients how many of the processes do so by themselves
   */
  LeaseGroup(
      int size,
      LeaseConfig config,
      List<String> locks,
      int clients,
      long holdNanos,
      Setup setup,
      Maker maker) {
    super(
        LeaseLock.class,
        View.numbered(0, size),
        blueprint(size, config, locks, clients, holdNanos, maker),
        setup);
    this.config = config;
    this.locks = locks;
    judge = new Entries(simulation, LeaseRecipe.RECIPE, settings());
  }

  private static Blueprint blueprint(
      int size, LeaseConfig config, List<String> locks, int clients, long holdNanos, Maker maker) {
    View members = View.numbered(0, size);
    long drift = config.driftPartsPerMillion();
    RaftConfig raftConfig = new RaftConfig(150 * MILLI, 300 * MILLI, 50 * MILLI, drift);
    Worker.Config work = new Worker.Config(clients, holdNanos, 40 * MILLI, true, Mutex.FOR_EVER);
    return node -> {
      Raft raft =
          node.add("raft", Raft.Msg.class, context -> new Raft(context, members, raftConfig));
      LeaseLock own =
          node.add(
              "lease", LeaseLock.Msg.class, context -> maker.make(context, members, raft, config));
      Worker.add(node, members, locks.stream().map(own::lock).toList(), work);
    };
  }

  static LeaseGroup scripted(int size) {
    Setup setup = Setup.standard().withLatency(Latency.parse("1ms"));
    return scripted(size, setup, SOUND);
  }

  static LeaseGroup scripted(int size, Setup setup, Maker maker) {
    return new LeaseGroup(size, LeaseConfig.laboratory(), List.of("a"), 0, 0, setup, maker);
  }

  private Settings settings() {
    Map<String, String> values = new HashMap<>();
    values.put("drift", Long.toString(config.driftPartsPerMillion()));
    values.put("stall", config.pauseNanos() + "ns");
    return new Settings(LeaseRecipe.RECIPE.settings(), values);
  }

  Raft raft(long node) {
    return simulation.protocol(id(node), Raft.class);
  }

  void resign(long node) {
    simulation.call(
        id(node),
        Raft.class,
        "resign",
        raft -> {
          raft.resign();
          return null;
        });
  }

  /** Nobody needs to excuse itself with clocks or pauses from now on. */
  void excuse() {
    isExcused = true;
  }

  /** Runs on for that long, with a look at every process after every event. */
  void runLooking(long nanos) {
    runLooking(nanos, () -> locks.forEach(this::look));
    List<String> violations = judge.violations();
    for (; judged < violations.size(); judged++) {
      says("judge: " + violations.get(judged));
    }
  }

  private void look(String lock) {
    int holder = -1;
    for (int i = 0; i < size() && !isExcused; i++) {
      boolean holds = isUp(i) && at(i).holds(lock);
      if (holds && holder >= 0) {
        says("P%d and P%d both hold %s".formatted(holder, i, lock));
      }
      holder = holds ? i : holder;
    }
  }

  /** Who leads; null if nobody does. */
  @Nullable NodeId leader() {
    for (int i = 0; i < size(); i++) {
      if (isUp(i) && raft(i).leads()) {
        return id(i);
      }
    }
    return null;
  }

  /** Who is inside that lock, by its own word; null if nobody is. */
  @Nullable NodeId holder(String lock) {
    for (int i = 0; i < size(); i++) {
      if (isUp(i) && at(i).holds(lock)) {
        return id(i);
      }
    }
    return null;
  }

  /** How often a process has entered. */
  long entries(long node) {
    return judge.entries().stream()
        .filter(entry -> entry.who().equals(id(node)) && entry.token() != null)
        .count();
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    switch (note) {
      case LeaseLock.Queued queued ->
          places.put(place(node, queued.lock(), queued.who(), queued.request()), ++serial);
      case LeaseLock.Granted grant -> granted(node, grant);
      case LeaseLock.Kept held -> kept.add(held.who() + " keeps " + held.token());
      case Note.Entered entered -> write(entered.lock(), entered.token());
      case Note.Exited exited -> write(exited.lock(), exited.token());
      case Note.LostLock lost -> write(lost.lock(), lost.token());
      default -> super.noted(at, node, channel, note);
    }
    boolean isOfLocks =
        switch (note) {
          case Note.Wanted wanted -> true;
          case Note.Entered entered -> true;
          case Note.Exited exited -> true;
          case Note.LostLock lost -> true;
          case Note.GaveUp gaveUp -> true;
          default -> false;
        };
    if (isOfLocks) {
      notes.add(node + " " + note.getClass().getSimpleName());
    }
  }

  /**
   * Whoever is inside writes when it comes and when it goes, to a resource that looks at tokens.
   */
  private void write(String lock, long token) {
    writes++;
    refused += resources.computeIfAbsent(lock, name -> new Fence()).accepts(token) ? 0 : 1;
  }

  int writes() {
    return writes;
  }

  /** How many writes were refused because of their token. */
  int refused() {
    return refused;
  }

  private static String place(NodeId leader, String lock, NodeId who, long request) {
    return leader + " " + lock + " " + who + " " + request;
  }

  private void granted(NodeId leader, LeaseLock.Granted grant) {
    String key = place(leader, grant.lock(), grant.who(), grant.request());
    Long place = places.get(key);
    if (place == null) {
      says(key + " was granted and never in line");
      return;
    }
    String line = grant.token() / Grants.GRANTS_MAX + " " + grant.lock();
    Long last = granted.put(line, place);
    if (last != null && last >= place) {
      says(key + " was granted out of turn");
    }
    String other = tokens.put(grant.token(), key);
    if (other != null) {
      says(key + " has the token of " + other);
    }
  }
}
