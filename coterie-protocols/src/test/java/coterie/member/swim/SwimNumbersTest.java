package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.recipe.Settings;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.ManySeeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the LAN profile promises for one data centre, with delays of 0.1 to 1 ms: how soon all know
 * of a change, what quiet costs, and that nobody is removed who is there.
 */
class SwimNumbersTest {
  private static final int MANY = ManySeeds.count(1, 50);
  private static final NodeId ABOUT = id(1);

  /** Envelope and encryption as sockets have them, beyond what is counted here; UDP and IP. */
  private static final int HEADERS = 18 + 24 + 28;

  /** Who has noted something of that kind, and how many such notes there were. */
  private static final class Ear implements StageWitness {
    private final Predicate<Note> fits;
    private final TreeSet<NodeId> heard = new TreeSet<>();
    private int count;

    Ear(Predicate<Note> fits) {
      this.fits = fits;
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      if (fits.test(note)) {
        heard.add(node);
        count++;
      }
    }
  }

  /** The median time, in seconds, until all others have noted it. */
  private static double median(
      int size, int seeds, Note awaited, NodeId about, Consumer<Group> prelude, Fault fault) {
    double[] times = new double[seeds];
    for (int seed = 0; seed < seeds; seed++) {
      Group group = Group.lan(size, seed, SwimConfig.lan(), true);
      prelude.accept(group);
      group.simulation.runFor(10 * SECOND + group.random.below(2 * SECOND));
      Ear ear = new Ear(awaited::equals);
      group.simulation.watch(ear);
      long from = group.simulation.now();
      group.inject(fault);
      group.simulation.runUntil(() -> othersIn(ear, about) == size - 1, from + 60 * SECOND);
      times[seed] = (group.simulation.now() - from) / 1e9;
    }
    Arrays.sort(times);
    return times[seeds / 2];
  }

  private static int othersIn(Ear ear, NodeId about) {
    return ear.heard.size() - (ear.heard.contains(about) ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"10, 3.2", "30, 4"})
  void silentCutIsKnownToAll(int size, double seconds) {
    Fault cut = Fault.Partition.of(List.of(List.of(ABOUT)));
    double median = median(size, 50 * MANY, new Note.Failed(ABOUT), ABOUT, group -> {}, cut);
    assertThat(median).isLessThan(seconds);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1.5", "10, 1.5", "30, 1.5"})
  void closedPortIsKnownToAll(int size, double seconds) {
    Fault kill = new Fault.Crash(ABOUT);
    double median = median(size, 50 * MANY, new Note.Failed(ABOUT), ABOUT, group -> {}, kill);
    assertThat(median).isLessThan(seconds);
  }

  @Test
  void newcomerIsSeenByThirtyOthersAtOnce() {
    Consumer<Group> outside =
        group -> {
          group.inject(new Fault.Crash(ABOUT));
          group.run(60);
        };
    Fault start = new Fault.Recover(ABOUT);
    double median = median(31, 12 * MANY, new Note.Joined(ABOUT), ABOUT, outside, start);
    assertThat(median).isLessThan(0.05);
  }

  @Test
  void aThousandWhoStartAtOnceAgreeSoon() {
    Group group = Group.lan(1_000, 1, SwimConfig.lan(), false);
    group.simulation.runUntil(() -> isComplete(group), 30 * SECOND);
    assertThat(isComplete(group)).isTrue();
    assertThat(group.simulation.now()).isLessThan(5 * SECOND);
    double bytesEach = group.simulation.bytes() / 1_000.0;
    assertThat(bytesEach).as("about four lists of 1,000").isLessThan(200_000);
  }

  private static boolean isComplete(Group group) {
    for (int i = group.size - 1; i >= 0; i--) {
      if (group.swim(i).size() < group.size) {
        return false;
      }
    }
    return true;
  }

  @Test
  void quietCostsNoMoreThanThreePacketsAndFourHundredBytesASecond() {
    for (int size : new int[] {10, 30}) {
      Group group = Group.lan(size, 1, SwimConfig.lan(), true);
      group.run(120);
      double packets = group.simulation.messages() / 120.0 / size;
      double bytes = group.simulation.bytes() / 120.0 / size + packets * HEADERS;
      assertThat(packets).isLessThan(2.1);
      assertThat(bytes).isLessThan(200);
    }
  }

  // ---- nobody is removed who is there

  private static int removals(Group group, Consumer<Group> trouble) {
    Ear ear = new Ear(note -> note instanceof Note.Failed);
    group.run(5);
    group.simulation.watch(ear);
    trouble.accept(group);
    return ear.count;
  }

  private static void threeMinutesOfLoss(Group group) {
    group.inject(new Fault.Loss(0.15));
    group.run(180);
  }

  private static void shortPause(Group group) {
    group.simulation.runFor(group.random.below(2 * SECOND));
    group.during(new Fault.Pause(ABOUT), 2.4, new Fault.Resume(ABOUT));
    group.run(10);
  }

  @ParameterizedTest
  @CsvSource({"2, 8", "3, 8", "10, 8", "30, 2"})
  void lossOfFifteenPercentRemovesNobody(int size, int seeds) {
    for (long seed = 0; seed < (long) seeds * MANY; seed++) {
      Group group = Group.lan(size, seed, SwimConfig.lan(), true);
      assertThat(removals(group, SwimNumbersTest::threeMinutesOfLoss)).as("seed %d", seed).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 40", "3, 40", "10, 80", "30, 20"})
  void pauseOfLessThanTwoAndAHalfSecondsRemovesNobody(int size, int seeds) {
    for (long seed = 0; seed < (long) seeds * MANY; seed++) {
      Group group = Group.lan(size, seed, SwimConfig.lan(), true);
      assertThat(removals(group, SwimNumbersTest::shortPause)).as("seed %d", seed).isZero();
    }
  }

  /** The judge above is no use unless it can say no: a suspicion that is too short. */
  @Test
  void judgeNoticesRemovals() {
    Map<String, String> hasty = Map.of("suspicion", "1", "lifeguard", "off", "urgent", "0");
    SwimConfig config = SwimRecipe.config(new Settings(SwimRecipe.RECIPE.settings(), hasty));
    for (List<Consumer<Group>> troubles :
        List.of(
            List.<Consumer<Group>>of(SwimNumbersTest::threeMinutesOfLoss),
            List.<Consumer<Group>>of(SwimNumbersTest::shortPause))) {
      int removals = 0;
      for (long seed = 0; seed < 10; seed++) {
        removals += removals(Group.lan(10, seed, config, true), troubles.getFirst());
      }
      assertThat(removals).isPositive();
    }
  }
}
