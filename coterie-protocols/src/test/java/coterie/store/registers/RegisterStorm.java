package coterie.store.registers;

import static coterie.store.registers.RegisterGroup.MILLI;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.List;
import java.util.function.BiFunction;

/** A group with registers, its users, its network and its bad luck, all drawn from one seed. */
final class RegisterStorm {
  final RegisterGroup group;
  private final long seed;
  private final Draws draws;
  private final Storm storm;
  private final long syncNanos;
  private final int registers;
  private int count;

  RegisterStorm(long seed) {
    this(seed, RegisterGroup.RIGHT);
  }

  RegisterStorm(long seed, RegisterGroup.Maker maker) {
    this(seed, grouping(maker));
  }

  private static BiFunction<Integer, Setup, RegisterGroup> grouping(RegisterGroup.Maker maker) {
    return (size, setup) -> new RegisterGroup(size, setup, maker);
  }

  RegisterStorm(long seed, BiFunction<Integer, Setup, RegisterGroup> maker) {
    this.seed = seed;
    this.draws = new Draws(seed);
    this.registers = 1 + draws.nextInt(2);
    int size = 1 + draws.nextInt(5);
    this.syncNanos = draws.pick(0, 0, 2 * MILLI, 10 * MILLI);
    List<Fault> clocks = draws.drifts(View.numbered(0, size), 20_000);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withTies(draws.ties())
            .withLatency(draws.latency())
            .withSyncNanos(syncNanos)
            .withConditions(clocks);
    group = maker.apply(size, setup);
    storm =
        new Storm(group.simulation, draws)
            .with(4, Strike.crashOrRecover())
            .with(2, Strike.restart())
            .with(2, Strike.pauseOrResume())
            .with(1, Strike.loss(7))
            .with(1, Strike.duplication(8))
            .with(2, Strike.reordering(0.4, 300 * MILLI))
            .with(1, Strike.slow(100 * MILLI))
            .with(2, Strike.partition())
            .with(1, Strike.cut())
            .with(1, Strike.healing());
  }

  /** Strikes again and again, at random moments, while calls are made everywhere. */
  void blow(int strikes) {
    act();
    for (int i = 0; i < strikes; i++) {
      if (draws.oneIn(3)) { // A group in which nothing arrives has nothing to confuse.
        calm();
        act();
      }
      storm.strike();
      act();
    }
  }

  private void act() {
    int calls = draws.nextInt(8);
    for (int i = 0; i < calls; i++) {
      storm.runBelow(draws.pick(1, 10, 100) * MILLI);
      NodeId any = storm.any();
      if (storm.isAwake(any)) {
        int node = (int) any.value();
        String name = "r" + draws.nextInt(registers);
        group.call(node, name, action(node, name));
      }
    }
  }

  /** Most expect the version that their own process has accepted last, as two at once will. */
  private RegisterNote.Action action(int node, String name) {
    String value = "v" + ++count;
    return switch (draws.nextInt(6)) {
      case 0, 1 -> new RegisterNote.Get();
      case 2 -> new RegisterNote.Set(value);
      default -> new RegisterNote.Cas(group.version(node, name), value);
    };
  }

  /** Ends all faults: nothing is lost, no process pauses, and all are up. */
  private void calm() {
    storm.calm();
    storm.recoverAll();
  }

  /**
   * Calms down, and lets all that is under way end. Then every process writes each register once
   * more, one after the other, and reads it. Returns what became of these calls.
   */
  List<RegisterNote.Outcome> end() {
    calm();
    group.runMillis(2_000);
    int before = group.notes.size();
    for (int i = 0; i < group.size(); i++) {
      for (int r = 0; r < registers; r++) {
        group.call(i, "r" + r, new RegisterNote.Set("end" + i));
        group.call(i, "r" + r, new RegisterNote.Get());
        group.runMillis(400);
      }
    }
    return group.notes.subList(before, group.notes.size()).stream()
        .filter(RegisterNote.Outcome.class::isInstance)
        .map(RegisterNote.Outcome.class::cast)
        .toList();
  }

  int endCalls() {
    return 2 * group.size() * registers;
  }

  @Override
  public String toString() {
    return "seed %d, N=%d, saves take %d ms".formatted(seed, group.size(), syncNanos / MILLI);
  }
}
