package coterie.member.swim;

import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.member.Card;
import coterie.member.Member;
import coterie.member.SwimStatus;
import coterie.sim.StageWitness;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** One name, one process, one group: moving, meeting, and meeting oneself. */
class SwimLivesTest {
  private static final Bytes ELSEWHERE = Bytes.of(new byte[] {10, 9, 9, 9, 1, 1});

  private final Group group = Group.lan(10, 1, SwimConfig.lan(), true);

  private List<Note> notesOf(NodeId who) {
    List<Note> notes = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            if (node.equals(who)) {
              notes.add(note);
            }
          }
        });
    return notes;
  }

  private void hears(Update update) {
    group.call(3, "news", swim -> swim.receive(id(2), new Swim.News(List.of(update))));
  }

  @Test
  void olderProcessLearnsThatALaterOneHasItsName() {
    List<Note> notes = notesOf(id(3));
    hears(new Update.Alive(id(3), 1_000, new Card("node0003", ELSEWHERE, List.of())));
    assertThat(notes).containsExactly(new Note.Doubled(id(3), 1_000, ELSEWHERE));
    assertThat(group.swim(3).state().incarnation()).as("it does not refute").isEqualTo(1);
  }

  @Test
  void wordOfALaterProcessThatWasWrongIsContradicted() {
    Update wrong = new Update.Alive(id(3), 1_000, new Card("node0003", ELSEWHERE, List.of()));
    group.call(5, "news", swim -> swim.receive(id(2), new Swim.News(List.of(wrong))));
    hears(wrong);
    group.call(3, "contradict", swim -> swim.contradict(1_000));
    group.run(2);
    for (long node : group.without()) {
      Member member = Objects.requireNonNull(group.swim(node).member(id(3)));
      assertThat(member.incarnation()).isEqualTo(1_001);
      assertThat(member.card().address()).isNotEqualTo(ELSEWHERE);
    }
    group.call(3, "late", swim -> swim.contradict(1_000));
    assertThat(group.swim(3).state().incarnation()).as("said already").isEqualTo(1_001);
  }

  @Test
  void laterProcessIsNotDisturbedByAnOlderOne() {
    group.call(3, "refute", swim -> swim.receive(id(2), accusation(2_000)));
    assertThat(group.swim(3).state().incarnation()).isEqualTo(2_001);
    List<Note> notes = notesOf(id(3));
    hears(new Update.Alive(id(3), 1_000, new Card("node0003", ELSEWHERE, List.of())));
    assertThat(notes).isEmpty();
    assertThat(group.swim(3).state().incarnation()).isEqualTo(2_001);
  }

  private static Swim.Msg accusation(long incarnation) {
    return new Swim.News(List.of(new Update.Failed(id(3), incarnation)));
  }

  @Test
  void memberThatMovesStaysAMemberAndIsNotItsOwnDouble() {
    List<Note> notes = notesOf(id(3));
    List<Note> others = notesOf(id(5));
    group.call(3, "move", swim -> swim.move(ELSEWHERE));
    group.run(1);
    group.call(3, "move", swim -> swim.move(Bytes.none()));
    hears(new Update.Alive(id(3), 2, new Card("node0003", ELSEWHERE, List.of())));
    group.run(1);
    for (long node : group.without()) {
      Member member = Objects.requireNonNull(group.swim(node).member(id(3)));
      assertThat(member.card().address()).isEqualTo(Bytes.none());
    }
    assertThat(notes).isEmpty();
    assertThat(others).containsExactly(new Note.Updated(id(3)), new Note.Updated(id(3)));
  }

  @Test
  void groupsThatMeetBecomeOne() {
    for (long seed = 0; seed < 10; seed++) {
      meet(seed, 5, 3, 7);
      meet(seed, 2, 1, 7);
      meet(seed, 2, 7, 1);
      meet(seed, 1, 0, 7);
    }
  }

  /** Two groups, of all below that one and of it and the rest. */
  private static void meet(long seed, long second, long guest, long host) {
    Group two = Group.lan(10, seed, SwimConfig.lan(), true);
    two.without().forEach(node -> two.call(node, "leave", Swim::leave));
    two.run(10);
    two.call(0, "found", Swim::join);
    two.call(second, "found", Swim::join);
    for (long node = 1; node < 10; node++) {
      NodeId contact = id(node < second ? 0 : second);
      if (node != second) {
        two.call(node, "join", swim -> swim.join(contact));
      }
    }
    two.run(2);
    assertThat(two.list(0)).hasSize((int) second);
    assertThat(two.list(second)).hasSize(10 - (int) second);
    two.call(guest, "meet", swim -> swim.meet(id(host)));
    two.awaitAgreement(two.without(), 2);
    two.staysAgreed(two.without(), 20);
  }

  @Test
  void whoComesAloneTellsOfNobodyElse() {
    group.leaveNow(3);
    List<Update> told = new ArrayList<>();
    List<NodeId> compared = new ArrayList<>();
    group.simulation.watch(
        new StageWitness() {
          @Override
          public int wants() {
            return NOTES | SENDS;
          }

          @Override
          public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
            if (from.equals(id(3))) {
              switch (message) {
                case Swim.Ping ping -> told.addAll(ping.gossip());
                case Swim.Ack ack -> told.addAll(ack.gossip());
                case Swim.News news -> told.addAll(news.gossip());
                case Swim.Compare compare -> compared.add(to);
                default -> {}
              }
            }
          }
        });
    group.call(3, "found", Swim::join);
    group.call(3, "meet", swim -> swim.meet(id(7)));
    group.run(4);
    assertThat(group.agree(group.without())).isTrue();
    assertThat(told).isNotEmpty().allMatch(update -> update.who().equals(id(3)));
    assertThat(compared).as("one of them may have missed the same").hasSizeGreaterThan(2);
  }

  @Test
  void whoIsInNoGroupCannotMeetAnother() {
    group.leaveNow(3);
    assertThatThrownBy(() -> group.call(3, "meet", swim -> swim.meet(id(1))))
        .hasMessageContaining("is in no group");
  }

  @Test
  void leaverIsOutsideWithinAPeriod() {
    List<Note> notes = notesOf(id(3));
    group.call(3, "leave", Swim::leave);
    group.run(1);
    assertThat(notes).containsExactly(new Note.Left(id(3)));
    assertThat(group.agree(group.without(3))).isTrue();
  }

  @Test
  void suspectIsShownWithItsLevel() {
    group.call(
        1,
        "news",
        swim ->
            swim.receive(
                id(2), new Swim.News(List.of(new Update.Suspect(id(3), 1, id(2), List.of())))));
    Member suspect = Objects.requireNonNull(group.swim(1).member(id(3)));
    assertThat(suspect.status()).isEqualTo(SwimStatus.SUSPECT);
    assertThat(suspect.level()).isBetween(0.0, 1.0);
  }

  @Test
  void cardsAreMeasuredInBytesAsTheyAreSent() {
    assertThat(Card.named("x".repeat(500)).checked().name()).hasSize(500);
    assertThatThrownBy(() -> Card.named("é".repeat(300)).checked())
        .hasMessageContaining("at most 600 bytes");
    assertThatThrownBy(() -> Card.named("語".repeat(200)).checked())
        .hasMessageContaining("at most 600 bytes");
  }
}
