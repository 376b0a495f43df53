package coterie.store.registers;

import static coterie.store.registers.RegisterGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Refused;
import coterie.core.RegisterNote.Set;
import coterie.core.RegisterNote.Succeeded;
import coterie.core.RegisterNote.Unknown;
import coterie.core.Stamp;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.storage.MemoryStorage;
import coterie.store.registers.Decision.Task;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What registers do by themselves: ballots, decisions, messages, costs. */
class RegisterRulesTest {
  private static final View MEMBERS = View.numbered(0, 3);
  private static final long GROUP = MEMBERS.fingerprint();
  private static final NodeId ME = new NodeId(0);

  private static Content written(Content before, String value, long node, long request) {
    return before.written(value, new NodeId(node), 1, request);
  }

  private static Stamp ballot(long counter, long node) {
    return new Stamp(counter, new NodeId(node));
  }

  private static RegisterGroup group(int size) {
    Setup setup = Setup.standard().withLatency(Latency.parse("10ms"));
    return new RegisterGroup(size, setup, RegisterGroup.RIGHT);
  }

  // ---- ballots and acceptors

  @ParameterizedTest
  @CsvSource({"1,0,1,1", "1,2,2,0", "2,0,2,1", "0,0,1,0"})
  void lowerCounterIsLowerAndThenTheLowerNode(long counter, long node, long counter2, long node2) {
    assertThat(ballot(counter, node)).isLessThan(ballot(counter2, node2));
  }

  @Test
  void promisedBallotAfterOneIsHigherAndOfTheSameProcess() {
    assertThat(Ballots.after(ballot(3, 1))).isEqualTo(ballot(4, 1));
    assertThat(Ballots.above(3, new NodeId(0))).isGreaterThan(ballot(3, 2));
    assertThat(Ballots.NONE).isLessThan(ballot(1, -5));
  }

  @Test
  void acceptorKeepsItsPromises() {
    Slots slots = new Slots(new MemoryStorage(), new NodeId(0));
    assertThat(slots.promise("x", ballot(2, 1))).isTrue();
    assertThat(slots.promise("x", ballot(2, 1))).as("doubled").isTrue();
    assertThat(slots.promise("x", ballot(2, 0))).isFalse();
    assertThat(slots.accept("x", ballot(1, 2), Content.NONE)).isFalse();
    Content red = written(Content.NONE, "red", 0, 7);
    assertThat(slots.accept("x", ballot(2, 1), red)).isTrue();
    assertThat(slots.accept("x", ballot(2, 1), red)).as("doubled").isTrue();
    assertThat(slots.promise("x", ballot(2, 2))).as("the next one was promised").isFalse();
    assertThat(slots.at("x")).isEqualTo(new Slot("x", ballot(3, 1), ballot(2, 1), red));
    assertThat(slots.at("y").content()).isEqualTo(Content.NONE);
  }

  // ---- contents and decisions

  /** The versions of P1, and then one of P2. */
  private static Content versions(int count) {
    Content content = Content.NONE;
    for (int i = 1; i < count; i++) {
      content = written(content, "v" + i, 1, i);
    }
    return written(content, "last", 2, 1);
  }

  @Test
  void contentNamesTheLastWriteOfEverybody() {
    Content content = versions(20);
    assertThat(content.version()).isEqualTo(20);
    assertThat(content.writes())
        .containsExactly(
            new Content.Write(new NodeId(1), 1, 19, 19),
            new Content.Write(new NodeId(2), 1, 1, 20));
    assertThat(content.writtenBy(new NodeId(2), 1, 1)).isEqualTo(20);
    assertThat(content.writtenBy(new NodeId(1), 1, 19)).isEqualTo(19);
    assertThat(content.writtenBy(new NodeId(1), 2, 19)).as("another life").isZero();
    assertThat(content.writtenBy(ME, 1, 1)).isZero();
  }

  private static Decision decide(RegisterNote.Action action, Content found) {
    return Decision.of(new Task("x", action, ME, 1, 7), found);
  }

  @Test
  void conditionIsHeldAgainstTheVersionThatWasFound() {
    Content found = versions(3);
    Decision met = decide(new Cas(3, "red"), found);
    assertThat(met.outcome()).isEqualTo(new Succeeded("x", 7, 4, "red"));
    assertThat(met.writes(found)).isTrue();
    Decision missed = decide(new Cas(2, "red"), found);
    assertThat(missed.outcome()).isEqualTo(new Refused("x", 7, 3, "last"));
    assertThat(missed.writes(found)).isFalse();
    assertThat(decide(new Set("red"), found).outcome()).isEqualTo(new Succeeded("x", 7, 4, "red"));
    assertThat(decide(new Get(), found).outcome()).isEqualTo(new Succeeded("x", 7, 3, "last"));
  }

  @Test
  void writeThatAnotherTookUpIsNotWrittenTwice() {
    Content mine = written(versions(3), "mine", 0, 7);
    Content found = written(written(mine, "after", 2, 9), "again", 2, 10);
    for (RegisterNote.Action action : List.of(new Cas(3, "mine"), new Set("mine"))) {
      Decision decision = decide(action, found);
      assertThat(decision.outcome()).isEqualTo(new Succeeded("x", 7, 4, "mine"));
      assertThat(decision.writes(found)).isFalse();
    }
  }

  // ---- messages

  static List<Registers.Msg> badMessages() {
    Content two = written(written(Content.NONE, "a", 0, 7), "b", 1, 7);
    Content alien = written(Content.NONE, "a", 9, 1);
    Content nameless = new Content(2, "b", List.of());
    Content unsorted = new Content(2, "b", two.writes().reversed());
    Content doubled =
        new Content(2, "b", List.of(two.writes().getFirst(), new Content.Write(ME, 1, 9, 2)));
    Content haunted = new Content(0, "b", List.of());
    return List.of(
        new Registers.Look(GROUP + 1, "x", 1, 1),
        new Registers.Look(GROUP, "", 1, 1),
        new Registers.Look(GROUP, "x".repeat(257), 1, 1),
        new Registers.Prepare(GROUP, "x", ballot(1, 0)),
        new Registers.Prepare(GROUP, "x", ballot(0, 1)),
        new Registers.Prepare(GROUP, "x", ballot(Long.MAX_VALUE, 1)),
        new Registers.Accept(GROUP, "x", ballot(1, 2), two),
        new Registers.Accept(GROUP, "x", ballot(1, 1), alien),
        new Registers.Accept(GROUP, "x", ballot(1, 1), nameless),
        new Registers.Accept(GROUP, "x", ballot(1, 1), unsorted),
        new Registers.Accept(GROUP, "x", ballot(1, 1), doubled),
        new Registers.Accept(GROUP, "x", ballot(1, 1), haunted),
        new Registers.Promise(GROUP, "x", ballot(1, 1), Ballots.NONE, Content.NONE),
        new Registers.Promise(GROUP, "x", ballot(1, 0), Ballots.NONE, two),
        new Registers.Promise(GROUP, "x", ballot(1, 0), ballot(1, 9), two),
        new Registers.Accepted(GROUP, "x", ballot(1, 1)),
        new Registers.Conflict(GROUP, "x", ballot(2, 0), ballot(1, 1)),
        new Registers.Conflict(GROUP, "x", ballot(2, 0), ballot(3, 9)),
        new Registers.Seen(GROUP, "x", 1, 1, ballot(-1, 1), two));
  }

  @ParameterizedTest
  @MethodSource("badMessages")
  void messageThatNobodyCanSendIsDropped(Registers.Msg message) {
    RegisterRules rules = new RegisterRules(MEMBERS, 0);
    assertThat(rules.wrong(1, message)).isNotNull();
    RegisterGroup group = group(3);
    group.at(0).receive(new NodeId(1), message);
    assertThat(group.wrong).hasSize(1);
    assertThat(group.at(0).slots().names()).isEmpty();
  }

  @Test
  void strangerIsNotHeard() {
    RegisterRules rules = new RegisterRules(MEMBERS, 0);
    Registers.Msg look = new Registers.Look(GROUP, "x", 1, 1);
    assertThat(rules.wrong(1, look)).isNull();
    assertThat(rules.wrong(-1, look)).contains("no other member");
    assertThat(rules.wrong(0, look)).contains("no other member");
  }

  @Test
  void messagesComeBackAsTheyWereAndAreShort() {
    Codec<Registers.Msg> codec = Codec.of(Registers.Msg.class);
    Content content = versions(20);
    Registers.Msg accept = new Registers.Accept(GROUP, "color", ballot(9, 1), content);
    byte[] bytes = codec.encode(accept);
    assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(accept));
    assertThat(bytes.length).isLessThanOrEqualTo(60);
  }

  // ---- calls

  @Test
  void badCallSaysWhatIsAllowed() {
    Registers registers = group(1).at(0);
    assertThatThrownBy(() -> registers.get("")).hasMessageContaining("has 1 to 256 bytes, not 0");
    assertThatThrownBy(() -> registers.set("x", "y".repeat(65_537)))
        .hasMessageContaining("has 0 to 65536 bytes, not 65537");
    assertThatThrownBy(() -> registers.cas("x", -1, "y"))
        .hasMessage("the expected version is -1; give the version that was read, or 0 for none");
    assertThatThrownBy(() -> new RegistersConfig(0, 1, 1))
        .hasMessage("timeout, resend and backoff must be longer than 0");
  }

  @Test
  void callsBeyondTheLimitAreRefused() {
    RegisterGroup group = group(3);
    for (int i = 0; i < Registers.WAITING_MAX; i++) {
      group.call(0, "x", new Get());
    }
    assertThatThrownBy(() -> group.at(0).get("x"))
        .hasMessage("10000 calls wait for their outcomes already; try again later");
    group.runMillis(2_000);
    assertThat(group.notes(RegisterNote.Outcome.class)).hasSize(Registers.WAITING_MAX);
    assertThat(group.at(0).state().waiting()).isZero();
  }

  /** A read 2(n - 1), a first write 4(n - 1), a further write of the same process 2(n - 1). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 9})
  void messagesAreCounted(int size) {
    RegisterGroup group = group(size);
    long others = size - 1L;
    assertThat(messagesOf(group, 0, new Cas(0, "red"))).isEqualTo(4 * others);
    assertThat(messagesOf(group, 0, new Cas(1, "blue"))).isEqualTo(2 * others);
    assertThat(messagesOf(group, 0, new Get())).isEqualTo(2 * others);
    assertThat(messagesOf(group, size - 1, new Get())).isEqualTo(2 * others);
    assertThat(messagesOf(group, size - 1, new Cas(1, "late"))).isEqualTo(2 * others);
    assertThat(group.notes(Refused.class)).hasSize(1);
    assertThat(group.wrong()).isEmpty();
  }

  private static long messagesOf(RegisterGroup group, int node, RegisterNote.Action action) {
    long before = group.simulation.messages();
    group.call(node, "x", action);
    group.runMillis(200);
    return group.simulation.messages() - before;
  }

  @Test
  void minorityCannotTellAndNeverSaysThatItFailed() {
    RegisterGroup group = group(5);
    group.inject(Fault.Partition.of(List.of(List.of(new NodeId(0), new NodeId(1)))));
    group.call(0, "x", new Cas(0, "red"));
    group.call(1, "x", new Get());
    group.call(2, "x", new Cas(0, "blue"));
    group.runMillis(1_000);
    assertThat(group.notes(Unknown.class)).hasSize(2);
    assertThat(group.notes(Succeeded.class)).containsExactly(new Succeeded("x", 1, 1, "blue"));
    assertThat(group.notes(Refused.class)).isEmpty();
    assertThat(group.wrong()).isEmpty();
  }

  /** All ask for the same at one instant: one gets it, and the others are told. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 7})
  void oneOfManySucceeds(int size) {
    RegistersConfig patient = new RegistersConfig(10 * TimeText.SECOND, 100 * MILLI, MILLI);
    RegisterGroup group =
        new RegisterGroup(
            size,
            Setup.standard().withLatency(Latency.parse("10ms")),
            (context, members) -> new Registers(context, members, patient));
    for (int i = 0; i < size; i++) {
      group.call(i, "x", new Cas(0, "v" + i));
    }
    group.runMillis(9_000);
    assertThat(group.notes(Succeeded.class)).hasSize(1);
    String value = group.notes(Succeeded.class).getFirst().value();
    assertThat(group.notes(Refused.class))
        .isEqualTo(Collections.nCopies(size - 1, new Refused("x", 1, 1, value)));
  }
}
