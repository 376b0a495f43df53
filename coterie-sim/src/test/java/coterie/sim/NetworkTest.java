package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Delays, losses, duplicates, cuts: what happens to a message between two nodes. */
class NetworkTest {
  private static final int MANY = 20_000;
  private static final Probe.Script SILENT = new Probe.Script() {};

  /** Sends numbered messages from 0 to 1, one a second, and returns when each arrived. */
  private static SortedMap<Integer, List<Long>> arrivals(Setup setup, int count) {
    SortedMap<Integer, List<Long>> arrived = new TreeMap<>();
    Group group = new Group(3, setup, SILENT);
    group.isQuiet = true;
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void received(long at, NodeId to, int channel, NodeId from, Message message) {
            int number = Integer.parseInt(((Probe.Text) message).text());
            arrived
                .computeIfAbsent(number, key -> new ArrayList<>())
                .add(at - number * TimeText.SECOND);
          }
        });
    for (int i = 0; i < count; i++) {
      group.simulation.runUntil(i * TimeText.SECOND);
      group.send(0, 1, Integer.toString(i));
    }
    group.simulation.runFor(100 * TimeText.SECOND);
    return arrived;
  }

  private static Setup with(String latency, Fault... conditions) {
    return Setup.standard()
        .withLatency(Latency.parse(latency))
        .withConditions(Arrays.asList(conditions));
  }

  @Test
  void messagesAreLostAtTheGivenRate() {
    for (double loss : new double[] {0.05, 0.5, 0.9}) {
      int arrived = arrivals(with("10ms", new Fault.Loss(loss)), MANY).size();
      assertThat(arrived / (double) MANY).as("loss %s", loss).isCloseTo(1 - loss, within(0.012));
    }
    assertThat(arrivals(with("10ms", new Fault.Loss(1)), 100)).isEmpty();
    assertThat(arrivals(with("10ms", new Fault.Loss(0)), 100)).hasSize(100);
  }

  @Test
  void messagesAreDoubledAtTheGivenRateEachWithItsOwnDelay() {
    Map<Integer, List<Long>> arrived =
        arrivals(with("uniform:10ms,100ms", new Fault.Duplication(0.2)), MANY);
    long doubled = arrived.values().stream().filter(times -> times.size() == 2).count();
    long together =
        arrived.values().stream()
            .filter(times -> times.size() == 2 && times.get(0).equals(times.get(1)))
            .count();
    assertThat(arrived).hasSize(MANY);
    assertThat(doubled / (double) MANY).isCloseTo(0.2, within(0.012));
    assertThat(together).isLessThan(5);
    assertThat(arrived.values().stream().flatMap(List::stream))
        .allMatch(delay -> delay >= 10_000_000 && delay <= 100_000_000);
  }

  @Test
  void messagesAreHeldBackAtTheGivenRate() {
    Map<Integer, List<Long>> arrived =
        arrivals(with("10ms", new Fault.Reordering(0.3, 50_000_000)), MANY);
    List<Long> late =
        arrived.values().stream().map(List::getFirst).filter(d -> d > 10_000_000).toList();
    assertThat(arrived).hasSize(MANY);
    assertThat(late.size() / (double) MANY).isCloseTo(0.3, within(0.012));
    assertThat(late).allMatch(delay -> delay <= 60_000_000);
    assertThat(late.stream().mapToLong(d -> d - 10_000_000).average().orElseThrow() / 1e6)
        .isCloseTo(25, within(1.0));
  }

  @Test
  void lossDoesNotChangeTheDelaysOfWhatArrives() {
    SortedMap<Integer, List<Long>> all = arrivals(with("uniform:10ms,100ms"), 500);
    SortedMap<Integer, List<Long>> some =
        arrivals(with("uniform:10ms,100ms", new Fault.Loss(0.4)), 500);
    assertThat(some.size()).isBetween(200, 400);
    assertThat(all).containsAllEntriesOf(some);
  }

  @Test
  void lossDoesNotDependOnTheDelay() {
    double mean =
        arrivals(with("uniform:10ms,100ms", new Fault.Loss(0.5)), MANY).values().stream()
            .mapToLong(List::getFirst)
            .average()
            .orElseThrow();
    assertThat(mean / 1e6).isCloseTo(55, within(1.5));
  }

  @Test
  void delaysAndLossesRepeatForASeedAndDifferBetweenSeeds() {
    Setup setup = with("lognormal:20ms,0.5", new Fault.Loss(0.2));
    assertThat(arrivals(setup, 200)).isEqualTo(arrivals(setup, 200));
    assertThat(arrivals(setup, 200)).isNotEqualTo(arrivals(setup.withSeed(2), 200));
  }

  @Test
  void twoProtocolsMeetTheSameDelaysOnTheSameLink() {
    Setup setup = with("uniform:10ms,100ms");
    List<Long> plain = arrivals(setup, 100).values().stream().map(List::getFirst).toList();
    List<Long> chatty = new ArrayList<>();
    Group group = new Group(3, setup, SILENT);
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return ALL;
          }

          @Override
          public void received(long at, NodeId to, int channel, NodeId from, Message message) {
            if (from.value() == 0 && to.value() == 1) {
              chatty.add(at - Long.parseLong(((Probe.Text) message).text()));
            }
          }
        });
    for (int i = 0; i < 100; i++) {
      group.simulation.runUntil(i * 300_000_000L);
      String sent = Long.toString(group.simulation.now());
      group.send(2, 1, sent);
      group.send(1, 0, sent);
      group.probe(0).context.random(10);
      group.send(0, 1, sent);
      group.send(0, 2, sent);
    }
    group.simulation.runFor(TimeText.SECOND);
    assertThat(chatty).isEqualTo(plain);
  }

  @Test
  void linksHaveDelaysOfTheirOwn() {
    Group group = new Group(3, with("uniform:10ms,100ms"), SILENT);
    group.simulation.start();
    group.send(0, 1, "a");
    group.send(0, 2, "a");
    group.send(1, 0, "a");
    group.simulation.runFor(TimeText.SECOND);
    assertThat(group.log.stream().map(line -> line.split(" ")[0]).distinct()).hasSize(3);
  }

  @Test
  void replayGoesRoundTheRecordedDelays() {
    List<Long> delays =
        arrivals(with("replay:10ms,20ms,30ms"), 9).values().stream().map(List::getFirst).toList();
    assertThat(delays.subList(3, 6)).isEqualTo(delays.subList(0, 3));
    assertThat(delays.subList(6, 9)).isEqualTo(delays.subList(0, 3));
    assertThat(delays.subList(0, 3))
        .containsExactlyInAnyOrder(10_000_000L, 20_000_000L, 30_000_000L);
    for (int i = 1; i < 9; i++) {
      long before = delays.get(i - 1);
      assertThat(delays.get(i)).isEqualTo(before == 30_000_000 ? 10_000_000 : before + 10_000_000);
    }
  }

  @Test
  void latencyCanChangeDuringTheRun() {
    Group group = new Group(2, with("1"), SILENT);
    group.at("5", new Fault.Delay(Latency.parse("2")));
    group.simulation.start();
    group.send(0, 1, "a");
    group.run("5");
    group.send(0, 1, "b");
    group.run("10");
    assertThat(group.log)
        .containsExactly("1 P1 gets a from P0", "5 latency constant:2", "7 P1 gets b from P0");
  }

  private static List<String> everybodyToEverybody(Group group) {
    group.log.clear();
    group.simulation.start();
    for (long from = 0; from < 4; from++) {
      for (long to = 0; to < 4; to++) {
        if (from != to) {
          group.send(from, to, "x");
        }
      }
    }
    return group.log.stream()
        .filter(line -> line.contains("gets"))
        .map(line -> line.replaceAll(".*(P.) gets x from (P.)", "$2$1").replace("P", ""))
        .sorted()
        .toList();
  }

  private static final List<String> WHOLE =
      List.of("01", "02", "03", "10", "12", "13", "20", "21", "23", "30", "31", "32");

  private static List<String> but(String... links) {
    return WHOLE.stream().filter(link -> !List.of(links).contains(link)).toList();
  }

  @Test
  void cutsAndHealsWorkOneWayAndBothWays() {
    Group group = new Group(4, Setup.standard(), SILENT);
    assertThat(everybodyToEverybody(group)).isEqualTo(WHOLE);
    group.simulation.inject(new Fault.Cut(id(0), id(1), false));
    assertThat(everybodyToEverybody(group)).isEqualTo(but("01"));
    assertThat(group.log).contains("0 P1 misses x: CUT");
    group.simulation.inject(new Fault.Cut(id(2), id(3), true));
    assertThat(everybodyToEverybody(group)).isEqualTo(but("01", "23", "32"));
    group.simulation.inject(new Fault.Heal(id(2), id(3), false));
    assertThat(everybodyToEverybody(group)).isEqualTo(but("01", "32"));
    group.simulation.inject(new Fault.Heal(id(3), id(2), true));
    assertThat(everybodyToEverybody(group)).isEqualTo(but("01"));
    group.simulation.inject(new Fault.HealAll());
    assertThat(everybodyToEverybody(group)).isEqualTo(WHOLE);
  }

  @Test
  void partitionKeepsGroupsApartAndTheUnnamedTogether() {
    Group group = new Group(4, Setup.standard(), SILENT);
    group.simulation.inject(Fault.Partition.of(List.of(List.of(id(0), id(1)))));
    assertThat(everybodyToEverybody(group)).containsExactly("01", "10", "23", "32");
    group.simulation.inject(Fault.Partition.of(List.of(List.of(id(0)), List.of(id(2), id(3)))));
    assertThat(everybodyToEverybody(group)).containsExactly("23", "32");
    group.simulation.inject(new Fault.HealAll());
    assertThat(everybodyToEverybody(group)).isEqualTo(WHOLE);
  }

  @Test
  void sendOnlyNodeHearsNothingAndReceiveOnlyNodeIsNotHeard() {
    Group group = new Group(4, Setup.standard(), SILENT);
    group.simulation.inject(new Fault.SendOnly(id(2)));
    assertThat(everybodyToEverybody(group)).isEqualTo(but("02", "12", "32"));
    assertThat(group.log).contains("0 P2 misses x: DEAF");
    group.simulation.inject(new Fault.ReceiveOnly(id(3)));
    assertThat(everybodyToEverybody(group)).isEqualTo(but("02", "12", "32", "30", "31"));
    assertThat(group.log).contains("0 P0 misses x: MUTE");
    group.simulation.inject(new Fault.HealAll());
    assertThat(everybodyToEverybody(group)).isEqualTo(WHOLE);
  }

  @Test
  void cutIsJudgedWhenAMessageIsSent() {
    Group group = new Group(2, with("2"), SILENT);
    group.simulation.start();
    group.send(0, 1, "before");
    group.at("1", new Fault.Cut(id(0), id(1), true));
    group.at("3", new Fault.HealAll());
    group.run("2");
    group.send(0, 1, "during");
    group.run("10");
    assertThat(group.log)
        .containsExactly(
            "1 cut P0 - P1", "2 P1 gets before from P0", "2 P1 misses during: CUT", "3 heal all");
  }
}
