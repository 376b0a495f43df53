package coterie.member.swim;

import static coterie.member.swim.Group.SECOND;
import static coterie.member.swim.Group.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.member.Card;
import coterie.member.SwimStatus;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
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

  private static MemberList list(int size) {
    MemberList list = new MemberList(InitialMembers.none());
    for (int i = 0; i < size; i++) {
      list.put(alive(i));
    }
    return list;
  }

  /** How many members lists tell of. */
  private static final class Told implements StageWitness {
    @Override
    public int wants() {
      return ALL;
    }

    final List<Integer> lists = new ArrayList<>();
    int news;
    final List<NodeId> asked = new ArrayList<>();

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      if (message instanceof Swim.Join) {
        asked.add(from);
      } else if (message instanceof Swim.News more) {
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
    group.simulation.watch(told);
    return told;
  }

  @Test
  void sumsDifferInThePartThatDiffers() {
    MemberList one = list(1_000);
    MemberList other = list(1_000);
    assertThat(one.sums().differing(other.sums().bytes())).isZero();
    other.put(alive(1_000));
    long parts = one.sums().differing(other.sums().bytes());
    assertThat(Long.bitCount(parts)).isEqualTo(1);
    assertThat(Checksums.isIn(parts, id(1_000))).isTrue();
    assertThat(other.state(0, parts)).contains(alive(1_000)).hasSizeLessThan(50);
    assertThat(one.sums().differing(Bytes.of(new byte[3]))).isEqualTo(Checksums.ALL);
  }

  @Test
  void sumsAreTheSameWhetherFoundersAreSharedOrNot() {
    InitialMembers initial = InitialMembers.of(View.numbered(0, 200), who -> alive(who.value()));
    MemberList shared = new MemberList(initial);
    MemberList own = list(200);
    Update.Alive refuted =
        new Update.Alive(id(3), 2, new Card("member-3", Bytes.none(), List.of()));
    for (MemberList each : List.of(shared, own)) {
      each.put(refuted);
      each.put(new Tombstone(id(4), 1, SwimStatus.FAILED, null, 0));
      each.put(alive(200));
    }
    assertThat(shared.digest()).isEqualTo(own.digest());
    assertThat(shared.sums().bytes()).isEqualTo(own.sums().bytes());
    for (MemberList each :
        List.of(shared, own)) { // Once they are asked for they are kept up to date.
      each.put(new Update.Alive(id(5), 7, new Card("member-5", Bytes.none(), List.of())));
      each.put(new Tombstone(id(200), 1, SwimStatus.LEFT, null, 0));
    }
    MemberList later = new MemberList(initial);
    shared.all().forEach(later::put);
    assertThat(shared.sums().bytes()).isEqualTo(later.sums().bytes());
    assertThat(own.sums().bytes()).isEqualTo(later.sums().bytes());
  }

  @Test
  void whatTheOtherHasToldIsNotToldBack() {
    MemberList mine = list(100);
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
    InitialMembers initial = InitialMembers.of(View.numbered(0, 100), who -> alive(who.value()));
    MemberList mine = new MemberList(initial);
    MemberList theirs = new MemberList(initial);
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

  /** The answer to its first request was lost, and news has told it everything meanwhile. */
  @Test
  void newcomerWhoseListIsEqualAlreadyDoesNotAskToBeLetIn() {
    int size = 200;
    Group group = new Group(size, 1, SwimConfig.lan(), false);
    group.inject(Fault.Partition.of(List.of(List.of(id(1)))));
    MemberList all = new MemberList(InitialMembers.none());
    for (int i = 0; i < size; i++) {
      all.put(new Update.Alive(id(i), 1, SwimRecipe.card(id(i))));
    }
    group.call(1, "hear", swim -> swim.receive(id(0), new Swim.News(all.state(0))));
    group.call(1, "parts", swim -> swim.receive(id(0), new Swim.Parts(all.sums().bytes())));
    Told told = listen(group);
    group.run(1.5);
    assertThat(told.asked).doesNotContain(id(1));
  }

  /** Each of them needs one list; while they come it is out of date as soon as it is sent. */
  @Test
  void crowdThatComesAtOnceIsToldAFewListsEach() {
    int size = 300;
    Group group = Group.lan(size, 1, SwimConfig.lan(), false);
    Told told = listen(group);
    group.awaitAgreement(group.without(), 8);
    assertThat(told.members() + told.news).isLessThan(3 * size * size / 2);
    assertThat(told.news).isLessThan(size * size / 2); // Lists tell of a crowd, and news do not.
    assertThat(group.simulation.now()).isLessThan(8 * SECOND);
  }
}
