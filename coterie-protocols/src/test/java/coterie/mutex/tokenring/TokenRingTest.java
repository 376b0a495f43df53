package coterie.mutex.tokenring;

import static coterie.mutex.tokenring.RingGroup.MILLI;
import static coterie.mutex.tokenring.RingGroup.SCRIPTED;
import static coterie.mutex.tokenring.RingGroup.STEADY;
import static coterie.mutex.tokenring.RingGroup.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.mutex.Mutex;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import coterie.sim.check.mutex.Entries;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the token ring without a detector. */
class TokenRingTest {
  /** Who has not saved that it took the token could take it once more after a crash. */
  @Test
  void nobodyIsInsideBeforeItsTokenIsSaved() {
    RingGroup group = new RingGroup(3, RingGroup.SCRIPTED, STEADY.withSyncNanos(50 * MILLI));
    group.run(0.5);
    group.acquire(2);
    group.run(0.06); // A Want takes two steps to P1, and the token, which is sent at once, one.
    assertThat(group.at(2).holds()).isFalse();
    group.run(0.04);
    assertThat(group.at(2).holds()).isTrue();
  }

  private static final TokenRing.Config CONFIG = new TokenRing.Config(MILLI, MILLI);

  private static RingGroup group(int size) {
    RingGroup group = new RingGroup(size, SCRIPTED, STEADY);
    group.run(0.1);
    return group;
  }

  private static long cost(int size, String when) {
    return TokenRingRecipe.RECIPE.costs(size).stream()
        .filter(cost -> cost.when().equals(when))
        .mapToLong(Cost::messages)
        .findAny()
        .orElseThrow();
  }

  private static List<NodeId> order(RingGroup group) {
    return group.entries.entries().stream()
        .filter(entry -> entry.enteredAtNanos() != null)
        .sorted((a, b) -> Long.compare(token(a), token(b)))
        .map(Entries.Entry::who)
        .toList();
  }

  private static long token(Entries.Entry entry) {
    return entry.token() == null ? 0 : entry.token();
  }

  @Test
  void groupOfOneEntersAtOnceWithoutAMessageAlsoAfterACrash() {
    RingGroup group = group(1);
    for (int i = 0; i < 3; i++) {
      group.acquire(1);
      assertThat(group.at(1).holds()).isTrue();
      group.release(1);
    }
    group.acquire(1);
    long before = group.at(1).token();
    group.crash(1);
    group.recover(1);
    group.run(0.1);
    group.acquire(1);
    assertThat(group.at(1).token()).isGreaterThan(before);
    assertThat(group.simulation.messages()).isZero();
    assertThat(group.entries.violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 101, 1024})
  void restingTokenCostsNothingWhereItIsAndMoreTheFartherItMustGo(int size) {
    RingGroup group = new RingGroup(size, Map.of("clients", "0", "retry", "1h"), STEADY);
    group.run(0.1);
    group.acquire(1);
    assertThat(group.at(1).holds()).isTrue();
    assertThat(group.simulation.messages()).isEqualTo(cost(size, "rests here"));
    group.release(1);
    group.acquire(size); // The token is one position ahead.
    group.run(21);
    assertThat(group.at(size).holds()).isTrue();
    assertThat(group.simulation.messages()).isEqualTo(cost(size, "rests one ahead"));
    group.release(size);
    group.acquire(1); // It is n-1 positions ahead.
    group.run(21);
    assertThat(group.at(1).holds()).isTrue();
    assertThat(group.simulation.messages()).isEqualTo(cost(size, "rests one ahead") + size - 1 + 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 20})
  void entryTakesThreeMessagesWhereAllAlwaysWantTheToken(int size) {
    Map<String, String> busy = Map.of("think", "0", "hold", "20ms", "retry", "1h");
    RingGroup group = new RingGroup(size, busy, STEADY);
    group.run(2);
    long messages = group.simulation.messages();
    long entered = group.entered();
    group.run(10);
    double each = (group.simulation.messages() - messages) / (double) (group.entered() - entered);
    assertThat(each).isBetween(2.9, 3.1);
    assertThat(cost(size, "all want it")).isEqualTo(3);
  }

  @Test
  void servesInTheOrderOfTheRingNotOfAsking() {
    RingGroup group = group(5);
    group.acquire(2);
    group.run(0.1);
    for (int who : new int[] {1, 5, 3, 4}) {
      group.acquire(who);
      group.run(0.1);
    }
    for (int who : new int[] {2, 3, 4, 5, 1}) {
      assertThat(group.at(who).holds()).isTrue();
      group.release(who);
      group.run(0.1);
    }
    assertThat(order(group)).containsExactly(id(2), id(3), id(4), id(5), id(1));
  }

  @Test
  void whoAsksAgainInItsCallbackDoesNotKeepTheTokenFromOthers() {
    RingGroup group = group(3);
    List<Long> tokens = new ArrayList<>();
    group.call(1, ring -> ring.acquire(new Greedy(ring, tokens)));
    group.run(0.1);
    assertThat(tokens).hasSize(50);
    assertThat(tokens).isSorted().doesNotHaveDuplicates();
    group.acquire(1);
    group.acquire(2);
    group.run(0.1);
    group.call(
        1,
        ring -> {
          ring.release();
          ring.acquire();
        });
    group.run(0.015);
    assertThat(group.at(2).holds()).isTrue();
    assertThat(group.entries.violations()).isEmpty();
  }

  /** Enters again and again inside its own callback. */
  private static final class Greedy implements Mutex.Waiter {
    private final Mutex mutex;
    private final List<Long> tokens;

    Greedy(Mutex mutex, List<Long> tokens) {
      this.mutex = mutex;
      this.tokens = tokens;
    }

    @Override
    public void entered(long token) {
      tokens.add(token);
      mutex.release();
      if (tokens.size() < 50) {
        mutex.acquire(this);
      }
    }
  }

  @Test
  void tokensGrowOverACrashHoweverManyEntriesWereNotPassedOn() {
    RingGroup group = group(2);
    for (int i = 0; i < 2 * RingMemory.RESERVE + 10; i++) {
      group.acquire(1);
      group.run(0.001);
      group.release(1);
    }
    group.crash(1);
    group.acquire(2);
    group.run(1);
    assertThat(group.at(2).holds()).isFalse();
    group.recover(1);
    group.run(1);
    assertThat(group.at(2).holds()).isTrue();
    assertThat(group.entries.violations()).isEmpty();
  }

  @Test
  void whoGivesUpIsNotServedAndHandsOnWhatItKept() {
    RingGroup group = group(4);
    group.acquire(1);
    group.call(4, ring -> ring.acquire(200 * MILLI));
    group.run(0.05);
    group.acquire(3); // P4 keeps the word of P3, as it waits itself.
    group.run(0.05);
    group.run(0.2); // P4 has given up.
    assertThat(group.notes).anyMatch(note -> note.contains("P4 GaveUp"));
    group.release(1);
    group.run(0.05);
    assertThat(group.at(3).holds()).isTrue();
    assertThat(group.at(4).cancel()).isFalse();
  }

  @Test
  void tokenThatNobodyWantsAnyMoreRestsWhereItCame() {
    RingGroup group = group(3);
    group.acquire(3);
    group.call(3, TokenRing::cancel);
    group.run(1);
    long messages = group.simulation.messages();
    group.run(10);
    assertThat(group.simulation.messages()).isEqualTo(messages);
    group.acquire(3);
    assertThat(group.at(3).holds()).isTrue();
  }

  @Test
  void holderIsKnownOnlyWhereItIs() {
    RingGroup group = group(2);
    assertThat(group.at(1).holder()).isNull();
    group.acquire(1);
    assertThat(group.at(1).holder()).isEqualTo(id(1));
    assertThat(group.at(2).holder()).isNull();
  }

  @Test
  void callersMistakesAreRefusedAndChangeNothing() {
    RingGroup group = group(2);
    assertThatThrownBy(() -> group.release(2)).hasMessageContaining("does not hold");
    group.acquire(1);
    assertThatThrownBy(() -> group.acquire(1)).hasMessageContaining("already");
    assertThat(group.at(1).holds()).isTrue();
    group.release(1);
    assertThatThrownBy(() -> group.call(1, ring -> ring.acquire(0))).hasMessageContaining("longer");
    assertThat(group.at(1).holds()).isFalse();
  }

  @Test
  void whatNoMemberSendsIsNotedAndDropped() {
    RingGroup group = group(3);
    List<TokenRing.Msg> bad =
        List.of(
            new TokenRing.Token(-1, 5, 0, 0),
            new TokenRing.Token(TokenRing.EPOCH_MAX + 1, 5, 0, 0),
            new TokenRing.Token(0, -5, 0, 0),
            new TokenRing.Token(0, Long.MAX_VALUE, 0, 0),
            new TokenRing.Token(0, 5, -1, 0),
            new TokenRing.Token(0, 5, TokenRing.COUNT_MAX + 1, 0),
            new TokenRing.Token(0, 5, 0, 3),
            new TokenRing.Token(0, 5, 0, -1),
            new TokenRing.Want(id(9), 0, 0, false),
            new TokenRing.Hello(1),
            new TokenRing.Ask(3, true, 0));
    for (TokenRing.Msg message : bad) {
      group.call(2, ring -> ring.receive(id(1), message));
      assertThat(group.notes.getLast()).as(message.toString()).contains("P2 BadMessage");
    }
    assertThat(group.notes).hasSize(bad.size());
    TokenRing.Msg good = new TokenRing.Token(0, 5, 0, 0);
    group.call(2, ring -> ring.receive(id(2), good));
    group.call(2, ring -> ring.receive(id(7), good));
    assertThat(group.notes).hasSize(bad.size() + 2);
    group.acquire(2);
    group.run(0.1);
    assertThat(group.at(2).holds()).isTrue();
  }

  @Test
  void strangersAndSenselessSettingsAreRefused() {
    assertThatThrownBy(() -> new RingOrder(id(4), View.numbered(1, 3), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("P4 is not a member");
    assertThatThrownBy(() -> new TokenRing.Config(0, 1)).hasMessageContaining("retry");
    assertThatThrownBy(() -> new TokenRing.Config(1, 0)).hasMessageContaining("doubt");
    assertThat(CONFIG.retryNanos()).isPositive();
    MutexRecipe recipe = TokenRingRecipe.RECIPE;
    Settings settings = new Settings(recipe.settings(), Map.of("retry", "0"));
    assertThatThrownBy(() -> recipe.blueprint(View.numbered(1, 3), settings))
        .hasMessageContaining("retry must be longer than 0 s");
  }

  @Test
  void messagesComeBackFromBytesAsTheyWere() {
    Codec<TokenRing.Msg> codec = Codec.of(TokenRing.Msg.class);
    List<TokenRing.Msg> messages =
        List.of(
            new TokenRing.Token(TokenRing.EPOCH_MAX, 77, TokenRing.COUNT_MAX, 1),
            new TokenRing.Received(1, 2),
            new TokenRing.Outdated(1, 2, 3),
            new TokenRing.Want(id(3), -1, 0, true),
            new TokenRing.Hello(1),
            new TokenRing.Welcome(1, 2),
            new TokenRing.Promised(1),
            new TokenRing.Ask(5, true, 4),
            new TokenRing.Answer(5, false, TokenRing.Verdict.HELD, 4, List.of(id(1))));
    for (TokenRing.Msg message : messages) {
      assertThat(codec.decode(codec.encode(message))).isEqualTo(new Decoded.Value<>(message));
    }
  }
}
