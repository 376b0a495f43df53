package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.manual.Choice;
import coterie.sim.manual.ManualStage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The node in a schedule by hand. Anything may be chosen there; this engine chooses saves first,
 * then the oldest message, then the next alarm.
 */
final class ManualEngine implements Engine {
  private static final long MILLI = 1_000_000;

  private final Log log = new Log();
  private Blueprint blueprint = node -> {};
  private List<Protocol<?>> probes = List.of();
  private @Nullable ManualStage stage;

  private ManualStage stage() {
    if (stage == null) {
      throw new IllegalStateException("not started");
    }
    return stage;
  }

  @Override
  public void start(Blueprint newBlueprint) {
    blueprint = newBlueprint;
    if (stage == null) {
      Setup setup = Setup.standard().withRefusing(true);
      stage = new ManualStage(View.numbered(1, 2), this::build, setup, (any, call) -> {});
      stage.watch(log);
      stage.requireCodecs();
      stage.start();
    } else {
      stage.inject(new Fault.Recover(SELF));
    }
    remember();
  }

  private void build(Node node) {
    blueprint.build(node);
  }

  @Override
  public void call(String words) {
    Probe top = (Probe) stage().protocols(SELF).getLast();
    Function<Probe, @Nullable Object> act =
        any -> {
          any.act(words);
          return null;
        };
    stage().call(SELF, SimulatedEngine.type(top), "act " + words, act);
    remember();
  }

  /** For those who ask for them after a crash. */
  private void remember() {
    if (isUp()) {
      probes = stage().protocols(SELF);
    }
  }

  @Override
  public Probe probe(int channel) {
    return (Probe) probes.get(channel);
  }

  @Override
  public void deliver(int channel, String words) {
    post(channel, words);
    SimulatedEngine.asTold(this::drain);
  }

  @Override
  public void post(int channel, String words) {
    Protocol<?> peer = stage().protocols(Probe.PEER).get(channel);
    Function<Probe, @Nullable Object> tell =
        any -> {
          ((Probe) peer).context.send(SELF, new Probe.Do(words));
          return null;
        };
    stage().call(Probe.PEER, Probe.class, "tell", tell);
  }

  /** Lets all happen that takes no time. */
  private void drain() {
    for (Optional<Choice> next = next(); next.isPresent(); next = next()) {
      stage().apply(next.get());
    }
  }

  private Optional<Choice> next() {
    List<Choice> choices = stage().choices();
    return choices.stream()
        .filter(Choice.Durable.class::isInstance)
        .findFirst()
        .or(
            () ->
                choices.stream().filter(choice -> !(choice instanceof Choice.Expire)).findFirst());
  }

  @Override
  public void elapse(long millis) {
    SimulatedEngine.asTold(this::drain);
    long now = stage().clockNanos(SELF);
    for (long at = now + MILLI; at <= now + millis * MILLI; at += MILLI) {
      long until = at;
      for (NodeId node : List.of(SELF, Probe.PEER)) {
        SimulatedEngine.asTold(() -> wake(node, until));
        stage().apply(new Choice.At(until, new Choice.Inject(new Fault.ClockOffset(node, 0))));
      }
    }
  }

  /** Lets the alarms of a node expire that are due by then. Delays are whole milliseconds. */
  private void wake(NodeId node, long until) {
    Optional<Choice> expiry = expiry(node);
    while (expiry.isPresent() && isDue(expiry.get(), until)) {
      SimulatedEngine.asTold(this::drain);
      expiry = expiry(node);
    }
  }

  private Optional<Choice> expiry(NodeId node) {
    return stage().choices().stream()
        .filter(choice -> choice instanceof Choice.Expire expire && expire.node().equals(node))
        .findFirst();
  }

  /** What is not due yet is refused before anything has changed. */
  private boolean isDue(Choice expiry, long until) {
    try {
      stage().apply(new Choice.At(until, expiry));
      return true;
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("it is too late for this");
      return false;
    }
  }

  @Override
  public void awaitLog(List<String> expected) {
    elapse(100);
    assertThat(log.lines).isEqualTo(expected);
  }

  @Override
  public void awaitDurable(List<String> expected) {
    elapse(100);
    assertThat(log.durable).isEqualTo(expected);
  }

  @Override
  public void deafen() {
    stage().inject(new Fault.SendOnly(SELF));
  }

  @Override
  public void crashPeer() {
    stage().inject(new Fault.Crash(Probe.PEER));
  }

  @Override
  public void pause() {
    stage().inject(new Fault.Pause(SELF));
  }

  @Override
  public void resume() {
    stage().inject(new Fault.Resume(SELF));
    SimulatedEngine.asTold(this::drain);
  }

  @Override
  public void crash() {
    stage().inject(new Fault.Crash(SELF));
  }

  @Override
  public boolean isUp() {
    return stage != null && stage.isUp(SELF);
  }

  @Override
  public void close() {}
}
