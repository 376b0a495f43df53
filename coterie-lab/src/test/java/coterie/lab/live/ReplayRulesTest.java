package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.recording.Frames;
import coterie.recording.Scribe;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a replay notices, and where; and what it cannot replay. */
class ReplayRulesTest {
  private static final NodeId P0 = new NodeId(0);
  private static final Recipes RECIPES = Recipes.of(ReplayRulesTest.class.getClassLoader());
  private static final Stacks STACKS = new Stacks(RECIPES, List.of(Echo.named(0)));

  @Test
  void brokenClassIsFoundAtItsFirstMistake() throws IOException {
    byte[] recording = pokes(3);
    assertThat(ReplayTest.replay(recording, STACKS)).isInstanceOf(Outcome.Same.class);
    Outcome outcome = ReplayTest.replay(recording, new Stacks(RECIPES, List.of(Echo.named(2))));
    // Started; poke, saved, heard; poke.
    assertThat(outcome)
        .isEqualTo(
            new Outcome.Diverged(
                5, 0, "call poke 1", "saves count Count[count=2]", "saves count Count[count=3]"));
  }

  @Test
  void anotherRandomNumberIsNoticedWhereItIsUsed() throws IOException {
    List<Entry> entries = entries(raft());
    int draw = find(entries, entry -> entry instanceof Entry.Drew);
    Entry.Drew drew = (Entry.Drew) entries.get(draw);
    entries.set(draw, new Entry.Drew(drew.bound(), (drew.value() + 1) % drew.bound()));
    Outcome.Diverged diverged = diverged(entries);
    assertThat(diverged.event()).isEqualTo(inputsUpTo(entries, draw));
    assertThat(diverged.recorded()).startsWith("starts alarm");
    assertThat(diverged.replayed()).startsWith("starts alarm").isNotEqualTo(diverged.recorded());
  }

  @Test
  void missingInputIsNoticedWhenItMatters() throws IOException {
    List<Entry> entries = entries(raft());
    int save = find(entries, entry -> entry instanceof Entry.Saving);
    int from = save;
    while (!(entries.get(from) instanceof Entry.Input)) {
      from--;
    }
    int to = save;
    while (!(entries.get(to) instanceof Entry.Input)) {
      to++;
    }
    entries.subList(from, to).clear();
    Outcome.Diverged diverged = diverged(entries);
    int saved = find(entries, entry -> entry instanceof Entry.Saved);
    assertThat(diverged.event()).isEqualTo(inputsUpTo(entries, saved));
    assertThat(diverged.replayed()).isEqualTo("ballot is not being saved");
  }

  @Test
  void missingOutputIsNoticedInItsEvent() throws IOException {
    List<Entry> entries = entries(raft());
    int sent = find(entries, entry -> entry instanceof Entry.Sent);
    long event = inputsUpTo(entries, sent);
    entries.remove(sent);
    Outcome.Diverged diverged = diverged(entries);
    assertThat(diverged.event()).isEqualTo(event);
    assertThat(diverged.replayed()).startsWith("sends ");
  }

  @Test
  void surplusOutputIsNoticedInItsEvent() throws IOException {
    List<Entry> entries = entries(raft());
    int input = find(entries, entry -> entry instanceof Entry.Received);
    entries.add(input, new Entry.Noted(0, "Surprised[]"));
    Outcome.Diverged diverged = diverged(entries);
    assertThat(diverged.recorded()).isEqualTo("notes Surprised[]");
    assertThat(diverged.replayed()).isEqualTo("does nothing more");
  }

  @Test
  void anotherSettingIsNoticedAtTheFirstAlarm() throws IOException {
    List<Entry> entries = entries(raft());
    Entry.Life life = (Entry.Life) entries.getFirst();
    List<Entry.Value> settings = new ArrayList<>(life.settings());
    settings.add(new Entry.Value("timeout-max", "400ms"));
    entries.set(
        0, new Entry.Life(life.cluster(), life.self(), 1, life.stack(), settings, life.members()));
    assertThat(diverged(entries).event()).isEqualTo(1);
  }

  @Test
  void alarmThatIsNotRunningIsNoticed() throws IOException {
    List<Entry> entries = entries(raft());
    int input = find(entries, entry -> entry instanceof Entry.Received);
    entries.add(input, new Entry.Expired(0, 0, "no such alarm"));
    assertThat(diverged(entries).replayed()).isEqualTo("alarm no such alarm is not running");
  }

  @Test
  void callThatIsNoMethodStopsTheReplay() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    Simulation simulation = recorded(file);
    simulation.call(P0, Echo.class, "something of my own", echo -> echo.poke(1));
    Outcome outcome = ReplayTest.replay(file.toByteArray(), STACKS);
    assertThat(outcome).isInstanceOf(Outcome.Stopped.class);
    assertThat(((Outcome.Stopped) outcome).why()).contains("something of my own");
  }

  @Test
  void methodThatThrowsThrowsAgain() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    Simulation simulation = recorded(file);
    assertThatThrownBy(() -> simulation.call(P0, Echo.class, "poke -1", echo -> echo.poke(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    simulation.call(P0, Echo.class, "poke 1", echo -> echo.poke(1));
    assertThat(entries(file.toByteArray())).contains(new Entry.Threw());
    assertThat(ReplayTest.replay(file.toByteArray(), STACKS)).isInstanceOf(Outcome.Same.class);
  }

  @Test
  void fileMayEndAnywhere() throws IOException {
    byte[] recording = pokes(2);
    for (int size = Frames.head().length; size < recording.length; size++) {
      Outcome outcome = ReplayTest.replay(Arrays.copyOf(recording, size), STACKS);
      assertThat(outcome).as("%d bytes", size).isInstanceOf(Outcome.Same.class);
    }
  }

  @Test
  void damageIsASentence() throws IOException {
    byte[] recording = pokes(2);
    for (int at = 0; at < recording.length; at++) {
      byte[] damaged = recording.clone();
      damaged[at] ^= 0x55;
      try {
        Outcome unused = ReplayTest.replay(damaged, STACKS);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  @Test
  void replayEndsWhereTheDiskCouldNotFollow() throws IOException {
    List<Entry> entries = entries(raft());
    entries.subList(20, entries.size()).clear();
    entries.add(new Entry.Missing(7));
    Outcome outcome = ReplayTest.replay(bytes(entries), STACKS);
    assertThat(outcome).isInstanceOf(Outcome.Stopped.class);
    assertThat(((Outcome.Stopped) outcome).why()).contains("at least 7 entries");
  }

  private static byte[] raft() throws IOException {
    return ReplayTest.record(ReplayTest.stormy(RECIPES.named("raft"), 1)).getFirst();
  }

  private static byte[] pokes(int count) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    Simulation simulation = recorded(file);
    for (int i = 0; i < count; i++) {
      simulation.call(P0, Echo.class, "poke 1", echo -> echo.poke(1));
    }
    return file.toByteArray();
  }

  private static Simulation recorded(ByteArrayOutputStream file) throws IOException {
    View members = View.numbered(0, 1);
    Simulation simulation = new Simulation(members, Echo.blueprint(0), Setup.standard());
    Entry.Life life = new Entry.Life("test", P0, 0, Echo.NAME, List.of(), List.of(P0));
    simulation.record(P0, new Scribe(life, EntryStream.begin(file)));
    simulation.start();
    return simulation;
  }

  private static Outcome.Diverged diverged(List<Entry> entries) throws IOException {
    Outcome outcome = ReplayTest.replay(bytes(entries), STACKS);
    assertThat(outcome).isInstanceOf(Outcome.Diverged.class);
    return (Outcome.Diverged) outcome;
  }

  private static int find(List<Entry> entries, Predicate<Entry> wanted) {
    int index = 0;
    while (!wanted.test(entries.get(index))) {
      index++;
    }
    return index;
  }

  private static long inputsUpTo(List<Entry> entries, int index) {
    return entries.subList(0, index + 1).stream().filter(Entry.Input.class::isInstance).count();
  }

  private static List<Entry> entries(byte[] recording) throws IOException {
    Frames frames = new Frames(new ByteArrayInputStream(recording));
    List<Entry> entries = new ArrayList<>();
    for (Entry next = frames.next(); next != null; next = frames.next()) {
      entries.add(Objects.requireNonNull(next));
    }
    return entries;
  }

  private static byte[] bytes(List<Entry> entries) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    EntryStream stream = EntryStream.begin(file);
    entries.forEach(entry -> stream.accept(() -> entry));
    return file.toByteArray();
  }
}
