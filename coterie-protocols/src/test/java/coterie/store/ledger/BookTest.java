package coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers in their order, and balances. */
class BookTest {
  private static final List<String> NAMES = List.of("alice", "bob", "carol");

  private final List<String> judged = new ArrayList<>();
  private Book book = new Book(new LedgerTerms(NAMES, 100, false));

  private static Transfer transfer(long time, long by, String from, String to, long amount) {
    return new Transfer(new NodeId(by), time, time, from, to, amount);
  }

  private void enter(long time, long by, String from, String to, long amount) {
    book.enter(transfer(time, by, from, to, amount), time, this::judged);
  }

  private void judged(Transfer which, boolean isVoid) {
    judged.add(which.what() + (isVoid ? " is void" : " counts"));
  }

  private List<String> order() {
    return book.history().stream().map(one -> one.time() + "@" + one.by()).toList();
  }

  @Test
  void transfersStandInTheOrderOfTheirStamps() {
    enter(3, 1, "alice", "bob", 1);
    enter(1, 2, "alice", "bob", 1);
    enter(3, 0, "alice", "bob", 1);
    enter(1, 1, "alice", "bob", 1);
    assertThat(order()).containsExactly("1@P1", "1@P2", "3@P0", "3@P1");
  }

  @Test
  void transferForWhichMoneyLacksIsVoid() {
    enter(1, 0, "alice", "bob", 101);
    assertThat(judged).containsExactly("alice→bob 101 is void");
    assertThat(book.balances()).hasToString("{alice=100, bob=100, carol=100}");
    assertThat(book.voids()).isEqualTo(1);
  }

  @Test
  void lateTransferVoidsOneAndRevivesAnother() {
    enter(5, 0, "alice", "bob", 80);
    enter(6, 0, "bob", "carol", 170);
    enter(7, 0, "carol", "alice", 300);
    enter(2, 1, "alice", "carol", 50);
    assertThat(judged)
        .containsExactly(
            "carol→alice 300 is void", "alice→bob 80 is void", "bob→carol 170 is void");
    enter(1, 2, "carol", "alice", 60);
    assertThat(judged.subList(3, judged.size()))
        .containsExactly("alice→bob 80 counts", "bob→carol 170 counts");
    assertThat(book.balances()).hasToString("{alice=30, bob=10, carol=260}");
  }

  @Test
  void overdraftIsAllowedIfTheTermsSaySo() {
    book = new Book(new LedgerTerms(NAMES, 100, true));
    enter(1, 0, "alice", "bob", 150);
    assertThat(book.balances()).hasToString("{alice=-50, bob=250, carol=100}");
  }

  @Test
  void whatNobodyCanCountIsVoid() {
    book = new Book(new LedgerTerms(NAMES, 100, true));
    enter(2, 0, "alice", "bob", Long.MAX_VALUE);
    assertThat(judged).hasSize(1);
    enter(2, 1, "alice", "bob", Long.MAX_VALUE - 100);
    assertThat(judged).hasSize(1);
    enter(3, 0, "carol", "bob", 1);
    assertThat(judged).hasSize(2);
    enter(4, 0, "alice", "carol", 500);
    assertThat(judged).hasSize(3);
    assertThat(book.flaw()).isNull();
    // An earlier one makes room for those that were too much.
    enter(1, 1, "bob", "alice", 1);
    assertThat(judged.getLast()).isEqualTo("carol→bob 1 counts");
    assertThat(book.flaw()).isNull();
  }

  @Test
  void settlingReachesUpToItsTime() {
    enter(1, 0, "alice", "bob", 1);
    enter(3, 1, "alice", "bob", 1);
    enter(3, 2, "alice", "bob", 1);
    enter(4, 0, "alice", "bob", 1);
    assertThat(book.settle(3)).isTrue();
    assertThat(book.settled()).isEqualTo(3);
    assertThat(book.settle(3)).isFalse();
    assertThat(book.history())
        .extracting(Ledger.Entry::isSettled)
        .containsExactly(true, true, true, false);
    enter(4, 1, "alice", "bob", 1);
    assertThat(book.flaw()).isNull();
  }

  @Test
  void transferBeforeTheSettledOnesIsAFlaw() {
    enter(5, 0, "alice", "bob", 1);
    book.settle(5);
    enter(4, 1, "alice", "bob", 1);
    assertThat(book.flaw()).contains("after all up to 5 had been settled");
  }

  @Test
  void transferInTheSettledTimeIsAFlawEvenIfNothingWasThere() {
    book.settle(5);
    enter(5, 1, "alice", "bob", 1);
    assertThat(book.flaw()).isNotNull();
  }

  @Test
  void moneyThatComesFromNowhereIsAFlaw() {
    Book broken =
        new Book(new LedgerTerms(NAMES, 100, false)) {
          @Override
          long received(long balance, long amount) {
            return super.received(balance, amount) + 1;
          }
        };
    broken.enter(transfer(1, 0, "alice", "bob", 1), 1, this::judged);
    assertThat(broken.flaw()).isEqualTo("all balances together are 301, and were 300");
  }

  /** In whatever order transfers come, and however often some are settled in between. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bookIsWhatSortingAndReplayingGives(boolean allowsOverdraft) {
    LedgerTerms terms = new LedgerTerms(NAMES, 100, allowsOverdraft);
    int voids = 0;
    for (long seed = 0; seed < 200; seed++) {
      List<Transfer> transfers = drawn(new Random(seed));
      Replay replay = Replay.of(terms, transfers);
      long hash = 0;
      for (int round = 0; round < 3; round++) {
        Book drawnBook = new Book(terms);
        int sure = transfers.size() / 4 * round;
        List<Transfer> mixed = new ArrayList<>(replay.order());
        Collections.shuffle(mixed.subList(0, sure), new Random(seed + 1));
        Collections.shuffle(mixed.subList(sure, mixed.size()), new Random(seed + round));
        for (int i = 0; i < mixed.size(); i++) {
          if (i == sure && i > 0) {
            drawnBook.settle(replay.order().get(sure).time() - 1);
          }
          drawnBook.enter(mixed.get(i), 1, (which, isVoid) -> {});
        }
        assertThat(drawnBook.balances()).isEqualTo(replay.balances());
        assertThat(drawnBook.history()).extracting(Ledger.Entry::isVoid).isEqualTo(replay.voids());
        assertThat(drawnBook.flaw()).isNull();
        for (int i = 0; i < NAMES.size(); i++) {
          Ledger.Statement last = drawnBook.history(i, new NodeId(0)).getLast();
          assertThat(last.balance()).isEqualTo(drawnBook.balance(i));
        }
        assertThat(drawnBook.hash()).isEqualTo(round == 0 ? drawnBook.hash() : hash);
        hash = drawnBook.hash();
        voids += drawnBook.voids();
      }
    }
    assertThat(voids > 0).isEqualTo(!allowsOverdraft);
  }

  private static List<Transfer> drawn(Random random) {
    List<Transfer> transfers = new ArrayList<>();
    for (int by = 0; by < 3; by++) {
      long time = 0;
      for (int number = 1; number <= 15; number++) {
        time += 1 + random.nextInt(3);
        int from = random.nextInt(3);
        String to = NAMES.get((from + 1 + random.nextInt(2)) % 3);
        long amount = 1 + random.nextInt(80);
        transfers.add(new Transfer(new NodeId(by), number, time, NAMES.get(from), to, amount));
      }
    }
    return transfers;
  }
}
