package coterie.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A storm does all that its table says, the same for the same seed, and finds what is broken. */
class StormTest {
  private static final int SIZE = 4;
  private static final View MEMBERS = View.numbered(0, SIZE);

  /** Knows the highest count that each process has told. */
  private static final class Echoes extends SimulatedGroup<Echo> {
    private final Map<NodeId, TreeSet<Long>> told = new TreeMap<>();
    final List<String> faults = new ArrayList<>();

    Echoes(long seed, Blueprint blueprint) {
      super(Echo.class, MEMBERS, blueprint, setup(seed));
    }

    private static Setup setup(long seed) {
      Draws draws = new Draws(seed);
      return Setup.standard()
          .withSeed(seed)
          .withTies(draws.ties())
          .withLatency(draws.latency())
          .withSyncNanos(draws.pick(0, 5 * MILLI))
          .withConditions(draws.drifts(MEMBERS, 20_000));
    }

    @Override
    public void faulted(long at, Fault fault) {
      faults.add(at + " " + fault.text());
    }

    @Override
    public int wants() {
      return ALL;
    }

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      long number = ((Echo.Count) message).number();
      TreeSet<Long> before = told.computeIfAbsent(from, node -> new TreeSet<>());
      if (!before.isEmpty() && before.last() > number) {
        says("%s counts back to %d".formatted(from, number));
      }
      before.add(number);
    }
  }

  private static Echoes blown(long seed, Blueprint blueprint) {
    Echoes group = new Echoes(seed, blueprint);
    Storm storm = new Storm(group.simulation, new Draws(seed)).withAllKinds();
    storm.blow(15);
    storm.calm();
    storm.recoverAll();
    group.run(1);
    return group;
  }

  @Test
  void soundProtocolIsSound() {
    for (long seed = 0; seed < 100; seed++) {
      Echoes group = blown(seed, Echo.blueprint(MEMBERS));
      assertThat(group.wrong).as("seed %d", seed).isEmpty();
      assertThat(group.simulation.upCount()).isEqualTo(SIZE);
      assertThat(group.told).hasSize(SIZE);
    }
  }

  @Test
  void forgetfulProtocolIsCaught() {
    Blueprint forgetful =
        node ->
            Echo.blueprint(MEMBERS)
                .build(
                    new TamperedNode(
                        node,
                        Echo.Msg.class,
                        new TamperedNode.Tamper() {
                          @Override
                          protected boolean isForgetful() {
                            return true;
                          }
                        }));
    String found =
        ManySeeds.firstFound(100, seed -> String.join("\n", blown(seed, forgetful).wrong));
    assertThat(found).contains("counts back to");
  }

  @Test
  void seedSaysWhatHappens() {
    Blueprint blueprint = Echo.blueprint(MEMBERS);
    assertThat(blown(7, blueprint).faults).isEqualTo(blown(7, blueprint).faults);
    assertThat(blown(7, blueprint).faults).isNotEqualTo(blown(8, blueprint).faults);
  }

  @Test
  void everyKindStrikes() {
    TreeSet<String> kinds = new TreeSet<>();
    for (long seed = 0; seed < 20; seed++) {
      blown(seed, Echo.blueprint(MEMBERS)).faults.forEach(text -> kinds.add(text.split(" ")[1]));
    }
    assertThat(kinds)
        .contains(
            "crash",
            "recover",
            "pause",
            "resume",
            "loss",
            "duplicate",
            "reorder",
            "slow",
            "partition",
            "cut",
            "heal");
  }

  @Test
  void weightsSayHowOften() {
    SimulatedGroup<Echo> group = new Echoes(1, Echo.blueprint(MEMBERS));
    int[] times = new int[2];
    Storm storm =
        new Storm(group.simulation, new Draws(1))
            .with(3, (its, node) -> times[0]++)
            .with(1, (its, node) -> times[1]++);
    for (int i = 0; i < 4_000; i++) {
      storm.strike();
    }
    assertThat(times[0]).isBetween(2_850, 3_150);
    assertThat(times[0] + times[1]).isEqualTo(4_000);
  }

  @Test
  void crashedStayDownWhereNoneReturns() {
    SimulatedGroup<Echo> group = new Echoes(1, Echo.blueprint(MEMBERS));
    Storm storm = new Storm(group.simulation, new Draws(1)).withoutReturns();
    storm.crash(SimulatedGroup.id(1), false);
    storm.recoverAll();
    Strike.crashOrRecover().strike(storm, SimulatedGroup.id(1));
    assertThat(group.isUp(1)).isFalse();
  }

  @Test
  void pausedThatCrashesIsNotResumed() {
    SimulatedGroup<Echo> group = new Echoes(1, Echo.blueprint(MEMBERS));
    Storm storm = new Storm(group.simulation, new Draws(1));
    storm.pause(SimulatedGroup.id(2));
    assertThat(storm.isAwake(SimulatedGroup.id(2))).isFalse();
    storm.crash(SimulatedGroup.id(2), false);
    storm.recover(SimulatedGroup.id(2));
    storm.calm();
    assertThat(storm.isAwake(SimulatedGroup.id(2))).isTrue();
    assertThat(storm.firstOrAny(node -> node.value() == 3)).isEqualTo(SimulatedGroup.id(3));
  }

  @Test
  void stormWithoutStrikesIsRefused() {
    Storm storm = new Storm(new Echoes(1, Echo.blueprint(MEMBERS)).simulation, new Draws(1));
    assertThatThrownBy(storm::strike).isInstanceOf(IllegalStateException.class);
  }
}
