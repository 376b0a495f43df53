package coterie.store.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.store.mvcc.MvccReplica.Change;
import coterie.store.mvcc.MvccReplica.Digest;
import coterie.store.mvcc.MvccReplica.Entry;
import coterie.store.mvcc.MvccReplica.Known;
import coterie.store.mvcc.MvccReplica.Msg;
import coterie.store.mvcc.MvccReplica.Writes;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a copy refuses, and that it is none the worse for it. */
class MvccRulesTest {
  private static final Known NONE = new Known(0, 0, 0);

  private final MvccGroup group =
      new MvccGroup(3, Map.of("clients", "0"), Setup.standard(), context -> context);

  MvccRulesTest() {
    group.simulation.start();
  }

  private long group() {
    return group.simulation.members().fingerprint();
  }

  /** A time of the group's wall clocks, so many milliseconds after the start. */
  private static long time(long millis) {
    return HybridClock.time(1_735_689_600_000L + millis, 0);
  }

  private static Change put(String key, int size) {
    return new Change(Bytes.utf8(key), false, Bytes.of(new byte[size]));
  }

  private static Entry entry(long origin, long number, long millis, Change... changes) {
    return new Entry(new NodeId(origin), number, time(millis), List.of(changes));
  }

  private Writes writes(Entry... entries) {
    return new Writes(group(), time(0), 1, List.of(entries), false);
  }

  private void receive(int from, Msg message) {
    group.simulation.call(
        MvccGroup.id(0),
        MvccReplica.class,
        "receive",
        copy -> {
          copy.receive(MvccGroup.id(from), message);
          return "";
        });
  }

  private static Arguments of(String name, Function<MvccRulesTest, Msg> message) {
    return Arguments.of(name, message);
  }

  static Stream<Arguments> impossible() {
    return Stream.of(strangeWrites(), strangeChanges(), strangeDigests()).flatMap(all -> all);
  }

  private static Stream<Arguments> strangeWrites() {
    Change fine = put("x", 1);
    return Stream.of(
        of(
            "another list of members",
            test -> new Writes(7, time(0), 1, List.of(entry(1, 1, 0, fine)), false)),
        of("nothing", test -> test.writes()),
        of(
            "more writes than a message has",
            test ->
                new Writes(
                    test.group(),
                    time(0),
                    1,
                    Collections.nCopies(MvccRules.ENTRIES_MAX + 1, entry(1, 1, 0, fine)),
                    false)),
        of("a stranger's write", test -> test.writes(entry(9, 1, 0, fine))),
        of("the receiver's own write, never made", test -> test.writes(entry(0, 1, 0, fine))),
        of("number 0", test -> test.writes(entry(1, 0, 0, fine))),
        of("a number beyond all", test -> test.writes(entry(1, Long.MAX_VALUE, 0, fine))),
        of("a negative count", test -> new Writes(test.group(), time(0), -1, List.of(), false)),
        of("a time far ahead", test -> test.writes(entry(1, 1, 86_400_000, fine))),
        of("a time below 0", test -> test.writes(new Entry(new NodeId(1), 1, -5, List.of(fine)))),
        of(
            "a clock far ahead",
            test -> new Writes(test.group(), time(86_400_000), 1, List.of(), false)));
  }

  private static Stream<Arguments> strangeChanges() {
    Change fine = put("x", 1);
    return Stream.of(
        of("no change", test -> test.writes(entry(1, 1, 0))),
        of("an empty key", test -> test.writes(entry(1, 1, 0, put("", 1)))),
        of(
            "a key that is too long",
            test -> test.writes(entry(1, 1, 0, put("k".repeat(MvccStore.KEY_MAX + 1), 1)))),
        of(
            "a value that is too long",
            test -> test.writes(entry(1, 1, 0, put("x", MvccRules.VALUE_MAX + 1)))),
        of("a key twice", test -> test.writes(entry(1, 1, 0, fine, fine))),
        of(
            "a tombstone with a value",
            test ->
                test.writes(entry(1, 1, 0, new Change(Bytes.utf8("x"), true, Bytes.of((byte) 1))))),
        of(
            "too many bytes in all",
            test ->
                test.writes(
                    entry(
                        1,
                        1,
                        0,
                        put("a", MvccRules.VALUE_MAX),
                        put("b", MvccRules.VALUE_MAX),
                        put("c", MvccRules.VALUE_MAX),
                        put("d", MvccRules.VALUE_MAX)))));
  }

  private static Stream<Arguments> strangeDigests() {
    return Stream.of(
        of(
            "a digest of too few",
            test -> new Digest(test.group(), time(0), List.of(NONE, NONE), 0, true)),
        of(
            "a digest that knows what the receiver never wrote",
            test ->
                new Digest(
                    test.group(), time(0), List.of(new Known(1, 0, 0), NONE, NONE), 0, true)),
        of(
            "a negative number in a digest",
            test ->
                new Digest(
                    test.group(), time(0), List.of(NONE, new Known(-1, 0, 0), NONE), 0, true)),
        of(
            "a promise far ahead",
            test ->
                new Digest(
                    test.group(),
                    time(0),
                    List.of(NONE, NONE, new Known(0, 0, time(86_400_000))),
                    0,
                    true)),
        of(
            "more closed than the sender has promised",
            test -> new Digest(test.group(), time(0), List.of(NONE, NONE, NONE), time(0), true)),
        of(
            "a closed time below 0",
            test -> new Digest(test.group(), time(0), List.of(NONE, NONE, NONE), -1, true)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("impossible")
  void impossibleMessageIsNotedAndChangesNothing(String name, Function<MvccRulesTest, Msg> wrong) {
    Record contents = group.at(0).contents();
    long closed = group.at(0).closed();
    receive(1, wrong.apply(this));
    assertThat(group.bad).hasSize(1);
    assertThat(group.at(0).contents()).isEqualTo(contents);
    assertThat(group.at(0).closed()).isEqualTo(closed);
    group.runMillis(2_000);
    assertThat(group.bad).as("nobody else is disturbed").hasSize(1);
    assertThat(group.isEqual()).isTrue();
  }

  @Test
  void messageOfOneselfOrAStrangerIsRefused() {
    receive(0, writes(entry(1, 1, 0, put("x", 1))));
    receive(9, writes(entry(1, 1, 0, put("x", 1))));
    assertThat(group.bad).hasSize(2);
  }

  @Test
  void writeThatLeavesAGapIsNotTakenYet() {
    receive(1, writes(entry(1, 2, 5, put("x", 1))));
    assertThat(group.bad).isEmpty();
    assertThat(group.at(0).get("x").found()).isEmpty();
    receive(1, writes(entry(1, 1, 1, put("x", 1)), entry(1, 2, 5, put("x", 2))));
    assertThat(group.at(0).history("x")).hasSize(2);
  }

  @Test
  void writeThatIsHereAlreadyChangesNothing() {
    Writes twice = writes(entry(1, 1, 1, put("x", 1)));
    receive(1, twice);
    receive(2, twice);
    assertThat(group.bad).isEmpty();
    assertThat(group.at(0).history("x")).hasSize(1);
  }

  @Test
  void writeThatIsTooLargeToBeReplicatedIsRefusedAtOnce() {
    MvccReplica copy = group.at(0);
    String long64k = "v".repeat(MvccRules.VALUE_MAX + 1);
    assertThatThrownBy(() -> copy.put("x", long64k))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a replicated value has at most 65536 bytes, not 65537");
    assertThatThrownBy(() -> copy.put("", "v")).hasMessage("a key has 1 to 4096 bytes, not 0");
    assertThat(copy.seen()).isEqualTo(group.at(1).seen());
  }

  /** A thousand writes a second; the copy is cut off for that long, and must come up again. */
  @ParameterizedTest
  @ValueSource(longs = {1, 1_000})
  void copyCatchesUpWhileOthersGoOnWriting(long cutMillis) {
    MvccGroup busy =
        new MvccGroup(
            3,
            Map.of("clients", "0"),
            Setup.standard().withLatency(Latency.parse("100ms")),
            context -> context);
    busy.simulation.start();
    for (int i = 0; i < 4_000; i++) {
      if (i == 500) {
        busy.inject(new Fault.Cut(MvccGroup.id(0), MvccGroup.id(2), true));
      }
      if (i == 500 + cutMillis) {
        busy.inject(new Fault.HealAll());
      }
      int number = i;
      busy.simulation.call(
          MvccGroup.id(0), MvccReplica.class, "put", copy -> copy.put("k" + number % 10, "v"));
      busy.runMillis(1);
    }
    long lacking = busy.at(0).seen().numbers().get(0) - busy.at(2).seen().numbers().get(0);
    assertThat(lacking).as("what is on its way, and not much more").isLessThan(500);
    assertThat(busy.bad).isEmpty();
  }

  @Test
  void messagesComeBackAsTheyWereFromTheWire() {
    Codec<Msg> codec = Codec.of(Msg.class);
    Entry entry = entry(1, 7, 5, put("x", 3), new Change(Bytes.utf8("y"), true, Bytes.none()));
    for (Msg message :
        List.of(
            writes(entry),
            new Digest(group(), time(1), List.of(NONE, new Known(3, 2, time(1)), NONE), 4, true))) {
      byte[] bytes = codec.encode(message);
      assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<>(message));
    }
    assertThat(codec.encode(writes(entry(1, 7, 5, put("x", 3)))).length).isLessThanOrEqualTo(64);
  }
}
