package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In which order the events of one instant run, and when a run ends. */
class OrderTest {
  private static final Probe.Script ALARM_AT_10 =
      new Probe.Script() {
        @Override
        public void start(Probe probe) {
          probe.alarm("a", "10");
        }
      };

  private static final Probe.Script FOUR_ALARMS =
      new Probe.Script() {
        @Override
        public void start(Probe probe) {
          List.of("a", "b", "c", "d").forEach(name -> probe.alarm(name, "10"));
        }
      };

  private static Setup ties(Ties ties) {
    return Setup.standard().withTies(ties);
  }

  @Test
  void eventsOfOneInstantRunInTheOrderOfScheduling() {
    Group group = new Group(3, ties(Ties.SCHEDULED), FOUR_ALARMS);
    group.run("10");
    assertThat(group.log)
        .containsExactly(
            "10 P0 alarm a",
            "10 P0 alarm b",
            "10 P0 alarm c",
            "10 P0 alarm d",
            "10 P1 alarm a",
            "10 P1 alarm b",
            "10 P1 alarm c",
            "10 P1 alarm d",
            "10 P2 alarm a",
            "10 P2 alarm b",
            "10 P2 alarm c",
            "10 P2 alarm d");
  }

  @Test
  void startedAnewAnAlarmGoesBehindTheOthers() {
    Group group = new Group(1, ties(Ties.SCHEDULED), FOUR_ALARMS);
    group.simulation.start();
    group.probe(0).alarm("b", "10");
    group.run("10");
    assertThat(group.log)
        .containsExactly("10 P0 alarm a", "10 P0 alarm c", "10 P0 alarm d", "10 P0 alarm b");
  }

  @Test
  void faultScheduledAtTheStartPrecedesAnAlarmOfTheSameInstant() {
    Group group = new Group(2, ties(Ties.SCHEDULED), ALARM_AT_10);
    group.at("10", new Fault.Crash(id(0)));
    group.run("10");
    assertThat(group.log).containsExactly("10 crash P0", "10 P1 alarm a");
  }

  @Test
  void faultScheduledLaterFollowsAnAlarmOfTheSameInstant() {
    Group group = new Group(2, ties(Ties.SCHEDULED), ALARM_AT_10);
    group.run("1");
    group.at("10", new Fault.Crash(id(0)));
    group.run("10");
    assertThat(group.log).containsExactly("10 P0 alarm a", "10 P1 alarm a", "10 crash P0");
  }

  @Test
  void faultsCanComeLast() {
    Group group = new Group(2, ties(Ties.FAULTS_LAST), ALARM_AT_10);
    group.at("10", new Fault.Crash(id(0)));
    group.at("10", new Fault.Pause(id(1)));
    group.at("9", new Fault.Loss(0));
    group.run("10");
    assertThat(group.log)
        .containsExactly(
            "9 loss 0.0", "10 P0 alarm a", "10 P1 alarm a", "10 crash P0", "10 pause P1");
  }

  @Test
  void faultsComeAfterWhatTheirInstantStillBrings() {
    Probe.Script again =
        new Probe.Script() {
          @Override
          public void start(Probe probe) {
            probe.alarm("a", "10");
          }

          @Override
          public void expired(Probe probe, String alarm) {
            if (alarm.equals("a")) {
              probe.alarm("b", "0");
            }
          }
        };
    Group group = new Group(1, ties(Ties.FAULTS_LAST), again);
    group.at("10", new Fault.Crash(id(0)));
    group.run("20");
    assertThat(group.log).containsExactly("10 P0 alarm a", "10 P0 alarm b", "10 crash P0");
  }

  @Test
  void shuffledOrderRepeatsForASeedAndDiffersBetweenSeeds() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      List<String> order = shuffled(seed);
      assertThat(shuffled(seed)).as("seed %d", seed).isEqualTo(order);
      assertThat(order).as("seed %d", seed).hasSize(9).doesNotHaveDuplicates();
      assertThat(order.indexOf("10 crash P2")).as("seed %d", seed).isNotNegative();
      orders.add(order);
    }
    assertThat(orders).hasSizeGreaterThan(15);
  }

  private static List<String> shuffled(long seed) {
    Group group = new Group(2, ties(Ties.SHUFFLED).withSeed(seed), FOUR_ALARMS);
    group = new Group(3, ties(Ties.SHUFFLED).withSeed(seed), fourAlarmsBut(2));
    group.at("10", new Fault.Crash(id(2)));
    group.run("11");
    return group.log;
  }

  private static Probe.Script fourAlarmsBut(long quiet) {
    return new Probe.Script() {
      @Override
      public void start(Probe probe) {
        if (!probe.is(quiet)) {
          FOUR_ALARMS.start(probe);
        }
      }
    };
  }

  @Test
  void shuffledTiesKeepTheOrderOfTimes() {
    Probe.Script script =
        new Probe.Script() {
          @Override
          public void start(Probe probe) {
            for (int i = 1; i <= 50; i++) {
              probe.alarm("x" + i, (i % 7 + 1) + "");
            }
          }
        };
    for (long seed = 0; seed < 20; seed++) {
      Group group = new Group(2, ties(Ties.SHUFFLED).withSeed(seed), script);
      group.run("10");
      assertThat(group.log.stream().map(line -> Integer.valueOf(line.substring(0, 1))))
          .as("seed %d", seed)
          .hasSize(100)
          .isSorted();
    }
  }

  @Test
  void endOfARunIsInclusive() {
    Group group = new Group(1, Setup.standard(), ALARM_AT_10);
    group.run("9.999999999");
    assertThat(group.log).isEmpty();
    assertThat(group.simulation.now()).isEqualTo(TimeText.parse("9.999999999"));
    group.run("10");
    assertThat(group.log).containsExactly("10 P0 alarm a");
  }

  @Test
  void eventCanBeAddedRightAfterTheEndOfARun() {
    for (String end : List.of("4", "4.095", "4.096", "7", "9.999999998")) {
      Group group = new Group(3, Setup.standard(), FOUR_ALARMS);
      group.run(end);
      long next = TimeText.parse(end) + 1;
      group.simulation.at(next, new Fault.Crash(id(1)));
      group.simulation.at(next, new Fault.Loss(0));
      group.run("10");
      assertThat(group.log)
          .as("after %s", end)
          .startsWith(TimeText.format(next) + " crash P1", TimeText.format(next) + " loss 0.0")
          .hasSize(2 + 8);
    }
  }

  @Test
  void eventCanBeAddedAtTheEndOfARun() {
    Group group = new Group(1, Setup.standard(), ALARM_AT_10);
    group.run("10");
    group.at("10", new Fault.Crash(id(0)));
    group.run("10");
    assertThat(group.log).containsExactly("10 P0 alarm a", "10 crash P0");
  }

  @Test
  void pastCannotBeScheduled() {
    Group group = new Group(1, Setup.standard(), ALARM_AT_10);
    group.run("5");
    assertThatThrownBy(() -> group.at("4.5", new Fault.Crash(id(0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it is 5 already; an event can be scheduled from then on, not at 4.5");
  }

  @Test
  void runStopsAtTheEventThatFulfilsTheCondition() {
    Group group = new Group(1, Setup.standard(), FOUR_ALARMS);
    boolean held = group.simulation.runUntil(() -> group.log.size() == 2, TimeText.parse("100"));
    assertThat(held).isTrue();
    assertThat(group.log).containsExactly("10 P0 alarm a", "10 P0 alarm b");
    assertThat(group.simulation.runUntil(() -> false, TimeText.parse("30"))).isFalse();
    assertThat(group.simulation.now()).isEqualTo(TimeText.parse("30"));
    group.simulation.runFor(TimeText.parse("5"));
    assertThat(group.simulation.now()).isEqualTo(TimeText.parse("35"));
  }

  @Test
  void unknownNodeIsNamedTogetherWithThoseThereAre() {
    Group group = new Group(3, Setup.standard(), ALARM_AT_10);
    assertThatThrownBy(() -> group.simulation.inject(new Fault.Crash(new NodeId(7))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no P7; the nodes are P0 to P2");
  }
}
