package coterie.store.ledger;

import static coterie.store.ledger.LedgerGroup.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.Stamps;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a ledger does with a call, with a message, and in a crash, on a pair and on three. */
class LedgerRulesTest {
  private static final long GROUP = LedgerGroup.terms(false).fingerprint(View.numbered(0, 2));

  private final LedgerGroup pair = group(2, 0);

  private static LedgerGroup group(int size, long syncNanos) {
    Setup setup = Setup.standard().withLatency(Latency.parse("1ms")).withSyncNanos(syncNanos);
    return new LedgerGroup(size, LedgerGroup.terms(false), setup, new LedgerGroup.Maker(), false);
  }

  private static Transfer transfer(long by, long number, long time, long amount) {
    return new Transfer(new NodeId(by), number, time, "alice", "bob", amount);
  }

  private static Ledger.Transfers transfers(long clock, Transfer... transfers) {
    return new Ledger.Transfers(GROUP, clock, List.of(transfers));
  }

  private static Ledger.Digest digest(long clock, List<Long> seen, List<Long> promised) {
    return new Ledger.Digest(GROUP, clock, true, seen, List.of(0L, 0L), promised);
  }

  /** P1 has said this to P0. */
  private void hear(Ledger.Msg message) {
    hearFrom(1, message);
  }

  private void hearFrom(long from, Ledger.Msg message) {
    pair.simulation.start();
    pair.simulation.call(
        id(0),
        Protocol.class,
        "hears",
        protocol -> {
          pair.at(0).receive(id(from), message);
          return null;
        });
    pair.simulation.runFor(0);
  }

  private static List<String> bad(LedgerGroup group) {
    return group.notes.stream()
        .map(LedgerGroup.Noted::note)
        .filter(note -> note instanceof Note.BadMessage)
        .map(note -> ((Note.BadMessage) note).why())
        .toList();
  }

  // ---- calls

  @ParameterizedTest
  @CsvSource({
    "zoe, bob, 1, 'there is no account \"zoe\"; there is alice, bob, carol'",
    "alice, zoe, 1, 'there is no account \"zoe\"; there is alice, bob, carol'",
    "alice, alice, 1, 'a transfer goes from one account to another, not from alice to itself'",
    "alice, bob, 0, 'a transfer moves an amount from 1 on, not 0'",
    "alice, bob, -5, 'a transfer moves an amount from 1 on, not -5'"
  })
  void impossibleTransferIsRefused(String from, String to, long amount, String why) {
    assertThatThrownBy(() -> pair.transfer(0, from, to, amount))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
    assertThat(pair.at(0).history()).isEmpty();
  }

  @Test
  void balanceOfAnUnknownAccountIsRefused() {
    assertThatThrownBy(() -> pair.at(0).balance("zoe"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is alice, bob, carol");
  }

  @Test
  void historyOfAnUnknownAccountIsRefused() {
    assertThatThrownBy(() -> pair.at(0).history("zoe"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is alice, bob, carol");
  }

  /** The stamp of an arrival is a local event, which nobody else could tell again. */
  @Test
  void historyOfAnAccountOutlivesACrash() {
    pair.transfer(0, "alice", "bob", 30);
    pair.runMillis(1);
    pair.transfer(1, "bob", "carol", 50);
    pair.transfer(1, "bob", "carol", 500);
    List<String> before = pair.at(1).history("bob").stream().map(this::text).toList();
    assertThat(before)
        .containsExactly(
            "TRANSFER_RECEIVED alice 30 1@P0 2@P1 130 false",
            "TRANSFER carol 50 3@P1 3@P1 80 false",
            "TRANSFER carol 500 4@P1 4@P1 80 true");
    pair.simulation.inject(new Fault.Crash(id(1)));
    pair.simulation.inject(new Fault.Recover(id(1)));
    assertThat(pair.at(1).history("bob").stream().map(this::text).toList()).isEqualTo(before);
  }

  /** Before arrivals were stored, a log had the fields of a transfer alone. */
  @Test
  void logWithoutArrivalsIsRead() {
    Transfer transfer = transfer(1, 1, 5, 30);
    byte[] old = Codec.of(Transfer.class).encode(transfer);
    assertThat(Codec.of(Ledger.Logged.class).decode(old))
        .isEqualTo(new Decoded.Value<>(Ledger.Logged.of(transfer, 0)));
  }

  private String text(Ledger.Statement one) {
    return "%s %s %d %s %s %d %s"
        .formatted(
            one.event(),
            one.with(),
            one.amount(),
            one.stamp(),
            one.here(),
            one.balance(),
            one.isVoid());
  }

  @Test
  void transferIsHereAtOnceAndElsewhereAMessageLater() {
    pair.transfer(0, "alice", "bob", 30);
    assertThat(pair.at(0).balance("alice")).isEqualTo(70);
    assertThat(pair.at(1).balance("alice")).isEqualTo(100);
    pair.runMillis(1);
    assertThat(pair.at(1).balances()).hasToString("{alice=70, bob=130, carol=100}");
    assertThat(pair.at(1).hasSeen("ledger", new Dot(id(0), 1))).isTrue();
    assertThat(pair.at(1).hasSeen("ledger", new Dot(id(0), 2))).isFalse();
    assertThat(pair.at(1).hasSeen("other", new Dot(id(0), 1))).isFalse();
    assertThat(pair.at(1).hasSeen("ledger", new Dot(id(9), 1))).isFalse();
  }

  /** The example of the source document, in which the order of e7 is the only thing at stake. */
  @Test
  void stampsGrowAlongMessages() {
    pair.transfer(0, "alice", "bob", 30);
    pair.runMillis(1);
    pair.transfer(1, "bob", "carol", 120);
    assertThat(pair.at(1).history()).extracting(Ledger.Entry::time).containsExactly(1L, 3L);
  }

  @Test
  void everythingIsSettledOnceBothHaveToldEachOther() {
    pair.transfer(0, "alice", "bob", 30);
    assertThat(pair.at(0).settled()).isZero();
    pair.runMillis(60);
    assertThat(pair.at(0).settled()).isEqualTo(1);
    assertThat(pair.at(1).settled()).isEqualTo(1);
  }

  @Test
  void nothingMoreIsSettledWhileOneIsDown() {
    pair.inject(new Fault.Crash(id(1)));
    pair.transfer(0, "alice", "bob", 30);
    pair.runMillis(1_000);
    assertThat(pair.at(0).settled()).isZero();
    pair.inject(new Fault.Recover(id(1)));
    pair.runMillis(200);
    assertThat(pair.at(0).settled()).isEqualTo(1);
  }

  @Test
  void processAloneSettlesWhatIsDurable() {
    LedgerGroup alone = group(1, 5 * LedgerGroup.MILLI);
    alone.transfer(0, "alice", "bob", 30);
    assertThat(alone.at(0).settled()).isZero();
    alone.runMillis(20);
    assertThat(alone.at(0).settled()).isEqualTo(1);
    assertThat(alone.written()).isEqualTo(1);
  }

  /** P0 is gone for good, and P2 has its transfer from P1. */
  @Test
  void transferIsRelayedWhenItsProcessIsGone() {
    LedgerGroup three = group(3, 0);
    three.inject(new Fault.Cut(id(0), id(2), true));
    three.transfer(0, "alice", "bob", 30);
    three.runMillis(2);
    three.inject(new Fault.Crash(id(0)));
    three.runMillis(300);
    assertThat(three.at(2).balance("alice")).isEqualTo(70);
  }

  @Test
  void settledTransfersAreSettledStillAfterARestart() {
    pair.transfer(0, "alice", "bob", 30);
    pair.runMillis(200);
    pair.transfer(0, "alice", "bob", 1);
    pair.runMillis(2);
    pair.inject(new Fault.Crash(id(0)));
    pair.inject(new Fault.Crash(id(1)));
    pair.inject(new Fault.Recover(id(0)));
    assertThat(pair.at(0).settled()).isEqualTo(1);
    assertThat(pair.at(0).history()).hasSize(2);
  }

  @Test
  void longAbsenceIsMadeUpForInOneRound() {
    pair.inject(new Fault.Cut(id(0), id(1), true));
    for (int i = 0; i < 10 * Ledger.BATCH; i++) {
      pair.transfer(0, "alice", "bob", 1);
    }
    pair.inject(new Fault.HealAll());
    pair.runMillis(80);
    assertThat(pair.at(1).seen()).isEqualTo(pair.at(0).seen());
  }

  // ---- messages

  @Test
  void transfersInTheWrongOrderWaitForEachOther() {
    hear(transfers(9, transfer(1, 3, 7, 1)));
    hear(transfers(9, transfer(1, 2, 5, 1)));
    assertThat(pair.at(0).history()).isEmpty();
    hear(transfers(9, transfer(1, 1, 4, 1)));
    assertThat(pair.at(0).history()).hasSize(3);
  }

  @Test
  void transferFarAheadIsFetchedLater() {
    long far = Transcript.EARLY_MAX + 2;
    hear(transfers(far, transfer(1, far, far, 1)));
    for (int i = 1; i < far; i++) {
      hear(transfers(far, transfer(1, i, i, 1)));
    }
    assertThat(pair.at(0).history()).hasSize((int) far - 1);
    assertThat(bad(pair)).isEmpty();
  }

  @Test
  void doubledTransferCountsOnce() {
    hear(transfers(1, transfer(1, 1, 1, 30)));
    hear(transfers(1, transfer(1, 1, 1, 30)));
    assertThat(pair.at(0).balance("alice")).isEqualTo(70);
    assertThat(bad(pair)).isEmpty();
  }

  static Stream<Ledger.Msg> impossible() {
    long max = Stamps.STAMP_MAX;
    List<Long> none = List.of(0L, 0L);
    return Stream.of(
        new Ledger.Transfers(GROUP + 1, 9, List.of(transfer(1, 2, 9, 1))),
        new Ledger.Transfers(GROUP, 9, List.of()),
        new Ledger.Transfers(
            GROUP, 9, Collections.nCopies(Ledger.BATCH + 1, transfer(1, 1, 2, 30))),
        transfers(max + 1, transfer(1, 2, max + 1, 1)),
        transfers(-1, transfer(1, 2, 9, 1)),
        transfers(8, transfer(1, 2, 9, 1)),
        transfers(9, transfer(1, 2, 9, 0)),
        transfers(9, transfer(1, 2, 9, -1)),
        transfers(9, transfer(1, 0, 9, 1)),
        transfers(9, transfer(1, -1, 9, 1)),
        transfers(9, transfer(1, 10, 9, 1)),
        transfers(9, transfer(1, 2, 0, 1)),
        transfers(9, transfer(1, 2, 2, 1)),
        transfers(9, transfer(1, 1, 2, 31)),
        transfers(9, transfer(1, 1, 3, 30)),
        transfers(9, transfer(0, 1, 9, 1)),
        transfers(9, transfer(7, 1, 9, 1)),
        transfers(9, transfer(1, 2, 5, 1), transfer(1, 4, 9, 1)),
        transfers(9, transfer(1, 2, 9, 1), transfer(1, 3, 9, 1)),
        transfers(9, new Transfer(id(1), 2, 9, "zoe", "bob", 1)),
        transfers(9, new Transfer(id(1), 2, 9, "alice", "zoe", 1)),
        transfers(9, new Transfer(id(1), 2, 9, "alice", "alice", 1)),
        new Ledger.Digest(GROUP ^ 1, 9, false, none, none, none),
        digest(max + 1, none, none),
        digest(9, List.of(0L), none),
        digest(9, none, Collections.nCopies(100_000, 0L)),
        new Ledger.Digest(GROUP, 9, false, none, List.of(), none),
        digest(9, List.of(0L, -1L), none),
        digest(9, List.of(0L, 10L), none),
        digest(9, List.of(1L, 0L), none),
        digest(9, List.of(0L, Long.MAX_VALUE), none),
        digest(9, none, List.of(0L, 10L)),
        digest(9, none, List.of(0L, -1L)),
        digest(9, none, List.of(0L, 2L)),
        new Ledger.Digest(GROUP, 9, false, none, List.of(0L, -1L), none),
        new Ledger.Digest(GROUP, 9, false, none, List.of(0L, 1L), List.of(0L, 1L)),
        new Ledger.Digest(GROUP, 9, false, none, List.of(0L, 6L), List.of(0L, 5L)));
  }

  /** After a first transfer of P1 at time 2, these are no correct process's. */
  @ParameterizedTest
  @MethodSource("impossible")
  void impossibleMessageIsNotedAndDropped(Ledger.Msg message) {
    hear(transfers(2, transfer(1, 1, 2, 30)));
    Ledger.Contents before = pair.at(0).contents();
    hear(message);
    assertThat(bad(pair)).hasSize(1);
    assertThat(pair.at(0).contents()).isEqualTo(before);
    pair.transfer(0, "bob", "carol", 1);
    assertThat(pair.at(0).history().getLast().time()).isEqualTo(4);
  }

  @Test
  void messageOfAStrangerOrOfOneselfIsNotedAndDropped() {
    hearFrom(0, transfers(2, transfer(1, 1, 2, 30)));
    hearFrom(5, transfers(2, transfer(1, 1, 2, 30)));
    assertThat(bad(pair)).containsOnly("a message from no other member of the group").hasSize(2);
  }

  @Test
  void transferBelowAPromiseIsNotedAndDropped() {
    hear(digest(9, List.of(0L, 0L), List.of(0L, 9L)));
    hear(transfers(9, transfer(1, 1, 9, 1)));
    assertThat(bad(pair))
        .containsExactly("a transfer with a time that its process had promised not to use");
    hear(transfers(10, transfer(1, 1, 10, 1)));
    assertThat(pair.at(0).history()).hasSize(1);
  }

  @Test
  void amountThatNobodyHasIsVoid() {
    hear(transfers(2, transfer(1, 1, 2, Long.MAX_VALUE)));
    assertThat(pair.at(0).history()).extracting(Ledger.Entry::isVoid).containsExactly(true);
    assertThat(pair.at(0).flaw()).isNull();
  }

  // ---- crashes

  /** The write was under way when the process fell: nobody has heard of it, the number is free. */
  @Test
  void transferThatWasNotDurableWasToldToNobody() {
    LedgerGroup slow = group(2, 20 * LedgerGroup.MILLI);
    slow.transfer(0, "alice", "bob", 10);
    slow.runMillis(10);
    slow.inject(new Fault.Crash(id(0)));
    slow.runMillis(200);
    assertThat(slow.at(1).history()).isEmpty();
    assertThat(slow.written()).isZero();
    slow.inject(new Fault.Recover(id(0)));
    slow.transfer(0, "alice", "bob", 20);
    slow.runMillis(500);
    assertThat(slow.at(1).balance("alice")).isEqualTo(80);
    assertThat(slow.wrong()).isEmpty();
    assertThat(slow.unsettled()).isEmpty();
  }

  @Test
  void transferThatReachedTheDiskComesOutAfterTheReturn() {
    LedgerGroup slow = group(2, 20 * LedgerGroup.MILLI);
    slow.transfer(0, "alice", "bob", 10);
    slow.runMillis(10);
    slow.inject(new Fault.Crash(id(0), true));
    slow.inject(new Fault.Recover(id(0)));
    slow.runMillis(500);
    assertThat(slow.at(1).balance("alice")).isEqualTo(90);
    slow.transfer(0, "alice", "bob", 20);
    assertThat(slow.at(0).history().getLast().number()).isEqualTo(2);
    slow.runMillis(500);
    assertThat(slow.wrong()).isEmpty();
    assertThat(slow.unsettled()).isEmpty();
  }

  // ---- terms

  @Test
  void termsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new LedgerTerms(List.of("alice"), 1, false))
        .hasMessage("a ledger has 2 to 1024 accounts, not 1");
    assertThatThrownBy(() -> new LedgerTerms(List.of("alice", "alice"), 1, false))
        .hasMessage("every account has a name of its own: [alice, alice]");
    assertThatThrownBy(() -> new LedgerTerms(List.of("alice", " "), 1, false))
        .hasMessage("the name of an account has 1 to 64 characters, not \" \"");
    assertThatThrownBy(() -> new LedgerTerms(List.of("alice", "bob"), -1, false))
        .hasMessageContaining("accounts open with 0 up to 4611686018427387903 each");
    assertThatThrownBy(() -> new LedgerTerms(List.of("a", "b"), Long.MAX_VALUE / 2 + 1, false))
        .hasMessageContaining("so that their sum can be counted");
  }

  @Test
  void groupsWithOtherTermsOrMembersDoNotTalk() {
    View members = View.numbered(0, 2);
    assertThat(
            Stream.of(
                    LedgerGroup.terms(false).fingerprint(members),
                    LedgerGroup.terms(false).fingerprint(View.numbered(0, 3)),
                    LedgerGroup.terms(true).fingerprint(members),
                    new LedgerTerms(List.of("alice", "bob", "carl"), 100, false)
                        .fingerprint(members),
                    new LedgerTerms(List.of("alice", "bob", "carol"), 99, false)
                        .fingerprint(members))
                .distinct())
        .hasSize(5);
  }
}
