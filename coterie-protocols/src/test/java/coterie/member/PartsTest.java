package coterie.member;

import static coterie.member.Group.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.Bytes;
import coterie.core.View;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pure parts of SWIM. */
class PartsTest {
  private static Update.Alive alive(long who, long incarnation) {
    return new Update.Alive(id(who), incarnation, new Card("n" + who, Bytes.none(), List.of()));
  }

  // ---- the order of probes

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 1_000, 4_097})
  void everyNumberHasExactlyOnePosition(int size) {
    for (long key = 0; key < 20; key++) {
      ProbeOrder order = new ProbeOrder(size, key);
      TreeSet<Integer> seen = new TreeSet<>();
      for (int i = 0; i < size; i++) {
        seen.add(order.at(i));
      }
      assertThat(seen).hasSize(size);
      assertThat(seen.first()).isZero();
      assertThat(seen.last()).isEqualTo(size - 1);
    }
  }

  @Test
  void everyNumberIsFirstAboutEquallyOften() {
    int[] first = new int[10];
    for (long key = 0; key < 10_000; key++) {
      first[new ProbeOrder(10, Hash.of(key)).at(0)]++;
    }
    for (int count : first) {
      assertThat(count).isCloseTo(1_000, within(120));
    }
  }

  // ---- what rides on messages

  private static List<Update> take(Gossip gossip, int countMax, int tellMax) {
    List<Update> news = new ArrayList<>();
    gossip.take(news, countMax, tellMax, Long.MIN_VALUE, id(99));
    return news;
  }

  @Test
  void newsAreToldSoManyTimesAndNoMore() {
    Gossip gossip = new Gossip();
    gossip.add(alive(1, 1), 0);
    for (int i = 0; i < 5; i++) {
      assertThat(take(gossip, 8, 5)).hasSize(1);
    }
    assertThat(take(gossip, 8, 5)).isEmpty();
    assertThat(gossip.isEmpty()).isTrue();
  }

  @Test
  void newsThatAreOverDoNotPileUp() {
    Gossip gossip = new Gossip();
    for (int i = 0; i < 10_000; i++) {
      for (int who = 0; who < 10; who++) {
        gossip.add(alive(who, i), 0);
      }
      assertThat(take(gossip, 8, 9)).hasSize(8);
      assertThat(gossip.waiting()).isLessThanOrEqualTo(40);
    }
  }

  @Test
  void whatIsHeardBackCountsAsTold() {
    Gossip gossip = new Gossip();
    gossip.add(alive(1, 1), 0);
    gossip.add(alive(2, 1), 0);
    gossip.heardBack(alive(1, 1), 3);
    assertThat(take(gossip, 1, 3)).as("the one that was told less").containsExactly(alive(2, 1));
    gossip.heardBack(alive(1, 1), 3);
    gossip.heardBack(alive(1, 1), 3);
    assertThat(take(gossip, 8, 3)).containsExactly(alive(2, 1));
    gossip.heardBack(alive(2, 2), 3);
    assertThat(take(gossip, 8, 3)).as("that was another life").containsExactly(alive(2, 1));
    assertThat(gossip.isEmpty()).isTrue();
  }

  @Test
  void leastToldNewsGoFirst() {
    Gossip gossip = new Gossip();
    gossip.add(alive(1, 1), 0);
    gossip.add(alive(2, 1), 0);
    assertThat(take(gossip, 1, 9)).containsExactly(alive(1, 1));
    assertThat(take(gossip, 1, 9)).containsExactly(alive(2, 1));
    gossip.add(alive(3, 1), 0);
    assertThat(take(gossip, 2, 9)).containsExactly(alive(3, 1), alive(1, 1));
    assertThat(take(gossip, 3, 9)).containsExactly(alive(2, 1), alive(3, 1), alive(1, 1));
  }

  @Test
  void newerNewsTakeThePlaceOfOlder() {
    Gossip gossip = new Gossip();
    gossip.add(alive(1, 1), 0);
    take(gossip, 8, 9);
    gossip.add(alive(1, 2), 0);
    assertThat(take(gossip, 8, 9)).containsExactly(alive(1, 2));
  }

  @Test
  void newsAreNotToldToTheirSubjectAndNotWhenTheyAreOld() {
    Gossip gossip = new Gossip();
    gossip.add(alive(1, 1), 10);
    List<Update> news = new ArrayList<>();
    gossip.take(news, 8, 9, 0, id(1));
    assertThat(news).isEmpty();
    gossip.take(news, 8, 9, 11, id(2));
    assertThat(news).isEmpty();
    assertThat(gossip.isEmpty()).isTrue();
  }

  // ---- how long a suspicion lasts

  @ParameterizedTest
  @CsvSource({
    "10, 8, 0, 12.0",
    "10, 8, 1, 7.0",
    "10, 8, 2, 4.08",
    "10, 8, 3, 2.0",
    "10, 8, 9, 2.0",
    "1000, 998, 3, 4.0",
    "1000, 998, 0, 24.0",
    "2, 0, 0, 2.0",
    "3, 1, 0, 12.0",
    "3, 1, 1, 2.0"
  })
  void everyConfirmationBringsTheEndNearer(
      int members, int company, int confirmations, double seconds) {
    double nanos = Doubts.lastingNanos(SwimConfig.lan(), members, company, confirmations);
    assertThat(nanos / 1e9).isCloseTo(seconds, within(0.01));
  }

  /** One side of a partition does not wait for the other to confirm. */
  @ParameterizedTest
  @CsvSource({"10, 2, 1, 5.69", "10, 2, 2, 2.0", "10, 1, 1, 2.0", "10, 0, 0, 4.0"})
  void onlyThoseWhoAreNotSuspectedAreAwaited(
      int members, int company, int confirmations, double seconds) {
    double nanos = Doubts.lastingNanos(SwimConfig.lan(), members, company, confirmations);
    assertThat(nanos / 1e9).isCloseTo(seconds, within(0.01));
  }

  // ---- local health

  @Test
  void healthStretchesTimesAndHasBounds() {
    LocalHealth health = new LocalHealth(8);
    health.better();
    assertThat(health.stretch(100)).isEqualTo(100);
    health.worse(3);
    assertThat(health.stretch(100)).isEqualTo(400);
    health.worse(100);
    assertThat(health.score()).isEqualTo(8);
    health.better();
    assertThat(health.score()).isEqualTo(7);
    LocalHealth none = new LocalHealth(0);
    none.worse(5);
    assertThat(none.stretch(100)).isEqualTo(100);
  }

  // ---- the roster

  @Test
  void digestIsThatOfTheMembersHoweverTheyCame() {
    Roster founded = new Roster(Founders.of(View.numbered(0, 50), who -> alive(who.value(), 1)));
    Roster gathered = new Roster(Founders.none());
    for (int i = 49; i >= 0; i--) {
      gathered.put(alive(i, 1));
    }
    assertThat(gathered.digest()).isEqualTo(founded.digest());
    founded.put(new Tombstone(id(7), 1, SwimStatus.FAILED, null, 0));
    assertThat(gathered.digest()).isNotEqualTo(founded.digest());
    assertThat(founded.failedCount()).isEqualTo(1);
    founded.put(alive(7, 2));
    assertThat(gathered.digest()).isNotEqualTo(founded.digest());
    gathered.put(alive(7, 2));
    assertThat(gathered.digest()).isEqualTo(founded.digest());
    assertThat(founded.memberCount()).isEqualTo(50);
    assertThat(founded.failedCount()).isZero();
  }

  @Test
  void fullStateIsTheSameListWhetherFoundersAreSharedOrNot() {
    Founders founders = Founders.of(View.numbered(0, 5), who -> alive(who.value(), 1));
    Roster mine = new Roster(founders);
    Roster other = new Roster(founders);
    other.put(new Tombstone(id(1), 1, SwimStatus.FAILED, null, 100));
    other.put(new Tombstone(id(2), 1, SwimStatus.FAILED, null, 5));
    other.put(alive(9, 1));
    mine.put(alive(3, 2));
    FullState state = other.state(50);
    other.put(alive(4, 2)); // Later: the state does not change any more.
    assertThat(state)
        .containsExactlyInAnyOrder(
            alive(0, 1), new Update.Failed(id(1), 1), alive(3, 1), alive(4, 1), alive(9, 1));
    assertThat(FullState.relevantTo(mine, state))
        .containsExactlyInAnyOrder(new Update.Failed(id(1), 1), alive(9, 1), alive(3, 1));
    assertThat(FullState.relevantTo(new Roster(Founders.none()), state)).isSameAs(state);
  }

  @Test
  void forgottenAreGoneAndTheOthersKeepTheirPlaces() {
    Roster roster = new Roster(Founders.none());
    for (int i = 0; i < 100; i++) {
      roster.put(alive(i, 1));
    }
    for (int i = 0; i < 100; i += 3) {
      roster.put(
          new Tombstone(id(i), 1, i % 2 == 0 ? SwimStatus.FAILED : SwimStatus.LEFT, null, i));
    }
    roster.forget(stone -> stone.sinceNanos() < 50);
    assertThat(roster.places()).isEqualTo(83);
    assertThat(roster.find(id(48))).isNull();
    assertThat(roster.find(id(51))).isNotNull();
    assertThat(roster.memberCount()).isEqualTo(66);
    assertThat(roster.failedCount()).isEqualTo(8);
    assertThat(roster.all()).hasSize(83);
  }
}
