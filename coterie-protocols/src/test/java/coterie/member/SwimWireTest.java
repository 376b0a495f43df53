package coterie.member;

import static coterie.member.Group.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** SWIM's messages as bytes. */
class SwimWireTest {
  private static final Codec<Swim.Msg> CODEC = Codec.of(Swim.Msg.class);
  private static final Bytes ADDRESS = Bytes.of(new byte[] {10, 0, 0, 1, 31, 10});

  private static Update.Alive alive(long who) {
    return new Update.Alive(
        new NodeId(who * 0x9E3779B97F4A7C15L), 1, new Card("member-1", ADDRESS, List.of()));
  }

  @Test
  void tenMembersTakeAtMostThreeHundredBytes() {
    List<Update> members = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      members.add(alive(i));
    }
    assertThat(CODEC.encode(new Swim.Ping(1_000, members))).hasSizeLessThanOrEqualTo(300);
    assertThat(CODEC.encode(new Swim.PingRequest(1_000, id(1), members)))
        .hasSizeLessThanOrEqualTo(300);
  }

  @Test
  void everyMessageComesBackAsItWas() {
    List<Update> gossip =
        List.of(
            alive(1),
            new Update.Suspect(id(2), 3, id(4), List.of(id(5))),
            new Update.Failed(id(5), 6),
            new Update.Left(id(7), 8),
            new Update.Alive(
                id(9), 1, new Card("nine", ADDRESS, List.of(new Tag("role", "writer")))));
    for (Swim.Msg message :
        List.of(
            new Swim.Join(alive(1)),
            new Swim.Ping(1, gossip),
            new Swim.PingRequest(2, id(3), gossip),
            new Swim.Ack(4, gossip),
            new Swim.Nack(5, true),
            new Swim.News(gossip),
            new Swim.Compare(-6, gossip),
            new Swim.State(true, gossip))) {
      byte[] bytes = CODEC.encode(message);
      assertThat(bytes).hasSize(CODEC.size(message));
      assertThat(CODEC.decode(bytes)).isEqualTo(new Decoded.Value<>(message));
    }
  }

  @Test
  void sharedStateIsSentAsTheWholeList() {
    Founders founders =
        Founders.of(
            View.numbered(0, 20),
            who -> new Update.Alive(who, 1, new Card("name", ADDRESS, List.of())));
    Roster roster = new Roster(founders);
    roster.put(new Tombstone(id(3), 1, SwimStatus.FAILED, null, 0));
    FullState state = roster.state(0);
    Swim.State message = new Swim.State(false, state);
    assertThat(CODEC.decode(CODEC.encode(message)))
        .isEqualTo(new Decoded.Value<>(new Swim.State(false, List.copyOf(state))));
    assertThat(state).hasSize(20);
  }

  @Test
  void bytesPerMemberAreTheSameFromTenToAThousand() {
    double first = bytesPerMemberAndSecond(10);
    for (int size : new int[] {100, 1_000}) {
      assertThat(bytesPerMemberAndSecond(size)).isCloseTo(first, within(0.1 * first));
    }
  }

  private static double bytesPerMemberAndSecond(int size) {
    View members = View.numbered(0, size);
    Setup setup = Setup.standard().withLatency(Group.DELAY).withBytes(true);
    Simulation simulation =
        new Simulation(members, SwimRecipe.blueprint(members, SwimConfig.lan(), true), setup);
    simulation.runUntil(60 * Group.SECOND);
    return simulation.bytes() / 60.0 / size;
  }

  @Test
  void bytesOfACrashGrowWithTheLogarithmOfTheSizeAtMost() {
    // All members hear of it; each tells it a number of times that grows with log2 of the size.
    double small = bytesOfACrash(16);
    double large = bytesOfACrash(256);
    assertThat(large).isLessThan(3 * small);
  }

  private static double bytesOfACrash(int size) {
    View members = View.numbered(0, size);
    Setup setup = Setup.standard().withLatency(Group.DELAY).withBytes(true);
    double quiet = 0;
    double total = 0;
    for (boolean crashes : new boolean[] {false, true}) {
      Simulation simulation =
          new Simulation(members, SwimRecipe.blueprint(members, SwimConfig.lan(), true), setup);
      simulation.runUntil(10 * Group.SECOND);
      if (crashes) {
        simulation.inject(new Fault.Crash(id(3)));
      }
      simulation.runUntil(70 * Group.SECOND);
      quiet = crashes ? quiet : (double) simulation.bytes();
      total = (double) simulation.bytes();
    }
    return (total - quiet) / size;
  }
}
