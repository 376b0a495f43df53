package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.heartbeat.Heartbeat;
import coterie.detect.heartring.HeartRing;
import coterie.detect.phi.PhiAccrual;
import coterie.detect.vring.VRing;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.Draws;
import coterie.testkit.ManySeeds;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What holds of every detector whatever happens, and what holds once faults have stopped, over many
 * seeds of crashes, pauses, cuts, partitions, loss, doubled and reordered messages.
 */
class DetectorChaosTest {
  private static final int SEEDS = ManySeeds.count(150, 10_000);
  private static final long SECOND = TimeText.SECOND;

  /** The detectors, each as it is compared in the laboratory, and what it promises. */
  enum Kind {
    VRING(VRing.RECIPE, Map.of(), true),
    HEARTRING(HeartRing.RECIPE, Map.of(), true),
    HEARTRING_FAITHFUL(HeartRing.RECIPE, Map.of("spread", "false"), false),
    HEARTBEAT(Heartbeat.RECIPE, Map.of(), true),
    HEARTBEAT_FIXED(Heartbeat.RECIPE, Map.of("timeouts", "fixed"), true),
    PHI(PhiAccrual.RECIPE, Map.of("acceptable-pause", "500ms"), true);

    private final DetectorRecipe recipe;
    private final Map<String, String> settings;
    private final boolean everybodyLearns;

    Kind(DetectorRecipe recipe, Map<String, String> changed, boolean everybodyLearns) {
      this.recipe = recipe;
      this.settings = new HashMap<>(recipe.laboratory());
      settings.putAll(changed);
      this.everybodyLearns = everybodyLearns;
    }

    /** A window that saw many mistakes among few beats makes phi slow for a while. */
    long settlingSeconds(int size) {
      return this == PHI ? 300 : 30 + 10L * size;
    }

    Simulation simulation(int size, Setup setup) {
      View view = View.numbered(0, size);
      Settings values = new Settings(recipe.settings(), settings);
      return new Simulation(view, recipe.blueprint(view, values), setup);
    }
  }

  /** Checks that notes take turns, agree with the detector, and never are about oneself. */
  private static final class Turns implements StageWitness {
    private final Map<NodeId, Set<NodeId>> suspects = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    Set<NodeId> of(NodeId observer) {
      return suspects.computeIfAbsent(observer, who -> new TreeSet<>());
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      boolean inTurn =
          switch (note) {
            case Note.Suspected(NodeId who) -> !who.equals(node) && of(node).add(who);
            case Note.Trusted(NodeId who) -> of(node).remove(who);
            case Note.Unknown(NodeId who) -> {
              of(node).remove(who);
              yield !who.equals(node);
            }
            case Note.BadMessage bad -> false;
            default -> true;
          };
      if (!inTurn) {
        wrong.add(TimeText.format(at) + " " + node + " " + note);
      }
    }

    @Override
    public void faulted(long at, Fault fault) {
      if (fault instanceof Fault.Crash crash) {
        suspects.remove(crash.node());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void notesTakeTurnsAndTheTruthIsFoundOnceFaultsStop(Kind kind) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Draws random = new Draws(seed);
      int size = 2 + random.nextInt(7);
      Setup setup =
          Setup.standard().withSeed(seed).withLatency(Latency.parse("uniform:10ms,100ms"));
      Simulation simulation = kind.simulation(size, setup);
      Turns turns = new Turns();
      simulation.watch(turns);
      Storm storm =
          new Storm(simulation, random)
              .with(4, Strike.crashUnlessLast())
              .with(1, Strike.pauseOrResume())
              .with(1, Strike.loss(5))
              .with(1, Strike.duplication(5))
              .with(1, (its, node) -> its.inject(new Fault.Reordering(0.3, SECOND)))
              .with(1, Strike.partition())
              .with(1, Strike.healing());
      for (int i = 0; i < 12; i++) {
        storm.runBelow(6 * SECOND);
        storm.strike();
      }
      storm.calm();
      simulation.runFor(kind.settlingSeconds(size) * SECOND);
      String run = "%s, seed %d, N=%d".formatted(kind, seed, size);
      assertThat(turns.wrong).as(run).isEmpty();
      assertAgrees(simulation, turns, run);
      assertTruth(simulation, kind, run);
    }
  }

  /** The judge above is no use unless it can say no. */
  @Test
  void judgeNoticesNotesOutOfTurn() {
    NodeId observer = new NodeId(0);
    NodeId other = new NodeId(1);
    Turns turns = new Turns();
    turns.noted(0, observer, 0, new Note.Suspected(other));
    turns.noted(1, observer, 0, new Note.Trusted(other));
    turns.noted(2, observer, 0, new Note.Suspected(other));
    turns.faulted(3, new Fault.Crash(observer));
    turns.noted(4, observer, 0, new Note.Suspected(other));
    assertThat(turns.wrong).isEmpty();
    turns.noted(5, observer, 0, new Note.Suspected(other));
    turns.noted(6, other, 0, new Note.Trusted(observer));
    turns.noted(7, observer, 0, new Note.Suspected(observer));
    assertThat(turns.wrong).hasSize(3);
  }

  private static void assertAgrees(Simulation simulation, Turns turns, String run) {
    for (NodeId observer : up(simulation)) {
      Detector detector = simulation.protocol(observer, Detector.class);
      assertThat(detector.suspects())
          .as("%s: notes of %s", run, observer)
          .isEqualTo(List.copyOf(turns.of(observer)));
      for (NodeId member : members(simulation)) {
        assertThat(detector.suspects(member))
            .as("%s: %s of %s", run, observer, member)
            .isEqualTo(turns.of(observer).contains(member));
      }
    }
  }

  /** No false suspicion is left; all who are down are suspected by all, or at least by one. */
  private static void assertTruth(Simulation simulation, Kind kind, String run) {
    Set<NodeId> down = new TreeSet<>(members(simulation));
    down.removeAll(up(simulation));
    Set<NodeId> suspected = new TreeSet<>();
    for (NodeId observer : up(simulation)) {
      List<NodeId> suspects = simulation.protocol(observer, Detector.class).suspects();
      suspected.addAll(suspects);
      if (kind.everybodyLearns) {
        assertThat(suspects).as("%s: %s", run, observer).containsExactlyElementsOf(down);
      }
    }
    assertThat(suspected).as(run).containsExactlyElementsOf(down);
  }

  private static List<NodeId> members(Simulation simulation) {
    List<NodeId> members = new ArrayList<>();
    for (int i = 0; i < simulation.members().size(); i++) {
      members.add(simulation.members().at(i));
    }
    return members;
  }

  private static List<NodeId> up(Simulation simulation) {
    return members(simulation).stream().filter(simulation::isUp).toList();
  }
}
