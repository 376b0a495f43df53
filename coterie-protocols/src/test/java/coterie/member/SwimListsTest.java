package coterie.member;

import static coterie.member.Group.SECOND;
import static coterie.member.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.Witness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What members tell each other when they compare their lists: what the other lacks, and no more.
 */
class SwimListsTest {
  private static Update.Alive alive(long who) {
    return new Update.Alive(id(who), 1, new Card("member-" + who, Bytes.none(), List.of()));
  }

  private static Roster roster(int size) {
    Roster roster = new Roster(Founders.none());
    for (int i = 0; i < size; i++) {
      roster.put(alive(i));
    }
    return roster;
  }

  /** How many members lists tell of. */
  private static final class Told implements Witness {
    final List<Integer> lists = new ArrayList<>();
    int news;

    @Override
    public void sent(long at, NodeId from, NodeId to, Message message) {
      if (message instanceof Swim.News more) {
        news += more.gossip().size();
      } else if (message instanceof Swim.State state) {
        lists.add(state.members().size());
      } else if (message instanceof Swim.Part part) {
        lists.add(part.members().size());
      }
    }

    int members() {
      return lists.stream().mapToInt(size -> size).sum();
    }
  }

  private static Told listen(Group group) {
    Told told = new Told();
    group.simulation.listen(told);
    return told;
  }

  @Test
  void sumsDifferInThePartThatDiffers() {
    Roster one = roster(1_000);
    Roster other = roster(1_000);
    assertThat(one.sums().differing(other.sums().bytes())).isZero();
    other.put(alive(1_000));
    long parts = one.sums().differing(other.sums().bytes());
    assertThat(Long.bitCount(parts)).isEqualTo(1);
    assertThat(Sums.isIn(parts, id(1_000))).isTrue();
    assertThat(other.state(0, parts)).contains(alive(1_000)).hasSizeLessThan(50);
    assertThat(one.sums().differing(Bytes.of(new byte[3]))).isEqualTo(Sums.ALL);
  }

  @Test
  void sumsAreTheSameWhetherFoundersAreSharedOrNot() {
    Founders founders = Founders.of(View.numbered(0, 200), who -> alive(who.value()));
    Roster shared = new Roster(founders);
    Roster own = roster(200);
    Update.Alive refuted =
        new Update.Alive(id(3), 2, new Card("member-3", Bytes.none(), List.of()));
    for (Roster each : List.of(shared, own)) {
      each.put(refuted);
      each.put(new Tombstone(id(4), 1, SwimStatus.FAILED, null, 0));
      each.put(alive(200));
    }
    assertThat(shared.digest()).isEqualTo(own.digest());
    assertThat(shared.sums().bytes()).isEqualTo(own.sums().bytes());
    for (Roster each : List.of(shared, own)) { // Once they are asked for they are kept up to date.
      each.put(new Update.Alive(id(5), 7, new Card("member-5", Bytes.none(), List.of())));
      each.put(new Tombstone(id(200), 1, SwimStatus.LEFT, null, 0));
    }
    Roster later = new Roster(founders);
    shared.all().forEach(later::put);
    assertThat(shared.sums().bytes()).isEqualTo(later.sums().bytes());
    assertThat(own.sums().bytes()).isEqualTo(later.sums().bytes());
  }

  @Test
  void whatTheOtherHasToldIsNotToldBack() {
    Roster mine = roster(100);
    mine.put(new Update.Alive(id(7), 2, new Card("member-7", Bytes.none(), List.of())));
    List<Update> theirs = new ArrayList<>();
    for (int i = 0; i < 99; i++) {
      theirs.add(alive(i));
    }
    List<Update> lacked = mine.state(0).lackedBy(theirs);
    assertThat(lacked).extracting(Update::who).containsExactlyInAnyOrder(id(7), id(99));
  }

  @Test
  void sameIsLackedWhetherFoundersAreSharedOrNot() {
    Founders founders = Founders.of(View.numbered(0, 100), who -> alive(who.value()));
    Roster mine = new Roster(founders);
    Roster theirs = new Roster(founders);
    mine.put(new Update.Alive(id(7), 2, new Card("member-7", Bytes.none(), List.of())));
    mine.put(alive(100));
    theirs.put(alive(100));
    theirs.put(new Tombstone(id(8), 1, SwimStatus.LEFT, null, 0));
    FullState told = theirs.state(0);
    assertThat(mine.state(0).lackedBy(told))
        .containsExactlyInAnyOrderElementsOf(mine.state(0).lackedBy(List.copyOf(told)))
        .extracting(Update::who)
        .containsExactlyInAnyOrder(id(7), id(8));
  }

  @Test
  void longListsThatDifferInOnePlaceAreNotToldAsAWhole() {
    Group group = new Group(200, 1, SwimConfig.lan(), true);
    group.run(1);
    group.call(1, "hear", swim -> swim.receive(id(0), new Swim.State(false, List.of(alive(500)))));
    Told told = listen(group);
    group.call(1, "compare", swim -> swim.receive(id(0), new Swim.Compare(0, List.of())));
    group.run(0.4);
    assertThat(group.swim(0).member(id(500))).isNotNull();
    assertThat(told.members()).isLessThan(30);
    assertThat(told.lists).contains(1); // Nothing but what was lacked.
  }

  /** Each of them needs one list; while they come it is out of date as soon as it is sent. */
  @Test
  void crowdThatComesAtOnceIsToldAFewListsEach() {
    int size = 300;
    Group group = Group.lan(size, 1, SwimConfig.lan(), false);
    Told told = listen(group);
    group.awaitAgreement(group.without(), 8);
    assertThat(told.members()).isLessThan(size * size);
    assertThat(told.news).isLessThan(2 * size * size); // Lists tell of a crowd, and news do not.
    assertThat(group.simulation.now()).isLessThan(8 * SECOND);
  }
}
