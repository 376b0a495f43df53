package coterie.member.swim;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.SeededRandom;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A simulated group under the conditions in which users expect SWIM to work: delays from 10 to 100
 * ms, clocks that differ by up to 10 s.
 */
public class Group {
  public static final long SECOND = TimeText.SECOND;
  public static final Latency DELAY = Latency.parse("uniform:10ms,100ms");

  public final long seed;
  public final int size;
  public final Simulation simulation;
  public final SeededRandom random;

  public Group(int size, long seed, SwimConfig config, boolean isConverged) {
    this(size, seed, config, isConverged, DELAY);
  }

  public Group(int size, long seed, SwimConfig config, boolean isConverged, Latency latency) {
    this(size, seed, config, isConverged, Setup.standard().withLatency(latency));
  }

  /** In one data centre: short delays, closed ports are noticed, bytes are counted. */
  public static Group lan(int size, long seed, SwimConfig config, boolean isConverged) {
    Latency latency = Latency.parse("uniform:0.1ms,1ms");
    Setup setup = Setup.standard().withLatency(latency).withRefusing(true).withBytes(true);
    return new Group(size, seed, config, isConverged, setup);
  }

  private Group(int size, long seed, SwimConfig config, boolean isConverged, Setup conditions) {
    this(size, seed, members -> SwimRecipe.blueprint(members, config, isConverged), conditions);
  }

  /** A group of another protocol. */
  public Group(int size, long seed, Function<View, Blueprint> blueprint, Setup conditions) {
    this.seed = seed;
    this.size = size;
    this.random = new SeededRandom(seed, 0x5717);
    List<Fault> clocks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      clocks.add(new Fault.ClockOffset(id(i), random.below(20 * SECOND) - 10 * SECOND));
    }
    View members = View.numbered(0, size);
    Setup setup = conditions.withSeed(seed).withConditions(clocks);
    simulation = new Simulation(members, blueprint.apply(members), setup);
  }

  public static NodeId id(long number) {
    return new NodeId(number);
  }

  public Swim swim(long node) {
    return simulation.protocol(id(node), Swim.class);
  }

  public void run(double seconds) {
    simulation.runFor((long) (seconds * SECOND));
  }

  public void call(long node, String what, Consumer<Swim> method) {
    simulation.call(
        id(node),
        Swim.class,
        what,
        swim -> {
          method.accept(swim);
          return null;
        });
  }

  /** Takes a node that has just started by itself out of the group again. */
  public void leaveNow(long node) {
    call(node, "leave", Swim::leave);
    run(5);
  }

  public void during(Fault fault, double seconds, Fault end) {
    inject(fault);
    run(seconds);
    inject(end);
  }

  /** Looks every half second. */
  public void staysAgreed(Set<Long> nodes, int seconds) {
    for (int i = 0; i < 2 * seconds; i++) {
      run(0.5);
      awaitAgreement(nodes, 0);
    }
  }

  public void inject(Fault fault) {
    simulation.inject(fault);
  }

  /** All up except these. */
  public Set<Long> without(long... absent) {
    Set<Long> rest = new TreeSet<>();
    for (long i = 0; i < size; i++) {
      rest.add(i);
    }
    for (long each : absent) {
      rest.remove(each);
    }
    return rest;
  }

  /** Whether all of these know exactly each other. */
  public boolean agree(Set<Long> nodes) {
    return nodes.stream().allMatch(node -> list(node).equals(nodes));
  }

  public Set<Long> list(long node) {
    Set<Long> list = new TreeSet<>();
    swim(node).members().forEach(member -> list.add(member.id().value()));
    return list;
  }

  /** Runs until they agree, and says how many seconds that took; fails after the limit. */
  public double awaitAgreement(Set<Long> nodes, double limitSeconds) {
    long from = simulation.now();
    long limit = from + (long) (limitSeconds * SECOND);
    while (!agree(nodes) && simulation.now() < limit) {
      simulation.runFor(SECOND / 10);
    }
    assertThat(agree(nodes))
        .as(() -> "seed %d at %s: %s".formatted(seed, TimeText.format(simulation.now()), lists()))
        .isTrue();
    return (simulation.now() - from) / 1e9;
  }

  public String lists() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append('\n').append(id(i)).append(' ');
      text.append(simulation.isUp(id(i)) ? state(i) : "down");
    }
    return text.toString();
  }

  public @Nullable Record state(long node) {
    return swim(node).state();
  }
}
