package coterie.mutex.lease;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.elect.raft.Charter;
import coterie.mutex.lease.CharterGroup.Flaw;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.testkit.ManySeeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Processes that were given different lists of voters, and different leases, by mistake: any two of
 * the lists share a voter. Nobody ever holds a lock beside another.
 */
class OtherListsTest {
  private static final long MILLI = CharterGroup.MILLI;
  private static final int SEEDS = ManySeeds.count(200, 10_000);

  /** A group, its lists and its bad luck, all drawn from one seed. */
  private static final class Storm {
    private final Random random;
    private final CharterGroup group;
    private final int size;

    Storm(long seed, Flaw flaw) {
      random = new Random(seed);
      boolean isOddOne = seed % 2 == 0;
      size = isOddOne ? 5 : 3 + random.nextInt(4);
      Charter[] charters = isOddOne ? oddOne() : mixed();
      Setup setup = Setup.standard().withSeed(seed).withLatency(Latency.parse("uniform:1ms,5ms"));
      group = new CharterGroup(charters, flaw, setup, size, 50 * MILLI);
    }

    /** Five voters, two of which were told of three. */
    private Charter[] oddOne() {
      Charter most = CharterGroup.plain(List.of(0, 1, 2, 3, 4), 600 * MILLI);
      long lease = (random.nextBoolean() ? 600 : 1_200) * MILLI;
      Charter odd = CharterGroup.plain(List.of(random.nextInt(3), 3, 4), lease);
      return new Charter[] {most, most, most, odd, odd};
    }

    private Charter[] mixed() {
      List<Charter> kinds = new ArrayList<>();
      for (int i = 0; i < 2 + random.nextInt(2); i++) {
        long lease = (random.nextBoolean() ? 600 : 400 + random.nextInt(800)) * MILLI;
        kinds.add(CharterGroup.plain(list(), lease));
      }
      Charter[] charters = new Charter[size];
      boolean isMostlyOne = random.nextBoolean();
      for (int i = 0; i < size; i++) {
        boolean isOdd = isMostlyOne ? random.nextInt(4) == 0 : random.nextBoolean();
        charters[i] = isOdd ? kinds.get(random.nextInt(kinds.size())) : kinds.getFirst();
      }
      return charters;
    }

    /** More than half of all: so any two have a voter in common. */
    private List<Integer> list() {
      List<Integer> all = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        all.add(i);
      }
      Collections.shuffle(all, random);
      return all.subList(0, size / 2 + 1 + random.nextInt(size - size / 2));
    }

    void blow() {
      group.run(1_000 * MILLI);
      for (int i = 0; i < 8; i++) {
        strike();
        group.run(random.nextInt(600) * MILLI);
      }
    }

    private List<NodeId> some() {
      return list().subList(0, size / 2).stream().map(number -> CharterGroup.id(number)).toList();
    }

    private void strike() {
      NodeId node = CharterGroup.id(random.nextInt(size));
      switch (random.nextInt(7)) {
        case 0, 1 -> group.restart((int) node.value(), group.charters[(int) node.value()]);
        case 2 -> group.simulation.inject(Fault.Partition.of(List.of(List.of(node))));
        case 3 ->
            group.simulation.inject(
                Fault.Partition.of(
                    List.of(List.of(CharterGroup.id(size - 2), CharterGroup.id(size - 1)))));
        case 4, 5 -> group.simulation.inject(Fault.Partition.of(List.of(some())));
        default -> group.simulation.inject(new Fault.HealAll());
      }
    }
  }

  @Test
  void neverTwoHoldThoughTheirListsDiffer() {
    int entries = 0;
    int refused = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Storm storm = new Storm(seed, Flaw.NONE);
      storm.blow();
      assertThat(storm.group.wrong).as("seed " + seed).isEmpty();
      entries += storm.group.entries;
      refused += storm.group.refusedAsks;
    }
    assertThat(entries).as("entries").isGreaterThan(SEEDS);
    assertThat(refused).as("refused").isGreaterThan(SEEDS);
  }

  @Test
  void twoHoldWhereNobodyLooksAtFingerprints() {
    assertThat(isCaught(Flaw.GULLIBLE)).isTrue();
  }

  @Test
  void twoHoldWhereAMajorityOfItsOwnListElectsTheFirstLeader() {
    assertThat(isCaught(Flaw.HASTY)).isTrue();
  }

  private static boolean isCaught(Flaw flaw) {
    for (long seed = 0; seed < 1_000; seed++) {
      Storm storm = new Storm(seed, flaw);
      storm.blow();
      if (storm.group.wrong.stream().anyMatch(line -> line.contains("hold"))) {
        return true;
      }
    }
    return false;
  }
}
