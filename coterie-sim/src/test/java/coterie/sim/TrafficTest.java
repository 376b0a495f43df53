package coterie.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.wire.Codec;
import coterie.wire.Envelope;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes are counted by member, as the packets would have them. */
public class TrafficTest {
  private static final View THREE = View.numbered(0, 3);
  private static final NodeId P0 = new NodeId(0);
  private static final NodeId P1 = new NodeId(1);
  private static final NodeId P2 = new NodeId(2);

  public sealed interface Msg extends Message {}

  public record Ask(long number, String text) implements Msg {}

  public record Answer(long number, NodeId who) implements Msg {}

  private sealed interface Secret extends Message {}

  private record Word(int value) implements Secret {}

  /** Answers every question. */
  private record Asker(Context<Msg> context) implements Protocol<Msg> {
    @Override
    public void receive(NodeId from, Msg message) {
      switch (message) {
        case Ask ask -> context.send(from, new Answer(ask.number, context.self()));
        case Answer answer -> {}
      }
    }

    void ask(NodeId to, String text) {
      context.send(to, new Ask(1, text));
    }
  }

  private record Whisperer(Context<Secret> context) implements Protocol<Secret> {
    @Override
    public void start() {
      context.send(P0, new Word(1));
    }

    @Override
    public void receive(NodeId from, Secret message) {}
  }

  @Test
  void loadOfAMemberIsEnvelopesAndMessages() {
    Simulation simulation = asking(Setup.standard().withBytes(true));
    ask(simulation, P0, P1, "how are you");
    ask(simulation, P2, P1, "and you");
    Codec<Msg> codec = Codec.of(Msg.class);
    int envelope = Envelope.size(0, 1, 1);
    long first = envelope + codec.encode(new Ask(1, "how are you")).length;
    long second = envelope + codec.encode(new Ask(1, "and you")).length;
    long answer = envelope + codec.encode(new Answer(1, P1)).length;
    assertThat(simulation.load(P0)).isEqualTo(new Load(1, first, 1, answer));
    assertThat(simulation.load(P2)).isEqualTo(new Load(1, second, 1, answer));
    assertThat(simulation.load(P1)).isEqualTo(new Load(2, 2 * answer, 2, first + second));
    assertThat(simulation.bytes()).isEqualTo(first + second + 2 * answer);
  }

  @Test
  void whatIsLostIsSentAndNotReceived() {
    Setup lossy = Setup.standard().withConditions(List.of(new Fault.Loss(1)));
    Simulation simulation = asking(lossy.withBytes(true));
    ask(simulation, P0, P1, "x");
    assertThat(simulation.load(P0).messagesSent()).isEqualTo(1);
    assertThat(simulation.load(P1)).isEqualTo(new Load(0, 0, 0, 0));
  }

  @Test
  void whatAMemberSendsToItselfIsNoTraffic() {
    Simulation simulation = asking(Setup.standard().withBytes(true));
    ask(simulation, P0, P0, "x");
    assertThat(simulation.messages()).isEqualTo(2);
    assertThat(simulation.bytes()).isZero();
    assertThat(simulation.load(P0)).isEqualTo(new Load(0, 0, 0, 0));
  }

  @Test
  void runIsTheSameWithAndWithoutCounting() {
    Setup setup = Setup.standard().withLatency(new Latency.Constant(5));
    for (boolean counting : new boolean[] {false, true}) {
      Simulation simulation = asking(setup.withBytes(counting));
      ask(simulation, P0, P1, "x");
      simulation.runFor(100);
      assertThat(simulation.events()).isEqualTo(2);
      assertThat(simulation.messages()).isEqualTo(2);
    }
  }

  @Test
  void askingForWhatWasNotCountedSaysHowToCountIt() {
    Simulation simulation = asking(Setup.standard());
    assertThatThrownBy(simulation::bytes)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Setup.withBytes(true)");
    assertThatThrownBy(() -> simulation.load(P0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void familyThatCannotBeSentIsRefusedOnlyWhereBytesAreCounted() {
    whispering(Setup.standard()).start();
    assertThatThrownBy(() -> whispering(Setup.standard().withBytes(true)).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Word cannot be sent")
        .hasMessageContaining("must be public");
  }

  private static Simulation asking(Setup setup) {
    return new Simulation(THREE, node -> node.add("ask", Msg.class, Asker::new), setup);
  }

  private static Simulation whispering(Setup setup) {
    return new Simulation(THREE, node -> node.add("say", Secret.class, Whisperer::new), setup);
  }

  private static void ask(Simulation simulation, NodeId from, NodeId to, String text) {
    simulation.<Asker, Boolean>call(
        from,
        Asker.class,
        "ask",
        asker -> {
          asker.ask(to, text);
          return true;
        });
  }
}
