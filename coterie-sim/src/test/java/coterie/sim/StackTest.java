package coterie.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Protocols stacked on the channels of a node. */
class StackTest {
  record Ping(int number) implements Message {}

  record Pong(String text) implements Message {}

  record Kept(int value) {}

  private static final class Lower implements Protocol<Ping> {
    final Context<Ping> context;
    final List<String> got = new ArrayList<>();

    Lower(Context<Ping> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Ping message) {
      got.add(from + " " + message.number);
    }
  }

  private static final class Upper implements Protocol<Pong> {
    final Context<Pong> context;
    final Lower lower;
    final List<String> got = new ArrayList<>();

    Upper(Context<Pong> context, Lower lower) {
      this.context = context;
      this.lower = lower;
    }

    @Override
    public void start() {
      context.send(new NodeId(0), new Pong("hello of " + context.self()));
    }

    @Override
    public void receive(NodeId from, Pong message) {
      got.add(from + " " + message.text);
    }

    @Override
    public void unreachable(NodeId to) {
      got.add("cannot reach " + to);
    }
  }

  private static final Blueprint TWO =
      node -> {
        Lower lower = node.add("lower", Ping.class, Lower::new);
        node.add("upper", Pong.class, context -> new Upper(context, lower));
      };

  private static Simulation simulation(Blueprint blueprint) {
    return new Simulation(View.numbered(0, 3), blueprint, Setup.standard());
  }

  @Test
  void messagesReachTheirPeersOnly() {
    Simulation simulation = simulation(TWO);
    simulation.start();
    NodeId one = new NodeId(1);
    simulation.call(
        one,
        Upper.class,
        "both",
        upper -> {
          upper.context.send(new NodeId(2), new Pong("up"));
          upper.lower.context.send(new NodeId(2), new Ping(7));
          return upper;
        });
    assertThat(simulation.protocol(new NodeId(2), Lower.class).got).containsExactly("P1 7");
    assertThat(simulation.protocol(new NodeId(2), Upper.class).got).containsExactly("P1 up");
    assertThat(simulation.protocol(new NodeId(0), Upper.class).got)
        .containsExactly("P0 hello of P0", "P1 hello of P1", "P2 hello of P2");
    assertThat(simulation.protocols(one)).hasSize(2);
    assertThat(simulation.protocol(one, Upper.class).lower)
        .isSameAs(simulation.protocol(one, Lower.class));
  }

  @Test
  void refusalComesBackOnItsChannel() {
    Simulation simulation = simulation(TWO);
    simulation.inject(new Fault.Crash(new NodeId(2)));
    simulation.call(
        new NodeId(1),
        Upper.class,
        "send",
        upper -> {
          upper.context.send(new NodeId(2), new Pong("up"));
          return upper;
        });
    assertThat(simulation.protocol(new NodeId(1), Upper.class).got)
        .containsExactly("cannot reach P2");
  }

  @Test
  void channelsKeepStableValuesApart() {
    Simulation simulation = simulation(TWO);
    simulation.call(
        new NodeId(1),
        Lower.class,
        "save",
        lower -> {
          lower.context.stable("x", Kept.class).save(new Kept(1));
          return lower;
        });
    simulation.inject(new Fault.Crash(new NodeId(1)));
    simulation.inject(new Fault.Recover(new NodeId(1)));
    Upper upper = simulation.protocol(new NodeId(1), Upper.class);
    assertThat(upper.lower.context.stable("x", Kept.class).value()).isEqualTo(new Kept(1));
    assertThat(upper.context.stable("x", Kept.class).value()).isNull();
  }

  private static void refused(Blueprint blueprint, String message) {
    assertThatThrownBy(() -> simulation(blueprint).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void nodesOfABlueprintMustBeAlike() {
    refused(node -> {}, "a blueprint adds the same protocols, at least one, to every node");
    refused(
        node -> {
          node.add("lower", Ping.class, Lower::new);
          if (node.self().value() == 0) {
            node.add("other", Ping.class, Lower::new);
          }
        },
        "a blueprint adds the same protocols, at least one, to every node");
    refused(
        node -> {
          node.add("lower", Ping.class, Lower::new);
          if (node.self().value() == 1) {
            node.add("other", Ping.class, Lower::new);
          }
        },
        "channel \"other\" is missing on the first node");
    refused(
        node -> node.add("channel of " + node.self(), Ping.class, Lower::new),
        "channel 0 is \"channel of P0\" on the first node, not \"channel of P1\"");
    refused(
        node -> {
          node.add("twin", Ping.class, Lower::new);
          node.add("twin", Ping.class, Lower::new);
        },
        "two protocols share the channel name twin");
  }

  @Test
  void protocolActsFromItsStartOn() {
    Blueprint hasty =
        node ->
            node.add(
                "lower",
                Ping.class,
                context -> {
                  Alarm alarm = context.alarm("x", () -> {});
                  alarm.start(5);
                  return new Lower(context);
                });
    assertThatThrownBy(() -> simulation(hasty).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a protocol acts from start() on, not in its constructor: P0");
  }

  @Test
  void missingProtocolIsNamed() {
    Simulation simulation = simulation(TWO);
    assertThatThrownBy(() -> simulation.protocol(new NodeId(0), Probe.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no Probe runs on P0");
  }
}
