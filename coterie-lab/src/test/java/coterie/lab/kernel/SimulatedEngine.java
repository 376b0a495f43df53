package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Node;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The node in virtual time; its disk takes ten milliseconds. */
final class SimulatedEngine implements Engine {
  private final Log log = new Log();
  private Blueprint blueprint = node -> {};
  private List<Protocol<?>> probes = List.of();
  private @Nullable Simulation simulation;

  /** What else looks at the simulation. */
  Consumer<Simulation> onMade = made -> {};

  private Simulation simulation() {
    if (simulation == null) {
      throw new IllegalStateException("not started");
    }
    return simulation;
  }

  @Override
  public void start(Blueprint newBlueprint) {
    blueprint = newBlueprint;
    if (simulation == null) {
      Setup setup =
          Setup.standard()
              .withLatency(new Latency.Constant(1_000_000))
              .withRefusing(true)
              .withSyncNanos(10_000_000);
      simulation = new Simulation(View.numbered(1, 2), this::build, setup);
      simulation.watch(log);
      simulation.requireCodecs();
      onMade.accept(simulation);
      simulation.start();
    } else {
      simulation.inject(new Fault.Recover(SELF));
    }
    remember();
  }

  private void build(Node node) {
    blueprint.build(node);
  }

  @Override
  public void call(String words) {
    Probe top = (Probe) simulation().protocols(SELF).getLast();
    Function<Probe, @Nullable Object> act =
        any -> {
          any.act(words);
          return null;
        };
    simulation().call(SELF, type(top), "act " + words, act);
    remember();
  }

  @SuppressWarnings("unchecked") // It is its own class.
  static Class<Probe> type(Probe probe) {
    return (Class<Probe>) probe.getClass();
  }

  /** For those who ask for them after a crash. */
  private void remember() {
    if (isUp()) {
      probes = simulation().protocols(SELF);
    }
  }

  @Override
  public Probe probe(int channel) {
    return (Probe) probes.get(channel);
  }

  @Override
  public void deliver(int channel, String words) {
    post(channel, words);
    elapse(2);
  }

  @Override
  public void post(int channel, String words) {
    Protocol<?> peer = simulation().protocols(Probe.PEER).get(channel);
    Function<Probe, @Nullable Object> tell =
        any -> {
          ((Probe) peer).context.send(SELF, new Probe.Do(words));
          return null;
        };
    simulation().call(Probe.PEER, Probe.class, "tell", tell);
  }

  @Override
  public void awaitLog(List<String> expected) {
    settle();
    assertThat(log.lines).isEqualTo(expected);
  }

  @Override
  public void awaitDurable(List<String> expected) {
    settle();
    assertThat(log.durable).isEqualTo(expected);
  }

  @Override
  public void elapse(long millis) {
    asTold(() -> simulation().runFor(millis * 1_000_000));
  }

  void settle() {
    elapse(1_000);
  }

  /** What a handler throws ends a run, which can go on all the same. */
  static void asTold(Runnable action) {
    try {
      action.run();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage(Probe.AS_TOLD);
      asTold(action);
    }
  }

  /** A call of anybody is followed by all that is due at once. */
  private void goOn() {
    Function<Probe, @Nullable Object> nothing = any -> null;
    simulation().call(Probe.PEER, Probe.class, "nothing", nothing);
  }

  @Override
  public void deafen() {
    simulation().inject(new Fault.SendOnly(SELF));
  }

  @Override
  public void crashPeer() {
    simulation().inject(new Fault.Crash(Probe.PEER));
  }

  @Override
  public void pause() {
    simulation().inject(new Fault.Pause(SELF));
  }

  @Override
  public void resume() {
    try {
      simulation().inject(new Fault.Resume(SELF));
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage(Probe.AS_TOLD);
      asTold(this::goOn);
    }
  }

  @Override
  public void crash() {
    simulation().inject(new Fault.Crash(SELF));
  }

  @Override
  public boolean isUp() {
    return simulation != null && simulation.isUp(SELF);
  }

  @Override
  public void close() {}
}
