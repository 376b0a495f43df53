package coterie.testkit;

import coterie.core.Blueprint;
import coterie.core.NodeId;
import coterie.core.Note;
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
import org.jspecify.annotations.Nullable;

/**
 * A simulated group of processes of one protocol, by their numbers, and what is wrong with it so
 * far. Tests of a protocol extend it with the protocol's own words.
 *
 * @param <P> the protocol, or the interface by which tests ask it
 */
public class Group<P> implements StageWitness {
  public static final long SECOND = TimeText.SECOND;
  public static final long MILLI = SECOND / 1000;

  public final Simulation simulation;

  /** What no correct process does; messages that make no sense are added by themselves. */
  public final List<String> wrong = new ArrayList<>();

  private final Class<P> type;

  public Group(Class<P> type, View members, Blueprint blueprint, Setup setup) {
    this.type = type;
    this.simulation = new Simulation(members, blueprint, setup);
    simulation.watch(this);
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

  /** Returns the protocol of a process that is up. */
  public P at(long node) {
    return simulation.protocol(id(node), type);
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
    simulation.start();
    return simulation.call(id(node), type, "test", method);
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
    simulation.runFor((long) (seconds * SECOND));
  }

  public void runMillis(long millis) {
    simulation.runFor(millis * MILLI);
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
