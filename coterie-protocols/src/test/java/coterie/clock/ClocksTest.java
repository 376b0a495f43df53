package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stamp;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ClocksTest {
  private static final NodeId A = new NodeId(0);
  private static final NodeId B = new NodeId(1);
  private static final NodeId C = new NodeId(2);

  private final List<Note> notes = new ArrayList<>();
  private final Simulation group = group(Map.of("mean", "0"), notes);

  private static Simulation group(Map<String, String> values, List<Note> notes) {
    ClocksRecipe recipe = new ClocksRecipe();
    View members = View.numbered(0, 3);
    Settings settings = new Settings(recipe.settings(), values);
    Simulation group =
        new Simulation(members, recipe.blueprint(members, settings), Setup.standard());
    group.watch(
        new StageWitness() {
          @Override
          public void noted(long at, NodeId node, int channel, Note note) {
            notes.add(note);
          }
        });
    return group;
  }

  private void call(NodeId node, Consumer<Clocks> method) {
    group.start();
    group.call(
        node,
        Clocks.class,
        "test",
        clocks -> {
          method.accept(clocks);
          return null;
        });
    group.runFor(TimeText.SECOND / 1000);
  }

  private List<String> inOrderOf(String clock) {
    TreeMap<Stamp, String> order = new TreeMap<>();
    for (Note note : notes) {
      if (note instanceof Note.Stamped(String word, String event, Stamp stamp)
          && word.equals(clock)) {
        assertThat(order.put(stamp, event)).isNull();
      }
    }
    return List.copyOf(order.values());
  }

  private void nineEvents() {
    call(A, clocks -> clocks.local("e1"));
    call(A, clocks -> clocks.send(B, "e2", "e4"));
    call(A, clocks -> clocks.local("e3"));
    call(B, clocks -> clocks.local("e5"));
    call(C, clocks -> clocks.local("e7"));
    call(B, clocks -> clocks.send(C, "e6", "e8"));
    call(C, clocks -> clocks.local("e9"));
  }

  @Test
  void nineEventsAreInOneOrderByLamportStampAndProcess() {
    nineEvents();
    assertThat(inOrderOf(Clocks.LAMPORT))
        .containsExactly("e1", "e7", "e2", "e3", "e4", "e5", "e6", "e8", "e9");
    assertThat(inOrderOf(Clocks.HYBRID))
        .containsExactly("e1", "e2", "e4", "e3", "e5", "e7", "e6", "e8", "e9");
    assertThat(notes)
        .contains(new Note.Stamped(Clocks.LAMPORT, "e4", new Stamp(3, B)))
        .contains(new Note.Stamped(Clocks.LAMPORT, "e9", new Stamp(7, C)))
        .contains(
            new Note.Versioned(
                Note.VECTOR, "e8", List.of(new Dot(A, 2), new Dot(B, 3), new Dot(C, 2))));
  }

  @Test
  void wallClockThatIsAheadBreaksTheOrderOfCauseAndEffectAndTheHybridClockDoesNot() {
    group.inject(new Fault.ClockOffset(A, TimeText.SECOND / 2));
    nineEvents();
    assertThat(inOrderOf(Note.PHYSICAL)).endsWith("e1", "e2", "e3");
    assertThat(inOrderOf(Clocks.HYBRID))
        .containsExactly("e7", "e1", "e2", "e4", "e5", "e6", "e8", "e9", "e3");
    assertThat(notes).contains(new Clocks.FromTheFuture("e4", A, 500));
  }

  @Test
  void clocksGoOnAfterACrashWhereTheyWere() {
    nineEvents();
    group.inject(new Fault.Crash(C));
    group.inject(new Fault.Recover(C));
    group.inject(new Fault.ClockOffset(C, -TimeText.SECOND));
    notes.clear();
    call(C, clocks -> clocks.local("e10"));
    assertThat(notes)
        .contains(new Note.Stamped(Clocks.LAMPORT, "e10", new Stamp(8, C)))
        .contains(
            new Note.Versioned(
                Note.VECTOR, "e10", List.of(new Dot(A, 2), new Dot(B, 3), new Dot(C, 4))));
    long hybrid = ((Note.Stamped) notes.getLast()).stamp().time();
    assertThat(HybridClock.counter(hybrid)).isEqualTo(1);
  }

  @Test
  void receiptWithoutANameIsGivenOne() {
    call(A, clocks -> clocks.send(B, "s1"));
    call(A, clocks -> clocks.send(B, "s2", "hello"));
    call(A, clocks -> clocks.send(B, "s3", "hello"));
    assertThat(inOrderOf(Clocks.HYBRID)).containsExactly("s1", "P1.1", "s2", "hello", "s3", "P1.3");
  }

  private void assertRefused(NodeId from, Clocks.Letter letter, String why) {
    notes.clear();
    call(B, clocks -> clocks.receive(from, letter));
    assertThat(notes).containsExactly(new Note.BadMessage(from, why));
  }

  @Test
  void messageThatNobodyCanHaveSentIsNoEvent() {
    call(B, clocks -> clocks.local("e1"));
    long time = 1;
    VectorClock one = VectorClock.none().increment(A);
    assertRefused(new NodeId(9), new Clocks.Letter("", 0, 1, one, time), "it is not a member");
    String lamport = "the Lamport time is out of range";
    assertRefused(A, new Clocks.Letter("", 0, 0, one, time), lamport);
    assertRefused(A, new Clocks.Letter("", 0, Long.MAX_VALUE, one, time), lamport);
    assertRefused(
        A,
        new Clocks.Letter("", 0, 1, VectorClock.none(), time),
        "the vector does not count its sending");
    assertRefused(
        A,
        new Clocks.Letter("", 0, 1, one.with(new Dot(B, 2)), time),
        "the vector counts events that have not happened here");
    assertRefused(
        A,
        new Clocks.Letter("", 0, 1, one.increment(new NodeId(9)), time),
        "the vector counts events of a process that is not a member");
    assertRefused(
        A,
        new Clocks.Letter("", 0, 1, one, -1),
        "a time below 0 was received, which no clock gives");
    notes.clear();
    call(B, clocks -> clocks.local("e2"));
    assertThat(notes)
        .contains(new Note.Stamped(Clocks.LAMPORT, "e2", new Stamp(2, B)))
        .contains(new Note.Versioned(Note.VECTOR, "e2", List.of(new Dot(B, 2))));
  }

  @Test
  void oneSendsToAnotherMember() {
    for (NodeId to : List.of(A, new NodeId(9))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> call(A, clocks -> clocks.send(to, "e1")))
          .withMessage("P0 sends to another member, which %s is not".formatted(to));
    }
  }

  @Test
  void shareOfSendsIsAtMostOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group(Map.of("sends", "1.5"), notes))
        .withMessage("sends is a share from 0 to 1, not 1.5");
  }

  @Test
  void processesMakeEventsOfTheirOwn() {
    Simulation busy = group(Map.of("mean", "10ms", "sends", "0.5"), notes);
    busy.runFor(10 * TimeText.SECOND);
    long events = notes.stream().filter(Note.Versioned.class::isInstance).count();
    // A thousand a process, and half of them are received as well.
    assertThat(events).isBetween(4_200L, 4_800L);
    assertThat(busy.messages()).isBetween(1_400L, 1_600L);
  }

  @Test
  void letterComesBackFromItsBytes() {
    Codec<Clocks.Msg> codec = Codec.of(Clocks.Msg.class);
    VectorClock vector = VectorClock.of(List.of(new Dot(A, 2), new Dot(B, 70), new Dot(C, 1)));
    Clocks.Letter letter =
        new Clocks.Letter("", 1_794_822_000_123L, 71, vector, HybridClock.time(1_794_822_000L, 3));
    byte[] bytes = codec.encode(letter);
    assertThat(codec.decode(bytes)).isEqualTo(new Decoded.Value<Clocks.Msg>(letter));
    assertThat(bytes).hasSizeLessThanOrEqualTo(32);
  }
}
