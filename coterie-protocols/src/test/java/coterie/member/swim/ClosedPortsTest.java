package coterie.member.swim;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.member.Card;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What it takes to believe that nobody listens any more where a member did. */
class ClosedPortsTest {
  private static final NodeId SUSPECT = id(9);

  private final List<MemberState> proven = new ArrayList<>();
  private final ClosedPorts ports = new ClosedPorts(proven::add);

  private void asked(long number, NodeId... relays) {
    Update.Alive target = new Update.Alive(SUSPECT, 1, new Card("nine", Bytes.none(), List.of()));
    ports.asked(target, number, List.of(relays));
  }

  @Test
  void twoOthersAndOneselfProveIt() {
    asked(7, id(1), id(2), id(3));
    ports.seenHere(SUSPECT);
    ports.seenBy(id(1), 7);
    assertThat(proven).isEmpty();
    ports.seenBy(id(3), 7);
    assertThat(proven).hasSize(1);
  }

  @Test
  void othersAloneDoNotProveIt() {
    asked(7, id(1), id(2), id(3));
    ports.seenBy(id(1), 7);
    ports.seenBy(id(2), 7);
    ports.seenBy(id(3), 7);
    assertThat(proven).isEmpty();
    ports.seenHere(SUSPECT);
    assertThat(proven).hasSize(1);
  }

  @Test
  void nobodyCountsTwiceOrUnasked() {
    asked(7, id(1), id(2), id(3));
    ports.seenHere(SUSPECT);
    ports.seenBy(id(1), 7);
    ports.seenBy(id(1), 7);
    ports.seenBy(id(4), 7);
    ports.seenBy(id(2), 8);
    assertThat(proven).isEmpty();
  }

  @Test
  void theOnlyOtherSuffices() {
    asked(7, id(1));
    ports.seenHere(SUSPECT);
    assertThat(proven).isEmpty();
    ports.seenBy(id(1), 7);
    assertThat(proven).hasSize(1);
  }

  @Test
  void whoHasNobodyToAskBelievesItself() {
    asked(7);
    ports.seenHere(SUSPECT);
    assertThat(proven).hasSize(1);
  }

  @Test
  void answerEndsTheCase() {
    asked(7, id(1));
    ports.seenHere(SUSPECT);
    ports.answered(7);
    ports.seenBy(id(1), 7);
    assertThat(proven).isEmpty();
  }

  // ---- in a group

  private static int removals(Group group) {
    int[] count = {0};
    group.simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            count[0] += note instanceof Note.Failed ? 1 : 0;
          }
        });
    for (int i = 0; i < 600; i++) {
      group.run(0.1);
      for (long misled : misled(group)) {
        group.call(misled, "closed", swim -> swim.unreachable(SUSPECT));
      }
    }
    return count[0];
  }

  private static List<Long> misled(Group group) {
    List<Long> misled = new ArrayList<>();
    for (long node = 0; node < group.size - 1; node++) {
      if (!group.simulation.isUp(SUSPECT) || node == 1) {
        misled.add(node);
      }
    }
    return misled;
  }

  /** Something between the two refuses connections, and lets nothing else through. */
  @Test
  void oneThatIsMisledRemovesNobody() {
    for (long seed = 0; seed < 20; seed++) {
      Group group = new Group(10, seed, SwimConfig.lan(), true);
      group.inject(new Fault.Cut(id(1), SUSPECT, true));
      assertThat(removals(group)).as("seed %d", seed).isZero();
    }
  }

  /** The judge above is no use unless it can say no: here all see it, as it is true. */
  @Test
  void judgeNoticesRemovals() {
    Group group = new Group(10, 1, SwimConfig.lan(), true);
    group.inject(new Fault.Crash(SUSPECT));
    assertThat(removals(group)).isEqualTo(9);
  }

  @Test
  void evidenceAboutAnEarlierLifeIsNoneAboutTheNext() {
    for (long seed = 0; seed < 100; seed++) {
      Group group = Group.lan(5, seed, SwimConfig.lan(), true);
      group.run(5);
      group.inject(new Fault.Crash(id(3)));
      group.simulation.runFor(group.random.below(Group.SECOND));
      group.inject(new Fault.Recover(id(3)));
      group.run(2);
      group.staysAgreed(group.without(), 20);
    }
  }
}
