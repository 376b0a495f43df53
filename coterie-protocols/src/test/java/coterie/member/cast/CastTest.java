package coterie.member.cast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.SeededRandom;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Broadcasts in storms: at most once each, and nearly all. */
class CastTest {
  private static final int SEEDS = ManySeeds.count(6, 500);
  private static final int SIZE = 50;
  private static final long SECOND = TimeText.SECOND;

  /** Who has heard what, and what was heard twice in one life. */
  private static final class Judge implements StageWitness {
    final Map<NodeId, Set<Cast.Told>> heard = new HashMap<>();
    final List<String> twice = new ArrayList<>();

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (note instanceof Cast.Told told
          && !heard.computeIfAbsent(node, any -> new HashSet<>()).add(told)) {
        twice.add(node + " " + told);
      }
    }

    long count(Set<Cast.Told> events, Set<NodeId> who) {
      return who.stream()
          .mapToLong(
              node -> events.stream().filter(heard.getOrDefault(node, Set.of())::contains).count())
          .sum();
    }
  }

  private static Judge storm(long seed, Function<Context<Cast.Msg>, Cast> maker) {
    View members = View.numbered(0, SIZE);
    Setup setup =
        Setup.standard()
            .withSeed(seed)
            .withLatency(Latency.parse("uniform:1ms,300ms"))
            .withConditions(List.of(new Fault.Loss(0.15), new Fault.Duplication(0.3)));
    Simulation simulation =
        new Simulation(members, node -> node.add("cast", Cast.Msg.class, maker), setup);
    Judge judge = new Judge();
    simulation.watch(judge);
    simulation.start();
    SeededRandom random = new SeededRandom(seed, 0xca57);
    for (int i = 0; i < 40; i++) {
      NodeId origin = new NodeId(random.below(SIZE));
      simulation.at(
          random.below(10 * SECOND),
          () ->
              simulation.call(
                  origin,
                  Cast.class,
                  "cast news",
                  cast -> {
                    cast.cast("news", Bytes.none());
                    return null;
                  }));
    }
    simulation.runUntil(20 * SECOND);
    return judge;
  }

  private static List<NodeId> all() {
    return IntStream.range(0, SIZE).mapToObj(NodeId::new).toList();
  }

  @Test
  void nobodyHearsAnEventTwiceAndNearlyAllHearIt() {
    long heard = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Judge judge = storm(seed, c -> new Cast(c, CastTest::all, Cast.Config.service()));
      assertThat(judge.twice).as("seed %d", seed).isEmpty();
      Set<Cast.Told> events = new HashSet<>();
      judge.heard.values().forEach(events::addAll);
      assertThat(events).hasSize(40);
      heard += judge.count(events, new HashSet<>(all()));
    }
    assertThat((double) heard / (40.0 * SIZE * SEEDS)).isGreaterThan(0.999);
  }

  @Test
  void whoForgetsWhatWasHeardIsFoundOut() {
    // A memory for one origin, which is forgotten at once.
    Cast.Config broken = new Cast.Config(3, SECOND / 5, 1, SECOND / 5);
    List<String> twice = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS && twice.isEmpty(); seed++) {
      twice.addAll(storm(seed, c -> new Cast(c, CastTest::all, broken)).twice);
    }
    assertThat(twice).isNotEmpty();
  }

  @Test
  void whatIsTooOldToBeKnownCountsAsHeard() {
    Heard heard = new Heard();
    assertThat(heard.isNew(1, 5, 0)).isTrue();
    assertThat(heard.isNew(1, 5, 0)).isFalse();
    assertThat(heard.isNew(1, 3, 0)).isTrue();
    assertThat(heard.isNew(1, 3, 0)).isFalse();
    assertThat(heard.isNew(1, 300, 0)).isTrue();
    assertThat(heard.isNew(1, 44, 0)).isFalse();
    assertThat(heard.isNew(1, 45, 0)).isTrue();
    assertThat(heard.isNew(1, 261, 0)).isTrue();
    assertThat(heard.isNew(1, 1_000_000, 0)).isTrue();
    assertThat(heard.isNew(1, 999_999, 0)).isTrue();
    assertThat(heard.isNew(2, 1, 0)).isTrue();
    assertThat(heard.isNew(1, 1_000_001, 0)).isFalse();
  }

  @Test
  void greatestNumberThatThereIsIsHeardOnce() {
    Heard heard = new Heard();
    assertThat(heard.isNew(1, Long.MAX_VALUE, 0)).isTrue();
    assertThat(heard.isNew(1, Long.MAX_VALUE, 0)).isFalse();
    assertThat(heard.isNew(1, Long.MAX_VALUE - 255, 0)).isTrue();
    assertThat(heard.isNew(1, Long.MAX_VALUE - 256, 0)).isFalse();
    assertThat(heard.isNew(Long.MAX_VALUE, 1, 0)).isTrue();
  }

  @Test
  void anEventIsShort() {
    Simulation simulation =
        new Simulation(
            View.numbered(0, 1),
            node ->
                node.add(
                    "cast", Cast.Msg.class, c -> new Cast(c, CastTest::all, Cast.Config.service())),
            Setup.standard());
    simulation.start();
    Cast cast = simulation.protocol(new NodeId(0), Cast.class);
    assertThatThrownBy(() -> cast.cast("t", Bytes.of(new byte[512])))
        .hasMessage("an event has a topic, and the two take at most 512 bytes, not 513");
  }
}
