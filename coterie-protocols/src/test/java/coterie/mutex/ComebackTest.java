package coterie.mutex;

import static coterie.mutex.AskingGroup.MILLI;
import static coterie.mutex.AskingGroup.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.mutex.lamport.LamportMutex;
import coterie.mutex.ricartagrawala.RicartAgrawala;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a process comes back, message by message, with detectors that know what they are told. */
class ComebackTest {
  private static final long RETRY = 500 * MILLI;

  private static final class Told implements Detector {
    private final TreeSet<NodeId> suspects = new TreeSet<>();
    private final List<Listener> listeners = new ArrayList<>();

    void suspect(int who) {
      suspects.add(id(who));
      listeners.forEach(listener -> listener.suspected(id(who)));
    }

    void trust(int who) {
      suspects.remove(id(who));
      listeners.forEach(listener -> listener.trusted(id(who)));
    }

    @Override
    public boolean suspects(NodeId member) {
      return suspects.contains(member);
    }

    @Override
    public List<NodeId> suspects() {
      return List.copyOf(suspects);
    }

    @Override
    public List<NodeId> alive() {
      return List.of();
    }

    @Override
    public void listen(Listener listener) {
      listeners.add(listener);
    }
  }

  /** Three or more processes; each message takes 10 ms. */
  private static final class Trio {
    final View members;
    final Simulation simulation;
    final List<String> sent = new ArrayList<>();
    private final Map<NodeId, Told> detectors = new TreeMap<>();

    Trio(String name, int size) {
      members = View.numbered(0, size);
      Setup setup = Setup.standard().withLatency(Latency.parse("10ms"));
      simulation = new Simulation(members, node -> build(name, node), setup);
      simulation.watch(
          new StageWitness() {
            @Override
            public int wants() {
              return ALL;
            }

            @Override
            public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
              sent.add(from + " " + message.getClass().getSimpleName() + " " + to);
            }
          });
      run(50);
      sent.clear();
    }

    private void build(String name, Node node) {
      Told told = new Told();
      detectors.put(node.self(), told);
      if (name.equals("lamport")) {
        node.add("lock", LamportMutex.Msg.class, c -> new LamportMutex(c, members, told, RETRY));
      } else {
        node.add(
            "lock", RicartAgrawala.Msg.class, c -> new RicartAgrawala(c, members, told, RETRY));
      }
    }

    Told detector(int node) {
      Told told = detectors.get(id(node));
      if (told == null) {
        throw new IllegalArgumentException("there is no node " + node);
      }
      return told;
    }

    void run(long millis) {
      simulation.runFor(millis * MILLI);
    }

    void restart(int node) {
      simulation.inject(new Fault.Crash(id(node)));
      simulation.inject(new Fault.Recover(id(node)));
    }

    Mutex lock(int node) {
      return simulation.protocol(id(node), Mutex.class);
    }

    void acquire(int node) {
      simulation.call(
          id(node),
          Mutex.class,
          "acquire",
          mutex -> {
            mutex.acquire();
            return null;
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void whoIsSuspectedIsNotWelcomeUntilItIsTrusted(String name) {
    Trio trio = new Trio(name, 3);
    trio.detector(0).suspect(2);
    trio.restart(2);
    trio.acquire(2);
    trio.run(400);
    assertThat(trio.sent).containsExactly("P2 Hello P0", "P2 Hello P1", "P1 Welcome P2");
    trio.detector(0).trust(2);
    trio.run(500);
    assertThat(trio.sent.subList(3, 7))
        .containsExactly("P2 Hello P0", "P0 Welcome P2", "P2 Request P0", "P2 Request P1");
    assertThat(trio.lock(2).holds()).isTrue();
  }

  /** What the others know may have changed before the one died that is suspected now. */
  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void newSuspicionAsksForEveryWelcomeAnew(String name) {
    Trio trio = new Trio(name, 5);
    trio.detector(4).suspect(2);
    trio.restart(2);
    trio.acquire(2);
    trio.run(30);
    assertThat(trio.sent)
        .contains("P0 Welcome P2", "P1 Welcome P2", "P3 Welcome P2")
        .doesNotContain("P4 Welcome P2");
    trio.sent.clear();
    trio.simulation.inject(new Fault.Crash(id(4)));
    trio.detector(2).suspect(4);
    assertThat(trio.sent).containsExactly("P2 Hello P0", "P2 Hello P1", "P2 Hello P3");
    trio.run(15);
    assertThat(trio.sent).noneMatch(message -> message.contains("Request"));
    trio.run(30);
    assertThat(trio.lock(2).holds()).isTrue();
  }

  /** All whom it does not suspect have welcomed it, but they are too few. */
  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void minorityDoesNotLetAnybodyBackIn(String name) {
    Trio trio = new Trio(name, 5);
    for (int i = 0; i < 3; i++) {
      trio.simulation.inject(new Fault.Crash(id(i)));
    }
    trio.restart(3);
    trio.acquire(3);
    for (int i = 0; i < 3; i++) {
      trio.detector(3).suspect(i);
      trio.detector(4).suspect(i);
    }
    trio.run(2_000);
    assertThat(trio.lock(3).holds()).isFalse();
    trio.simulation.inject(new Fault.Recover(id(0)));
    trio.detector(3).trust(0);
    trio.detector(4).trust(0);
    trio.detector(0).suspect(1);
    trio.detector(0).suspect(2);
    trio.run(2_000);
    assertThat(trio.lock(3).holds()).isTrue();
  }

  /** It was under way when the round began anew. */
  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void welcomeOfAnEarlierRoundIsNotCounted(String name) {
    Trio trio = new Trio(name, 5);
    trio.restart(2);
    trio.acquire(2);
    trio.run(15);
    assertThat(trio.sent).contains("P0 Welcome P2", "P1 Welcome P2", "P3 Welcome P2");
    for (int i : new int[] {0, 1, 3}) {
      trio.detector(i).suspect(2);
    }
    trio.simulation.inject(new Fault.Crash(id(4)));
    trio.detector(2).suspect(4);
    trio.run(1_200);
    assertThat(trio.sent).noneMatch(message -> message.contains("Request"));
    assertThat(trio.lock(2).holds()).isFalse();
  }
}
