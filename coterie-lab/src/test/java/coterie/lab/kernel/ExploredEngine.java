package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.explore.local.ExploredNode;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The node as a search drives it. A search lets everything happen in every order; this engine
 * chooses the order of the simulator: saves, then the oldest message, then the next alarm. As in a
 * search, a paused node is left alone, and its messages stay in flight.
 */
final class ExploredEngine implements Engine {
  /** Draws of up to four values take all of them. */
  private static final int DRAWS_MAX = 4;

  private final Log log = new Log();
  private final ExploredNode node = new ExploredNode(View.numbered(1, 2), this::build, DRAWS_MAX);
  private final ArrayDeque<Runnable> flights = new ArrayDeque<>();
  private Blueprint blueprint = any -> {};
  private List<Protocol<?>> probes = List.of();
  private boolean isPaused;
  private boolean isDeaf;
  private boolean isPeerDown;

  ExploredEngine() {
    node.watch(log);
  }

  private void build(Node built) {
    blueprint.build(built);
  }

  /** Chooses the random numbers of the next step. */
  void choose(long... draws) {
    node.choose(draws);
  }

  @Override
  public void start(Blueprint newBlueprint) {
    blueprint = newBlueprint;
    node.begin();
    probes = node.protocols();
    collect();
  }

  /** What was sent is in flight from now on. */
  private void collect() {
    for (ExploredNode.Sent each : node.sent()) {
      if (each.to().equals(SELF)) {
        fly(each.channel(), SELF, each.message());
      } else if (isPeerDown) {
        flights.add(() -> node.unreachable(each.channel(), each.to()));
      }
    }
  }

  private void fly(int channel, NodeId from, Message message) {
    flights.add(() -> node.receive(channel, from, message));
  }

  @Override
  public void call(String words) {
    Probe top = (Probe) node.protocols().getLast();
    try {
      node.call(
          top,
          "act " + words,
          any -> {
            any.act(words);
            return null;
          });
    } finally {
      collect();
    }
  }

  @Override
  public void deliver(int channel, String words) {
    post(channel, words);
    SimulatedEngine.asTold(this::drain);
  }

  @Override
  public void post(int channel, String words) {
    if (!isDeaf && node.isUp()) {
      fly(channel, Probe.PEER, new Probe.Do(words));
    }
  }

  private void drain() {
    while (!isPaused && isUp()) {
      try {
        if (!node.sync()) {
          if (flights.isEmpty()) {
            return;
          }
          flights.removeFirst().run();
        }
      } finally {
        collect();
      }
    }
  }

  @Override
  public void elapse(long millis) {
    SimulatedEngine.asTold(this::drain);
    long left = millis * 1_000_000;
    while (!isPaused && isUp()) {
      long rest = node.expireWithin(left);
      if (rest < 0) {
        break;
      }
      left = rest;
      collect();
      SimulatedEngine.asTold(this::drain);
    }
    node.elapse(left);
  }

  @Override
  public void awaitLog(List<String> expected) {
    elapse(1_000);
    assertThat(log.lines).isEqualTo(expected);
  }

  @Override
  public void awaitDurable(List<String> expected) {
    elapse(1_000);
    assertThat(log.durable).isEqualTo(expected);
  }

  @Override
  public void pause() {
    isPaused = true;
  }

  @Override
  public void resume() {
    isPaused = false;
    SimulatedEngine.asTold(this::drain);
  }

  @Override
  public void deafen() {
    isDeaf = true;
  }

  @Override
  public void crashPeer() {
    isPeerDown = true;
  }

  @Override
  public void crash() {
    node.end();
    flights.clear();
    isPaused = false;
  }

  @Override
  public boolean isUp() {
    return node.isUp();
  }

  @Override
  public Probe probe(int channel) {
    return (Probe) probes.get(channel);
  }

  @Override
  public void close() {}
}
