package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.member.Member;
import coterie.member.SwimStatus;
import coterie.recipe.Settings;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.Draws;
import coterie.testkit.ManySeeds;
import coterie.testkit.Storm;
import coterie.testkit.Strike;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Several bad things at a time, with clocks that drift apart, and members that leave, join and tag
 * themselves meanwhile. What members note always makes sense; once faults have stopped they agree
 * on everything, tags included.
 */
class SwimStormTest {
  private static final int SEEDS = ManySeeds.count(25, 2_000);
  private static final double BOUND_SECONDS = 90;

  /** What was told in the storm may have reached few; comparing lists brings it to the others. */
  private static final double PUSH_PULLS_SECONDS = 60;

  enum Kind {
    LAN(SwimConfig.lan(), true),
    LIFEGUARD_OFF(
        SwimRecipe.config(new Settings(SwimRecipe.RECIPE.settings(), Map.of("lifeguard", "off"))),
        true),
    BARE(SwimConfig.bare(), false);

    private final SwimConfig config;
    private final boolean comesTogether;

    Kind(SwimConfig config, boolean comesTogether) {
      this.config = config;
      this.comesTogether = comesTogether;
    }
  }

  /** Checks that each member's notes about each other one take turns; knows what they say now. */
  static final class Turns implements StageWitness {
    private final Map<NodeId, Map<NodeId, SwimStatus>> known = new TreeMap<>();
    final List<String> wrong = new ArrayList<>();

    Map<NodeId, SwimStatus> of(NodeId observer) {
      return known.computeIfAbsent(observer, who -> new TreeMap<>());
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      Map<NodeId, SwimStatus> its = of(node);
      boolean inTurn =
          switch (note) {
            case Note.Joined(NodeId who) ->
                !who.equals(node) && !isMember(its.put(who, SwimStatus.ALIVE));
            case Note.Suspected(NodeId who) -> its.put(who, SwimStatus.SUSPECT) == SwimStatus.ALIVE;
            case Note.Trusted(NodeId who) -> its.put(who, SwimStatus.ALIVE) == SwimStatus.SUSPECT;
            case Note.Failed(NodeId who) ->
                !who.equals(node) && its.put(who, SwimStatus.FAILED) != SwimStatus.FAILED;
            case Note.Left(NodeId who) -> left(its, node, who);
            case Note.Updated(NodeId who) -> isMember(its.get(who));
            default -> false;
          };
      if (!inTurn) {
        wrong.add(TimeText.format(at) + " " + node + " " + note);
      }
    }

    private static boolean left(Map<NodeId, SwimStatus> its, NodeId node, NodeId who) {
      if (who.equals(node)) {
        its.clear();
        return true;
      }
      return its.put(who, SwimStatus.LEFT) != SwimStatus.LEFT;
    }

    private static boolean isMember(@Nullable SwimStatus status) {
      return status != null && status.isMember();
    }

    @Override
    public void faulted(long at, Fault fault) {
      if (fault instanceof Fault.Crash crash) {
        known.remove(crash.node());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void notesTakeTurnsAndMembersAgreeAfterwards(Kind kind) {
    for (long seed = 0; seed < SEEDS; seed++) {
      int size = 2 + (int) seed % 11;
      Group group = new Group(size, seed, kind.config, false);
      Turns turns = new Turns();
      group.simulation.watch(turns);
      Weather storm = new Weather(group);
      group.run(5);
      for (int round = 0; round < 3; round++) {
        storm.rage();
        storm.calm();
        if (kind.comesTogether) {
          group.awaitAgreement(storm.inside(), BOUND_SECONDS);
          group.run(PUSH_PULLS_SECONDS);
          assertSameCards(group, storm.inside());
        }
        assertThat(turns.wrong).as("%s, seed %d", kind, seed).isEmpty();
        storm.inside().forEach(node -> assertNotesAreRight(group, turns, node));
      }
    }
  }

  private static void assertSameCards(Group group, Set<Long> inside) {
    Set<String> lists = new TreeSet<>();
    for (long node : inside) {
      List<String> cards = new ArrayList<>();
      for (Member member : group.swim(node).members()) {
        cards.add(member.id() + "@" + member.incarnation() + member.card().tags());
      }
      lists.add(cards.toString());
    }
    assertThat(lists).as("seed %d", group.seed).hasSizeLessThan(2);
  }

  private static void assertNotesAreRight(Group group, Turns turns, long node) {
    for (NodeId other : turns.of(id(node)).keySet()) {
      SwimStatus noted = turns.of(id(node)).get(other);
      Member member = Objects.requireNonNull(group.swim(node).member(other));
      assertThat(noted)
          .as("seed %d: P%d of %s", group.seed, node, other)
          .isEqualTo(member.status());
    }
  }

  /** The judge above is no use unless it can say no. */
  @Test
  void judgeNoticesNotesOutOfTurn() {
    Turns turns = new Turns();
    turns.noted(0, id(0), 0, new Note.Joined(id(1)));
    turns.noted(1, id(0), 0, new Note.Suspected(id(1)));
    turns.noted(2, id(0), 0, new Note.Failed(id(1)));
    turns.noted(3, id(0), 0, new Note.Joined(id(1)));
    turns.noted(4, id(0), 0, new Note.Left(id(0)));
    turns.noted(5, id(0), 0, new Note.Joined(id(1)));
    assertThat(turns.wrong).isEmpty();
    turns.noted(6, id(0), 0, new Note.Joined(id(1)));
    turns.noted(7, id(0), 0, new Note.Trusted(id(1)));
    turns.noted(8, id(0), 0, new Note.Failed(id(0)));
    turns.noted(9, id(0), 0, new Note.Suspected(id(2)));
    turns.noted(10, id(0), 0, new Note.BadMessage(id(1), "bad"));
    assertThat(turns.wrong).hasSize(5);
  }

  /** A group in a storm, whose members leave, join and tag themselves, too. */
  private static final class Weather {
    private final Group group;
    private final Draws draws;
    private final Storm storm;
    private final Set<Long> outside = new TreeSet<>();

    Weather(Group group) {
      this.group = group;
      this.draws = new Draws(group.seed);
      draws.drifts(group.simulation.members(), 10_000).forEach(group::inject);
      this.storm =
          new Storm(group.simulation, draws)
              .with(2, (its, node) -> crashOrRecover(node))
              .with(1, (its, node) -> its.some().forEach(this::restart))
              .with(1, Strike.pauseOrResume())
              .with(1, (its, node) -> its.inject(new Fault.Loss(0.5)))
              .with(1, (its, node) -> its.inject(new Fault.Duplication(0.3)))
              .with(1, (its, node) -> its.inject(new Fault.Reordering(0.3, 20 * SECOND)))
              .with(1, Strike.partition())
              .with(1, (its, node) -> its.inject(new Fault.SendOnly(node)))
              .with(1, (its, node) -> its.inject(new Fault.Slow(node, 2 * SECOND)))
              .with(1, (its, node) -> leaveOrJoin(node))
              .with(1, (its, node) -> tag(node));
    }

    Set<Long> inside() {
      Set<Long> inside = new TreeSet<>();
      for (long i = 0; i < group.size; i++) {
        if (group.simulation.isUp(id(i)) && !outside.contains(i)) {
          inside.add(i);
        }
      }
      return inside;
    }

    void rage() {
      storm.runBelow(100 * SECOND);
      for (long left = 1 + draws.nextInt(6); left > 0; left--) {
        storm.strike();
        storm.runBelow(20 * SECOND);
      }
    }

    void calm() {
      storm.calm();
    }

    private void crashOrRecover(NodeId node) {
      if (!storm.isUp(node)) {
        storm.recover(node);
      } else if (inside().size() > 1) {
        storm.crash(node, false);
        outside.remove(node.value());
      }
    }

    private void restart(NodeId node) {
      if (storm.isAwake(node)) {
        storm.crash(node, false);
        storm.recover(node);
        outside.remove(node.value());
      }
    }

    private void leaveOrJoin(NodeId node) {
      long number = node.value();
      if (!storm.isAwake(node)) {
        return;
      }
      if (outside.add(number)) {
        group.call(number, "leave", Swim::leave);
      } else if (group.swim(number).members().isEmpty()) {
        outside.remove(number);
        group.call(number, "join", swim -> swim.join(storm.members()));
      }
    }

    private void tag(NodeId node) {
      if (storm.isAwake(node)) {
        String value = Long.toString(draws.nextInt(100));
        group.call(node.value(), "tag", swim -> swim.tag("load", value));
      }
    }
  }
}
