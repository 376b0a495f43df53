package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import org.junit.jupiter.api.Test;

/** With latency zero, messages form one queue that is drained after each ordinary event. */
class InstantNetworkTest {
  /** At 10 everybody sends to all others; who gets a request answers it. */
  private static final Probe.Script ASK_ALL =
      new Probe.Script() {
        @Override
        public void start(Probe probe) {
          probe.alarm("ask", "10");
        }

        @Override
        public void expired(Probe probe, String alarm) {
          for (long to = 0; to < 3; to++) {
            if (!probe.is(to)) {
              probe.send(to, "request");
            }
          }
        }

        @Override
        public void receive(Probe probe, NodeId from, String text) {
          if (text.equals("request")) {
            probe.send(from.value(), "reply");
          }
        }
      };

  @Test
  void queueIsDrainedFirstInFirstOutAfterEachEvent() {
    Group group = new Group(3, Setup.standard(), ASK_ALL);
    group.run("10");
    assertThat(group.log)
        .startsWith(
            "10 P0 alarm ask",
            "10 P1 gets request from P0",
            "10 P2 gets request from P0",
            "10 P0 gets reply from P1",
            "10 P0 gets reply from P2",
            "10 P1 alarm ask",
            "10 P0 gets request from P1")
        .hasSize(15);
    assertThat(group.simulation.messages()).isEqualTo(12);
    assertThat(group.simulation.events()).isEqualTo(15);
  }

  @Test
  void crashedProcessIsUnreachableInTheSameInstant() {
    Group group = new Group(3, Setup.standard(), ASK_ALL);
    group.at("5", new Fault.Crash(id(1)));
    group.run("10");
    assertThat(group.log)
        .containsExactly(
            "5 crash P1",
            "10 P0 alarm ask",
            "10 P1 misses request: DOWN",
            "10 P2 gets request from P0",
            "10 P0 cannot reach P1",
            "10 P0 gets reply from P2",
            "10 P2 alarm ask",
            "10 P0 gets request from P2",
            "10 P1 misses request: DOWN",
            "10 P2 gets reply from P0",
            "10 P2 cannot reach P1");
  }

  @Test
  void crashedProcessIsSilentIfTheNetworkDoesNotRefuse() {
    Group group = new Group(2, Setup.standard().withRefusing(false), ASK_ALL_OF_TWO);
    group.at("5", new Fault.Crash(id(1)));
    group.run("20");
    assertThat(group.log)
        .containsExactly("5 crash P1", "10 P0 alarm ask", "10 P1 misses request: DOWN");
  }

  private static final Probe.Script ASK_ALL_OF_TWO =
      new Probe.Script() {
        @Override
        public void start(Probe probe) {
          probe.alarm("ask", "10");
        }

        @Override
        public void expired(Probe probe, String alarm) {
          probe.send(probe.is(0) ? 1 : 0, "request");
        }
      };

  @Test
  void refusalTakesItsTimeOnANetworkWithLatency() {
    Setup slow =
        Setup.standard().withLatency(new Latency.Constant(1_000_000_000)).withRefusing(true);
    Group group = new Group(2, slow, ASK_ALL_OF_TWO);
    group.at("5", new Fault.Crash(id(1)));
    group.run("20");
    assertThat(group.log)
        .containsExactly(
            "5 crash P1", "10 P0 alarm ask", "11 P1 misses request: DOWN", "12 P0 cannot reach P1");
  }

  @Test
  void refusalDoesNotPassACut() {
    Group group = new Group(2, Setup.standard(), ASK_ALL_OF_TWO);
    group.at("5", new Fault.Crash(id(1)));
    group.at("6", new Fault.Cut(id(1), id(0), false));
    group.run("20");
    assertThat(group.log).endsWith("10 P0 alarm ask", "10 P1 misses request: DOWN");
  }

  @Test
  void latencyMakesTheNetworkSilent() {
    assertThat(Setup.standard().refusing()).isTrue();
    assertThat(Setup.standard().withLatency(new Latency.Constant(1)).refusing()).isFalse();
    assertThat(Setup.standard().withLatency(new Latency.Constant(0)).refusing()).isTrue();
  }

  @Test
  void pingPongWithoutEndIsAnError() {
    Probe.Script pingPong =
        new Probe.Script() {
          @Override
          public void start(Probe probe) {
            probe.alarm("serve", "10");
          }

          @Override
          public void expired(Probe probe, String alarm) {
            probe.context.send(id(probe.is(0) ? 1 : 0), new Probe.Text("ball"));
          }

          @Override
          public void receive(Probe probe, NodeId from, String text) {
            probe.context.send(from, new Probe.Text("ball"));
          }
        };
    Group group = new Group(2, Setup.standard(), pingPong);
    group.isQuiet = true;
    assertThatThrownBy(() -> group.run("20"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("more than 1000000 messages followed one event without any delay, at 10");
  }

  @Test
  void messageToOneselfArrivesAtOnceOnEveryNetwork() {
    for (Setup setup :
        new Setup[] {
          Setup.standard(),
          Setup.standard().withLatency(new Latency.Constant(1_000_000_000)),
          Setup.standard().withLatency(new Latency.Uniform(1_000_000_000, 2_000_000_000))
        }) {
      Group group = new Group(1, setup, TO_ONESELF);
      group.run("20");
      assertThat(group.log)
          .as("%s", setup.latency())
          .containsExactly("10 P0 alarm ask", "10 P0 gets note from P0");
    }
  }

  private static final Probe.Script TO_ONESELF =
      new Probe.Script() {
        @Override
        public void start(Probe probe) {
          probe.alarm("ask", "10");
        }

        @Override
        public void expired(Probe probe, String alarm) {
          probe.send(0, "note");
        }
      };

  @Test
  void strangerCannotBeSentTo() {
    Group group = new Group(2, Setup.standard(), ASK_ALL_OF_TWO);
    group.simulation.start();
    assertThatThrownBy(() -> group.probe(0).send(9, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no P9; the nodes are P0 to P1");
  }
}
