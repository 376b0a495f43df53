package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.testkit.ManySeeds;
import coterie.wire.Codec;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a crowd costs: bytes a second in the ten seconds after all have joined at once, and from a
 * crash until all know. The sum over all members may grow at most twice as fast as their number,
 * and nobody carries more than five times what another does.
 *
 * <p>A closed port is known to all before a period is over, in which some members say nothing even
 * in a group where nothing happens. So what it costs is counted over five periods at least.
 */
class SwimCrowdTest {
  private static final int[] SIZES = {10, 20, 50, 100};
  private static final int SEEDS = ManySeeds.count(4, 200);
  private static final Codec<Swim.Msg> CODEC = Codec.of(Swim.Msg.class);

  /** Envelope, encryption, UDP and IP, as sockets have them. */
  private static final int HEADERS = 18 + 24 + 28;

  /** What each member sends and gets, in bytes on the wire. */
  private static final class Carried implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final long[] bytes;

    Carried(int size) {
      bytes = new long[size];
    }

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      int size = HEADERS + CODEC.size((Swim.Msg) message);
      bytes[(int) from.value()] += size;
      bytes[(int) to.value()] += size;
    }

    long total() {
      return Arrays.stream(bytes).sum();
    }

    /** How many times more the busiest carried than the idlest, without the one that is gone. */
    double spread(int gone) {
      long most = 0;
      long least = Long.MAX_VALUE;
      for (int i = 0; i < bytes.length; i++) {
        most = i == gone ? most : Math.max(most, bytes[i]);
        least = i == gone ? least : Math.min(least, bytes[i]);
      }
      return (double) most / (double) least;
    }
  }

  private static Group group(boolean isLan, int size, long seed, boolean isConverged) {
    return isLan
        ? Group.lan(size, seed, SwimConfig.lan(), isConverged)
        : new Group(size, seed, SwimConfig.lan(), isConverged);
  }

  private static BooleanSupplier all(Group group, int known, int except) {
    return () -> {
      for (int i = 0; i < group.size; i++) {
        if (i != except && group.swim(i).size() != known) {
          return false;
        }
      }
      return true;
    };
  }

  private static long afterJoining(boolean isLan, int size, long seed) {
    Group group = group(isLan, size, seed, false);
    group.simulation.runUntil(all(group, size, -1), 30 * SECOND);
    Carried carried = new Carried(size);
    group.simulation.watch(carried);
    group.run(10);
    assertThat(carried.spread(-1)).as("N=%d, seed %d", size, seed).isLessThanOrEqualTo(5);
    return carried.total() / 10;
  }

  private static long untilACrashIsKnown(boolean isLan, int size, long seed) {
    Fault silent = isLan ? Fault.Partition.of(List.of(List.of(id(1)))) : new Fault.Crash(id(1));
    return untilKnown(isLan, size, seed, silent, 0);
  }

  private static long untilAClosedPortIsKnown(boolean isLan, int size, long seed) {
    return untilKnown(isLan, size, seed, new Fault.Crash(id(1)), 5 * SECOND);
  }

  private static long untilKnown(boolean isLan, int size, long seed, Fault fault, long nanosMin) {
    Group group = group(isLan, size, seed, true);
    group.run(10);
    Carried carried = new Carried(size);
    group.simulation.watch(carried);
    long from = group.simulation.now();
    group.inject(fault);
    group.simulation.runUntil(all(group, size - 1, 1), 60 * SECOND);
    group.simulation.runFor(Math.max(0, from + nanosMin - group.simulation.now()));
    assertThat(carried.spread(1)).as("N=%d, seed %d", size, seed).isLessThanOrEqualTo(5);
    return (long) (carried.total() * 1e9 / (group.simulation.now() - from));
  }

  private interface Measure {
    /** Of all members in a second. */
    long bytes(boolean isLan, int size, long seed);
  }

  private static void assertGrowth(boolean isLan, Measure measure) {
    double before = 0;
    for (int i = 0; i < SIZES.length; i++) {
      double bytes = 0;
      for (long seed = 0; seed < SEEDS; seed++) {
        bytes += (double) measure.bytes(isLan, SIZES[i], seed);
      }
      if (i > 0) {
        double growthMax = 2.0 * SIZES[i] / SIZES[i - 1];
        assertThat(bytes / before).as("to N=%d", SIZES[i]).isLessThanOrEqualTo(growthMax);
      }
      before = bytes;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesAfterAllHaveJoinedGrowWithTheirNumber(boolean isLan) {
    assertGrowth(isLan, SwimCrowdTest::afterJoining);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesOfACrashGrowWithTheNumberOfMembers(boolean isLan) {
    assertGrowth(isLan, SwimCrowdTest::untilACrashIsKnown);
  }

  @Test
  void bytesOfAClosedPortGrowWithTheNumberOfMembers() {
    assertGrowth(true, SwimCrowdTest::untilAClosedPortIsKnown);
  }

  /** A hundred newcomers once asked their contact at one time, which answered with long lists. */
  @ParameterizedTest
  @CsvSource({"false, 236", "true, 362"})
  void contactOfACrowdIsSpared(boolean isLan, long seed) {
    afterJoining(isLan, 100, seed);
  }

  /** News may be faster than the contact's answer, and tell of fewer. */
  @ParameterizedTest
  @ValueSource(longs = {101, 126, 142, 193, 251})
  void newcomerComparesAlsoIfItsContactTellsNothingNew(long seed) {
    Group group = group(false, 100, seed, false);
    group.simulation.runUntil(all(group, 100, -1), 30 * SECOND);
    assertThat(group.simulation.now()).isLessThan(4 * SECOND);
  }
}
