package coterie.testkit;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated group of processes of one protocol, by their numbers, and what is wrong with it so
 * far. Tests of a protocol extend it with the protocol's own words.
 *
 * @param <P> the protocol, or the interface by which tests ask it
 */
public class SimulatedGroup<P> implements StageWitness {
  public static final long SECOND = TimeText.SECOND;
  public static final long MILLI = SECOND / 1000;

  public final Simulation simulation;

  /** What no correct process does; messages that make no sense are added by themselves. */
  public final List<String> wrong = new ArrayList<>();

  private final Class<P> type;
  private final View members;
  private final List<@Nullable P> made = new ArrayList<>();

  public SimulatedGroup(Class<P> type, View members, Blueprint blueprint, Setup setup) {
    this(type, members, blueprint, setup, node -> node);
  }

  /**
   * Makes a group whose processes are tampered with.
   *
   * @param tampering what a process is built on instead of its node, such as a {@link TamperedNode}
   */
  public SimulatedGroup(
      Class<P> type,
      View members,
      Blueprint blueprint,
      Setup setup,
      UnaryOperator<Node> tampering) {
    this.type = type;
    this.members = members;
    for (int i = 0; i < members.size(); i++) {
      made.add(null);
    }
    this.simulation =
        new Simulation(
            members, node -> blueprint.build(new Catching(tampering.apply(node))), setup);
    simulation.watch(this);
  }

  /** Sees which protocols a process is made of. */
  private final class Catching implements Node {
    private final Node node;

    Catching(Node node) {
      this.node = node;
    }

    @Override
    public NodeId self() {
      return node.self();
    }

    @Override
    public <M extends Message, Q extends Protocol<M>> Q add(
        String channel, Class<M> family, Function<? super Context<M>, Q> maker) {
      Q protocol = node.add(channel, family, maker);
      if (type.isInstance(protocol)) {
        made.set(members.indexOf(self()), type.cast(protocol));
      }
      return protocol;
    }
  }

  public static NodeId id(long number) {
    return new NodeId(number);
  }

  public int size() {
    return simulation.members().size();
  }

  public boolean isUp(long node) {
    return simulation.isUp(id(node));
  }

  /** Returns the protocol of a process, in its present life or its last one. */
  public P at(long node) {
    simulation.start();
    P protocol = made.get(members.indexOf(id(node)));
    if (protocol == null) {
      throw new IllegalArgumentException(
          "no %s runs on %s".formatted(type.getSimpleName(), id(node)));
    }
    return protocol;
  }

  /** Calls a method of the protocol, as a local event of its process. */
  public void call(long node, Consumer<P> method) {
    this.<@Nullable Object>ask(
        node,
        protocol -> {
          method.accept(protocol);
          return null;
        });
  }

  /** Calls a method of the protocol, as a local event of its process, and returns its result. */
  public <T extends @Nullable Object> T ask(long node, Function<P, T> method) {
    P protocol = at(node);
    boolean isTampered = !simulation.protocols(id(node)).contains(protocol);
    return isTampered
        ? simulation.call(id(node), Protocol.class, "test", any -> method.apply(protocol))
        : simulation.call(id(node), type, "test", method);
  }

  public void inject(Fault fault) {
    simulation.inject(fault);
  }

  public void crash(long node) {
    inject(new Fault.Crash(id(node)));
  }

  public void recover(long node) {
    inject(new Fault.Recover(id(node)));
  }

  public void run(double seconds) {
    runFor((long) (seconds * SECOND));
  }

  public void runMillis(long millis) {
    runFor(millis * MILLI);
  }

  /** Runs on for that long; those that look at every event override it. */
  public void runFor(long nanos) {
    simulation.runFor(nanos);
  }

  /** Runs on for that long and calls the look after every event. */
  public void runLooking(long nanos, Runnable look) {
    simulation.runUntil(
        () -> {
          look.run();
          return false;
        },
        simulation.now() + nanos);
  }

  /** Adds a sentence to what is wrong, with the time. */
  public void says(String what) {
    wrong.add(TimeText.format(simulation.now()) + " " + what);
  }

  /** Hears what a process notes; those that override it call this one, too. */
  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (note instanceof Note.BadMessage bad) {
      says(node + " " + bad);
    }
  }
}
