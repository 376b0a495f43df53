package coterie.detect.heartring;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.detect.Classes;
import coterie.sim.check.detect.Property;
import coterie.sim.check.detect.SuspicionHistory;
import coterie.sim.check.detect.Verdict;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HeartRing: how the ring opens and closes. Beats every second, the timeout is three. */
class HeartRingTest {
  private static final long SECOND = TimeText.SECOND;
  private static final Latency LATENCY = Latency.parse("uniform:10ms,100ms");

  private static Simulation simulation(int size, long seed, boolean spread) {
    DetectorRecipe recipe = HeartRing.RECIPE;
    View view = View.numbered(0, size);
    Map<String, String> given = Map.of("spread", Boolean.toString(spread), "phases", "scattered");
    return new Simulation(
        view,
        recipe.blueprint(view, new Settings(recipe.settings(), given)),
        Setup.standard().withSeed(seed).withLatency(LATENCY));
  }

  private static NodeId id(long value) {
    return new NodeId(value);
  }

  private static HeartRing ring(Simulation simulation, long node) {
    return simulation.protocol(id(node), HeartRing.class);
  }

  /** Everybody who is up watches the next who is up; the last one left watches nobody. */
  private static boolean isClosed(Simulation simulation) {
    View view = simulation.members();
    for (int i = 0; i < view.size(); i++) {
      if (!simulation.isUp(view.at(i))) {
        continue;
      }
      int next = view.after(i);
      while (!simulation.isUp(view.at(next))) {
        next = view.after(next);
      }
      List<NodeId> expected = next == i ? List.of() : List.of(view.at(next));
      if (!ring(simulation, i).state().next().equals(expected)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void quietPeriodHasOneMessagePerProcess() {
    Simulation simulation = simulation(10, 1, false);
    simulation.runUntil(100 * SECOND);
    assertThat(simulation.messages()).isEqualTo(1_000);
    assertThat(isClosed(simulation)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ringClosesAfterAnyCrashesAndAnyRecoveries(boolean spread) {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int size = 2 + random.nextInt(9);
      Simulation simulation = simulation(size, seed, spread);
      simulation.runFor(random.nextLong(10 * SECOND));
      for (int round = 0; round < 4; round++) {
        change(simulation, random);
        String run = "seed %d, N=%d, round %d".formatted(seed, size, round);
        // One timeout for each that is down in a row, and as much again for who came back.
        long limit = simulation.now() + (2L * 3 * size + 5) * SECOND;
        assertThat(simulation.runUntil(() -> isClosed(simulation), limit)).as(run).isTrue();
        simulation.runFor(5 * SECOND);
        assertThat(isClosed(simulation)).as("%s, later", run).isTrue();
      }
    }
  }

  /** Lets any number crash or recover at once, down to one that is left. */
  private static void change(Simulation simulation, SplittableRandom random) {
    for (int i = 0; i < simulation.members().size(); i++) {
      NodeId node = id(i);
      if (random.nextInt(3) > 0) {
        if (!simulation.isUp(node)) {
          simulation.inject(new Fault.Recover(node));
        } else if (simulation.upCount() > 1) {
          simulation.inject(new Fault.Crash(node));
        }
      }
    }
  }

  @Test
  void lastOneSuspectsAllOthersButNotItself() {
    Simulation simulation = simulation(5, 1, false);
    simulation.runFor(5 * SECOND);
    for (long node : new long[] {0, 1, 3, 4}) {
      simulation.inject(new Fault.Crash(id(node)));
    }
    simulation.runFor(15 * SECOND);
    assertThat(ring(simulation, 2).query()).containsExactly(id(0), id(1), id(3), id(4));
    assertThat(ring(simulation, 2).state().next()).isEmpty();
    simulation.inject(new Fault.Recover(id(0)));
    simulation.runFor(6 * SECOND);
    assertThat(ring(simulation, 2).query()).containsExactly(id(3), id(4));
    assertThat(ring(simulation, 0).query()).as("told by P2").containsExactly(id(1));
  }

  @Test
  void newNextGetsAFullTimeout() {
    Simulation simulation = simulation(4, 3, false);
    List<String> suspicions = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (note instanceof Note.Suspected) {
              suspicions.add(node + " " + note);
              times.add(at);
            }
          }
        });
    simulation.runFor(5 * SECOND);
    simulation.inject(new Fault.Crash(id(1)));
    simulation.runFor(20 * SECOND);
    assertThat(suspicions).containsExactly("P0 Suspected[who=P1]");
    simulation.inject(new Fault.Crash(id(2)));
    simulation.inject(new Fault.Crash(id(3)));
    simulation.runFor(20 * SECOND);
    assertThat(suspicions.subList(1, 3))
        .containsExactly("P0 Suspected[who=P2]", "P0 Suspected[who=P3]");
    assertThat(times.get(2) - times.get(1)).isEqualTo(3 * SECOND);
  }

  @Test
  void onlyTheWatcherLearnsUnlessNewsIsSpread() {
    for (boolean spread : new boolean[] {false, true}) {
      Simulation simulation = simulation(8, 1, spread);
      simulation.runFor(10 * SECOND);
      simulation.inject(new Fault.Crash(id(3)));
      simulation.runFor(15 * SECOND);
      List<Long> suspecting = new ArrayList<>();
      for (long node : new long[] {0, 1, 2, 4, 5, 6, 7}) {
        if (ring(simulation, node).suspects(id(3))) {
          suspecting.add(node);
        }
      }
      assertThat(suspecting).hasSize(spread ? 7 : 1).contains(2L);
    }
  }

  @Test
  void healedPartitionComesTogetherAgain() {
    for (long seed = 0; seed < 50; seed++) {
      Simulation simulation = simulation(6, seed, seed % 2 == 0);
      simulation.runFor(5 * SECOND);
      simulation.inject(Fault.Partition.of(List.of(List.of(id(0), id(1), id(4)))));
      simulation.runFor(60 * SECOND);
      assertThat(isClosed(simulation)).isFalse();
      simulation.inject(new Fault.HealAll());
      simulation.runFor(20 * SECOND);
      assertThat(isClosed(simulation)).as("seed %d", seed).isTrue();
      for (int i = 0; i < 6; i++) {
        assertThat(ring(simulation, i).query()).as("seed %d, P%d", seed, i).isEmpty();
      }
    }
  }

  @Test
  void oneAloneIsSilent() {
    Simulation simulation = simulation(1, 1, true);
    simulation.runFor(100 * SECOND);
    assertThat(simulation.messages()).isZero();
    assertThat(ring(simulation, 0).query()).isEmpty();
  }

  @Test
  void recoveredProcessWaitsItsDelay() {
    Simulation simulation = simulation(4, 1, false);
    simulation.runFor(5 * SECOND);
    simulation.inject(new Fault.Crash(id(1)));
    simulation.runFor(10 * SECOND);
    simulation.inject(new Fault.Recover(id(1)));
    simulation.runFor(SECOND / 2 - 1);
    assertThat(ring(simulation, 0).suspects(id(1))).isTrue();
    simulation.runFor(SECOND);
    assertThat(ring(simulation, 0).suspects(id(1))).isFalse();
  }

  private static HeartRing.Status status(Simulation simulation, NodeId node, NodeId of) {
    HeartRing ring = simulation.protocol(node, HeartRing.class);
    return ring.state().state().get(simulation.members().indexOf(of));
  }

  /** Keeps what each note says of a member, where the state of its observer says something else. */
  private static final class Words implements StageWitness {
    private final Simulation simulation;
    private final List<String> wrong = new ArrayList<>();
    private int unknown;

    Words(Simulation simulation) {
      this.simulation = simulation;
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      switch (note) {
        case Note.Suspected(NodeId who) -> check(at, node, who, HeartRing.Status.FAULT);
        case Note.Trusted(NodeId who) -> check(at, node, who, HeartRing.Status.CORRECT);
        case Note.Unknown(NodeId who) -> {
          unknown++;
          check(at, node, who, HeartRing.Status.UNKNOWN);
        }
        default -> {}
      }
    }

    void check(long at, NodeId node, NodeId who, HeartRing.Status expected) {
      HeartRing.Status is = status(simulation, node, who);
      if (is != expected) {
        wrong.add("%s %s: %s is %s".formatted(TimeText.format(at), node, who, is));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void notesSayWhatTheStateSays(boolean spread) {
    int unknown = 0;
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Simulation simulation = simulation(3 + random.nextInt(6), seed, spread);
      Words words = new Words(simulation);
      simulation.watch(words);
      for (int i = 0; i < 10; i++) {
        simulation.runFor(random.nextLong(8 * SECOND));
        change(simulation, random);
      }
      assertThat(words.wrong).as("seed " + seed).isEmpty();
      unknown += words.unknown;
    }
    assertThat(unknown > 0).as("members were forgotten").isEqualTo(!spread);
  }

  /** The judge above is no use unless it can say no. */
  @Test
  void judgeOfNotesNoticesTrustInOneThatIsDown() {
    Simulation simulation = simulation(3, 1, false);
    Words words = new Words(simulation);
    simulation.runFor(5 * SECOND);
    simulation.inject(new Fault.Crash(id(1)));
    simulation.runFor(10 * SECOND);
    words.noted(0, id(0), 0, new Note.Trusted(id(1)));
    words.noted(0, id(0), 0, new Note.Unknown(id(1)));
    words.noted(0, id(0), 0, new Note.Suspected(id(1)));
    assertThat(words.wrong).hasSize(2);
  }

  /** P1 and P2 are down, P1 comes back: P2, beyond it, is for P1 to judge from now on. */
  @Test
  void memberBeyondTheOneThatReturnedIsUnknownAndNotTrusted() {
    Simulation simulation = simulation(4, 1, false);
    SuspicionHistory suspicions = new SuspicionHistory(simulation, Verdict.SUSPECTED);
    List<Note> notes = new ArrayList<>();
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (node.equals(id(0))) {
              notes.add(note);
            }
          }
        });
    simulation.inject(new Fault.Crash(id(1)));
    simulation.inject(new Fault.Crash(id(2)));
    simulation.runFor(20 * SECOND);
    simulation.inject(new Fault.Recover(id(1)));
    simulation.runFor(20 * SECOND);
    assertThat(notes).contains(new Note.Unknown(id(2)), new Note.Trusted(id(1)));
    assertThat(notes).doesNotContain(new Note.Trusted(id(2)));
    assertThat(ring(simulation, 0).suspects()).isEmpty();
    assertThat(ring(simulation, 1).suspects()).containsExactly(id(2));
    Classes classes = suspicions.classes(SECOND);
    assertThat(classes.weakCompleteness().outcome()).isEqualTo(Property.Outcome.HOLDS);
    assertThat(classes.strongCompleteness().outcome())
        .as("P0 has forgotten P2")
        .isEqualTo(Property.Outcome.FAILS);
  }

  @Test
  void testIsOkOnceInATimeoutAndAFaultComesBeforeItsSuspicion() {
    Simulation simulation = simulation(3, 1, false);
    List<Note> notes = new ArrayList<>();
    simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (node.equals(id(0))) {
              notes.add(note);
            }
          }
        });
    simulation.runUntil(31 * SECOND);
    assertThat(notes).hasSizeBetween(7, 10).containsOnly(new HeartRing.TestOk(id(1)));
    notes.clear();
    simulation.inject(new Fault.Crash(id(1)));
    simulation.runUntil(40 * SECOND);
    assertThat(notes).startsWith(new HeartRing.Fault(id(1)), new Note.Suspected(id(1)));
  }

  @Test
  void stateShowsTheNeighboursAndTheTimeSinceTheLastBeat() {
    Simulation simulation = simulation(3, 1, false);
    simulation.runUntil(10 * SECOND);
    HeartRing.State state = ring(simulation, 0).state();
    assertThat(state.next()).containsExactly(id(1));
    assertThat(state.prev()).isEqualTo(id(2));
    assertThat(state.sinceBeatNanos()).isBetween(0L, 1_100_000_000L);
    simulation.inject(new Fault.Crash(id(1)));
    simulation.runUntil(11 * SECOND + SECOND / 2);
    assertThat(ring(simulation, 0).state()).as("time is no change").isEqualTo(state);
    assertThat(ring(simulation, 0).state().sinceBeatNanos()).isGreaterThan(1_400_000_000L);
  }
}
