package coterie.mutex;

import static coterie.mutex.AskingGroup.MILLI;
import static coterie.mutex.AskingGroup.id;

import coterie.core.MutexRecipe;
import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.Ties;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.TamperedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** A group with a lock, its clients, its network and its bad luck, all drawn from one seed. */
final class AskingStorm {
  /** What becomes of those who crash. */
  enum Return {
    NEVER,
    SOMETIMES
  }

  /** How bad it gets: gentle storms do not mislead a detector, or only seldom. */
  enum Force {
    GENTLE,
    WILD
  }

  /** A message that was held back comes after so long at the latest. */
  private static final long LATE_MAX = 200 * MILLI;

  private static final String[] LATENCIES = {"uniform:1ms,5ms", "uniform:1ms,20ms", "2ms"};

  private final long seed;
  private final SplittableRandom random;
  private final Force force;
  private final Return returns;
  private final Set<Integer> paused = new TreeSet<>();
  final AskingGroup group;

  AskingStorm(MutexRecipe recipe, long seed, String detector, Force force, Return returns) {
    this(
        recipe,
        seed,
        detector,
        force,
        returns,
        AskingGroup.Break.messages(node -> new TamperedNode.Tamper()));
  }

  AskingStorm(
      MutexRecipe recipe,
      long seed,
      String detector,
      Force force,
      Return returns,
      AskingGroup.Break broken) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.force = force;
    this.returns = returns;
    int size = 2 + random.nextInt(5);
    Map<String, String> values = new TreeMap<>();
    values.put("detector", detector);
    values.put("period", "50ms");
    values.put("silence", "300ms");
    values.put("retry", "60ms");
    values.put("hold", pick(0, 3, 10) + "ms");
    values.put("think", pick(5, 20, 60) + "ms");
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(new Fault.ClockDrift(id(i), random.nextInt(40_001) - 20_000));
    }
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(random.nextBoolean() ? Ties.SHUFFLED : Ties.SCHEDULED)
            .withLatency(Latency.parse(LATENCIES[random.nextInt(LATENCIES.length)]))
            .withSyncNanos(pick(0, 0, 2 * MILLI))
            .withConditions(clocks);
    group = new AskingGroup(recipe, size, values, setup, broken);
  }

  private long pick(long... values) {
    return values[random.nextInt(values.length)];
  }

  /** Strikes again and again, at random moments. */
  void blow(int strikes) {
    group.runMillis(random.nextLong(200));
    for (int i = 0; i < strikes; i++) {
      if (random.nextInt(4) == 0) { // A group in which nobody enters has nothing to lose.
        calm();
        group.runMillis(random.nextLong(500));
      }
      strike();
      group.runMillis(random.nextLong(pick(10, 100, 400)));
    }
  }

  private void strike() {
    int node = random.nextInt(3) == 0 ? insider() : any();
    boolean isWild = force == Force.WILD;
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> crashOrRecover(node);
      case 4 -> restart(node);
      case 5, 6 -> pauseOrResume(node, isWild);
      case 7 -> group.inject(new Fault.Loss(isWild ? random.nextInt(6) / 10.0 : 0.05));
      case 8 -> group.inject(new Fault.Duplication(random.nextInt(5) / 10.0));
      case 9, 10 -> group.inject(new Fault.Reordering(0.4, random.nextLong(LATE_MAX)));
      case 11 ->
          group.inject(new Fault.Slow(id(node), random.nextLong((isWild ? 150 : 30) * MILLI)));
      case 12 -> partition(isWild);
      case 13 -> cut(node, any(), isWild);
      default -> group.inject(new Fault.HealAll());
    }
  }

  private void crashOrRecover(int node) {
    if (group.isUp(node)) {
      group.inject(new Fault.Crash(id(node), random.nextBoolean()));
      paused.remove(node);
    } else if (returns == Return.SOMETIMES) {
      group.recover(node);
    }
  }

  /** Down and up again before anybody can notice. */
  private void restart(int node) {
    if (returns == Return.SOMETIMES && group.isUp(node)) {
      group.inject(new Fault.Crash(id(node), random.nextBoolean()));
      paused.remove(node);
      group.recover(node);
    }
  }

  private void pauseOrResume(int node, boolean isWild) {
    if (paused.remove(node)) {
      group.inject(new Fault.Resume(id(node)));
    } else if (group.isUp(node)) {
      group.inject(new Fault.Pause(id(node)));
      if (isWild) {
        paused.add(node);
      } else {
        group.runMillis(random.nextLong(150));
        group.inject(new Fault.Resume(id(node)));
      }
    }
  }

  private void partition(boolean isWild) {
    List<NodeId> some = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      if (random.nextBoolean()) {
        some.add(id(i));
      }
    }
    if (!some.isEmpty() && some.size() < group.size()) {
      group.inject(Fault.Partition.of(List.of(some)));
      healSoonUnless(isWild);
    }
  }

  private void cut(int from, int to, boolean isWild) {
    if (from != to) {
      group.inject(new Fault.Cut(id(from), id(to), random.nextBoolean()));
      healSoonUnless(isWild);
    }
  }

  private void healSoonUnless(boolean isWild) {
    if (!isWild) {
      group.runMillis(random.nextLong(150));
      group.inject(new Fault.HealAll());
    }
  }

  private int any() {
    return random.nextInt(group.size());
  }

  private int insider() {
    for (int i = 0; i < group.size(); i++) {
      if (group.isUp(i) && group.at(i).holds()) {
        return i;
      }
    }
    return any();
  }

  /** Nothing is lost any more and no process pauses; those who are down return, if any do. */
  void calm() {
    group.inject(new Fault.HealAll());
    group.inject(new Fault.Loss(0));
    group.inject(new Fault.Duplication(0));
    group.inject(new Fault.Reordering(0, 0));
    paused.forEach(node -> group.inject(new Fault.Resume(id(node))));
    paused.clear();
    for (int i = 0; i < group.size(); i++) {
      group.inject(new Fault.Slow(id(i), 0));
      if (!group.isUp(i) && returns == Return.SOMETIMES) {
        group.recover(i);
      }
    }
  }

  /** Those who are up and do not enter in a second, though nothing is wrong any more. */
  List<Integer> starving() {
    calm();
    group.runMillis(1_200);
    int[] before = new int[group.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = group.entries(i);
    }
    group.runMillis(1_000);
    List<Integer> starving = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      if (group.isUp(i) && group.entries(i) == before[i]) {
        starving.add(i);
      }
    }
    return starving;
  }

  boolean isMajorityUp() {
    return group.upCount() > group.size() / 2;
  }

  boolean isEverybodyUp() {
    return group.upCount() == group.size();
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, %s, returns %s".formatted(seed, group.size(), force, returns);
  }
}
