package coterie.sim.check.mutex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.mutex.Entries.End;
import coterie.sim.check.mutex.Entries.Entry;
import coterie.sim.check.mutex.Entries.Overlaps;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import coterie.sim.statistics.Samples;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The judge of entries, on three processes that note whatever they are told to. */
class EntriesTest {
  /** For a request of the one that is named; for nobody's if it is negative. */
  record Word(int claimant) implements Message {}

  private static final class Puppet implements Protocol<Word> {
    private final Context<Word> context;

    Puppet(Context<Word> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Word message) {}

    Puppet wants() {
      return wants("mutex");
    }

    Puppet wants(String lock) {
      context.note(new Note.Wanted(lock));
      return this;
    }

    Puppet enters(long token) {
      return enters("mutex", token);
    }

    Puppet enters(String lock, long token) {
      context.note(new Note.Entered(lock, token));
      return this;
    }

    Puppet leaves() {
      return leaves("mutex");
    }

    Puppet leaves(String lock) {
      context.note(new Note.Exited(lock, 0));
      return this;
    }

    Puppet loses() {
      context.note(new Note.LostLock("mutex", 0));
      return this;
    }

    Puppet givesUp() {
      context.note(new Note.GaveUp("mutex"));
      return this;
    }

    Puppet suspects(int who) {
      context.note(new Note.Suspected(id(who)));
      return this;
    }

    Puppet buries(int who) {
      context.note(new Note.Failed(id(who)));
      return this;
    }

    Puppet sends(int count, int claimant) {
      for (int i = 0; i < count; i++) {
        context.send(id(2), new Word(claimant));
      }
      return this;
    }
  }

  private record Puppets(Promise promise) implements MutexRecipe {
    @Override
    public String name() {
      return "puppets";
    }

    @Override
    public String summary() {
      return "notes what it is told";
    }

    @Override
    public Promise promise(Settings settings) {
      return promise;
    }

    @Override
    public Class<? extends Message> family() {
      return Word.class;
    }

    @Override
    public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
      int claimant = ((Word) message).claimant();
      return claimant < 0 ? null : id(claimant);
    }

    @Override
    public List<Cost> costs(int nodes) {
      return List.of();
    }

    @Override
    public Map<String, String> laboratory() {
      return Map.of();
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node -> node.add("puppet", Word.class, Puppet::new);
    }
  }

  private static final Setup SETUP = Setup.standard().withLatency(Latency.parse("10ms"));

  private Simulation simulation = simulation(SETUP);
  private Entries judge = judge(new MutexRecipe.Promise.Always());

  private static Simulation simulation(Setup setup) {
    return new Simulation(
        View.numbered(0, 3), node -> node.add("puppet", Word.class, Puppet::new), setup);
  }

  private Entries judge(MutexRecipe.Promise promise) {
    return new Entries(simulation, new Puppets(promise), new Settings(List.of(), Map.of()));
  }

  private void promising(MutexRecipe.Promise promise) {
    simulation = simulation(SETUP);
    judge = judge(promise);
  }

  private void bounded() {
    promising(new MutexRecipe.Promise.WithinBounds(100, nanos("2")));
  }

  private Puppet on(int node) {
    return simulation.protocol(id(node), Puppet.class);
  }

  private EntriesTest at(String time) {
    simulation.runUntil(nanos(time));
    return this;
  }

  private void inject(Fault fault) {
    simulation.inject(fault);
  }

  private void crash(int node) {
    inject(new Fault.Crash(id(node)));
  }

  private static NodeId id(int node) {
    return new NodeId(node);
  }

  private static long nanos(String time) {
    return TimeText.parse(time);
  }

  private static Entry entry(
      int who, String asked, String entered, @Nullable String ended, long token, End end) {
    Long endedAt = ended == null ? null : nanos(ended);
    return new Entry("mutex", id(who), nanos(asked), nanos(entered), endedAt, token, end, 0);
  }

  private static Entry request(int who, String asked, @Nullable String ended, End end) {
    Long endedAt = ended == null ? null : nanos(ended);
    return new Entry("mutex", id(who), nanos(asked), null, endedAt, null, end, 0);
  }

  /** One enters at 1, another one at 2, while the first is inside. */
  private void together() {
    at("1").on(0).wants().enters(1);
    at("2").on(1).wants().enters(2);
    at("3").on(1).leaves();
  }

  // ---- entries

  @Test
  void requestsStandInTheOrderInWhichTheyWereMade() {
    at("1").on(0).wants();
    at("2").on(1).wants();
    at("3").on(1).enters(7);
    at("4").on(1).leaves();
    at("5").on(0).enters(8);
    assertThat(judge.entries())
        .containsExactly(
            entry(0, "1", "5", null, 8, End.INSIDE), entry(1, "2", "3", "4", 7, End.RELEASED));
    assertThat(judge.entered(9))
        .as("and entries in that of entering")
        .containsExactly(
            entry(1, "2", "3", "4", 7, End.RELEASED), entry(0, "1", "5", null, 8, End.INSIDE));
    assertThat(judge.entered(1)).containsExactly(entry(1, "2", "3", "4", 7, End.RELEASED));
    assertThat(judge.violations()).isEmpty();
  }

  @Test
  void everyEndIsToldApart() {
    at("1").on(0).wants().enters(1);
    at("2").on(0).loses().wants();
    at("3").on(0).givesUp();
    on(1).wants();
    on(2).wants();
    at("4").on(1).enters(2);
    at("5");
    crash(1);
    crash(2);
    at("6");
    inject(new Fault.Recover(id(2)));
    on(2).wants();
    assertThat(judge.entries())
        .containsExactly(
            entry(0, "1", "1", "2", 1, End.LOST),
            request(0, "2", "3", End.GAVE_UP),
            entry(1, "3", "4", "5", 2, End.CRASHED),
            request(2, "3", "5", End.CRASHED),
            request(2, "6", null, End.WAITING));
    EntryFigures figures = judge.figures();
    assertThat(figures.requests()).isEqualTo(5);
    assertThat(figures.entries()).isEqualTo(2);
    assertThat(figures.gaveUp()).isOne();
    assertThat(figures.lost()).isOne();
    assertThat(figures.crashedInside()).isOne();
    assertThat(figures.waitingAtEnd()).isOne();
    assertThat(judge.violations()).isEmpty();
  }

  @Test
  void messageCountsForTheLatestRequestOfWhomItServes() {
    on(0).sends(1, 0);
    on(0).wants().sends(3, 0);
    on(1).sends(2, 0).sends(4, -1);
    on(2).wants().sends(5, 2);
    on(2).enters(1);
    at("1").on(2).leaves().sends(1, 2);
    assertThat(judge.entries().stream().map(Entry::messages))
        .as("what was sent for nobody counts for the one that enters next")
        .containsExactly(5L, 11L);
    assertThat(judge.messages()).isEqualTo(16);
    assertThat(judge.figures().messagesPerEntry()).isEqualTo(16);
  }

  @Test
  void recordsOfAnUnknownOrderAreViolations() {
    at("1").on(0).enters(1);
    at("2").on(0).leaves();
    at("3").on(0).wants().wants();
    at("4").on(0).leaves();
    at("5").on(0).enters(2).givesUp();
    at("6").on(0).enters(3);
    assertThat(judge.violations())
        .containsExactly(
            "P0 entered mutex at 1 and had not asked",
            "P0 left mutex at 2 and was not inside",
            "P0 asked for mutex again at 3 before that had ended",
            "P0 left mutex at 4 and was not inside",
            "P0 gave mutex up at 5 and did not wait",
            "P0 entered mutex at 6 and had not asked");
    assertThat(judge.entries()).containsExactly(entry(0, "3", "5", null, 2, End.INSIDE));
  }

  // ---- overlaps

  @Test
  void twoInsideAtOnceAreAViolation() {
    together();
    at("5").on(0).leaves();
    assertThat(judge.violations())
        .containsExactly(
            "P1 entered mutex at 2 while P0 was inside since 1; one is inside at a time");
    assertThat(judge.overlaps()).isEqualTo(new Overlaps(1, nanos("1"), nanos("1")));
  }

  @Test
  void overlapThatGoesOnIsCountedUpToNow() {
    at("1").on(0).wants().enters(1);
    at("2").on(1).wants().enters(2);
    at("3").on(2).wants().enters(3);
    at("6").on(2).leaves();
    at("7");
    assertThat(judge.overlaps()).isEqualTo(new Overlaps(1, nanos("5"), nanos("5")));
    on(1).leaves();
    at("8").on(2).wants().enters(4);
    at("10");
    assertThat(judge.overlaps()).isEqualTo(new Overlaps(2, nanos("7"), nanos("5")));
    assertThat(judge.violations()).as("one with one, one with two, one with one").hasSize(4);
  }

  @Test
  void nextOneMayEnterInTheInstantInWhichOneLeaves() {
    on(0).wants();
    on(1).wants();
    at("1").on(0).enters(1);
    at("2").on(0).leaves();
    on(1).enters(2);
    at("3").on(1).leaves();
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.overlaps()).isEqualTo(new Overlaps(0, 0, 0));
  }

  @Test
  void orderOfNotesOfOneInstantDoesNotMatter() {
    on(0).wants();
    on(1).wants();
    on(2).wants();
    at("1").on(0).enters(1);
    at("2").on(1).enters(2);
    on(0).leaves();
    at("3").on(2).enters(3);
    crash(1);
    at("4");
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.overlaps()).isEqualTo(new Overlaps(0, 0, 0));
    assertThat(judge.figures().syncDelays())
        .as("at 2; at 3 the one inside has not left but crashed")
        .hasToString(Samples.of(0).toString());
  }

  @Test
  void whoEntersAndLeavesInOneInstantStillMeetsWhoStays() {
    at("1").on(0).wants().enters(1);
    at("2").on(1).wants().enters(2).leaves();
    at("3").on(0).leaves();
    assertThat(judge.violations()).hasSize(1);
    assertThat(judge.overlaps()).isEqualTo(new Overlaps(1, 0, 0));
  }

  @Test
  void severalMayPassThroughInOneInstant() {
    at("1").on(0).wants().enters(1).leaves();
    on(1).wants().enters(2).leaves();
    on(2).wants().enters(3);
    at("2");
    assertThat(judge.violations()).isEmpty();
  }

  @Test
  void crashInsideMakesRoomAndAReturnedOneIsOutside() {
    at("1").on(0).wants().enters(1);
    at("2");
    crash(0);
    at("3").on(1).wants().enters(2);
    at("4");
    inject(new Fault.Recover(id(0)));
    at("5").on(1).leaves();
    on(0).wants().enters(3);
    at("6");
    assertThat(judge.violations()).isEmpty();
  }

  @Test
  void whoStandsStillStaysInside() {
    at("1").on(0).wants().enters(1);
    at("2");
    inject(new Fault.Pause(id(0)));
    at("3").on(1).wants().enters(2);
    at("4");
    assertThat(judge.violations()).hasSize(1);
  }

  @Test
  void locksAreKeptApart() {
    on(0).wants("a").enters("a", 5).wants("b");
    on(1).wants("b").enters("b", 4);
    at("1").on(1).leaves("b");
    on(0).enters("b", 6);
    at("2");
    crash(0);
    at("3").on(1).wants("a").enters("a", 6);
    at("4");
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.locks()).containsExactly("a", "b");
    on(2).wants("a").enters("a", 7);
    at("5");
    assertThat(judge.violations())
        .containsExactly("P2 entered a at 4 while P1 was inside since 3; one is inside at a time");
  }

  @Test
  void onlyTheFirstViolationsAreKept() {
    at("1").on(0).wants().enters(1);
    for (int i = 2; i < 152; i++) {
      at(Integer.toString(i)).on(1).wants().enters(i).leaves();
    }
    at("200");
    assertThat(judge.violations()).hasSize(101).last().isEqualTo("50 more violations are left out");
    assertThat(judge.overlaps().count()).isEqualTo(150);
  }

  // ---- tokens

  @Test
  void tokensGrowWithEveryEntry() {
    at("1").on(0).wants().enters(7).leaves();
    at("2").on(1).wants().enters(7).leaves();
    at("3").on(2).wants().enters(9).leaves();
    at("4").on(0).wants().enters(8).leaves();
    assertThat(judge.violations())
        .containsExactly(
            "P1 entered mutex at 2 with token 7 after P0 with token 7; tokens grow with every"
                + " entry",
            "P0 entered mutex at 4 with token 8 after P2 with token 9; tokens grow with every"
                + " entry");
  }

  @Test
  void lateTokenIsExcusedOutOfBoundsAndOneThatComesTwiceIsNot() {
    bounded();
    inject(new Fault.ClockDrift(id(0), 101));
    at("1").on(0).wants().enters(5).leaves();
    at("2").on(1).wants().enters(7).leaves();
    at("3").on(0).wants().enters(6).leaves();
    assertThat(judge.violations()).isEmpty();
    at("4").on(2).wants().enters(5).leaves();
    assertThat(judge.violations())
        .containsExactly(
            "P2 entered mutex at 4 with token 5 after P1 with token 7; tokens grow with every"
                + " entry");
  }

  // ---- excuses

  @Test
  void mistakeOfTheDetectorExcusesWhatComesAfterIt() {
    promising(new MutexRecipe.Promise.UnlessMistaken(false));
    at("1");
    crash(2);
    on(0).suspects(2);
    on(0).buries(1);
    assertThat(judge.mistakes()).as("P2 is down, and Failed is not the verdict").isZero();
    on(1).suspects(0);
    assertThat(judge.mistakes()).isOne();
    together();
    assertThat(judge.isExcused()).isTrue();
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.overlaps().count()).isOne();
  }

  @Test
  void mistakeDoesNotExcuseWhatCameBeforeIt() {
    promising(new MutexRecipe.Promise.UnlessMistaken(true));
    together();
    on(1).buries(0);
    assertThat(judge.mistakes()).isOne();
    assertThat(judge.isExcused()).isTrue();
    assertThat(judge.violations()).hasSize(1);
  }

  @Test
  void whoStandsStillIsUpAndSuspectedByMistake() {
    promising(new MutexRecipe.Promise.UnlessMistaken(false));
    simulation.start();
    inject(new Fault.Pause(id(0)));
    on(1).suspects(0);
    assertThat(judge.mistakes()).isOne();
  }

  @Test
  void promiseWithinBoundsIsKeptWithinThem() {
    bounded();
    inject(new Fault.ClockDrift(id(0), -100));
    inject(new Fault.Slow(id(0), nanos("2")));
    inject(new Fault.Pause(id(2)));
    together();
    assertThat(judge.isExcused()).isTrue();
    assertThat(judge.violations()).as("at 2 it had stood still for just so long").hasSize(1);
  }

  @Test
  void promiseIsOffBeyondTheBounds() {
    List<Fault> faults =
        List.of(
            new Fault.ClockDrift(id(1), -101),
            new Fault.ClockDrift(id(1), 101),
            new Fault.Slow(id(1), nanos("2.1")));
    for (Fault fault : faults) {
      bounded();
      inject(fault);
      together();
      assertThat(judge.isExcused()).isTrue();
      assertThat(judge.violations()).isEmpty();
    }
  }

  @Test
  void longPauseIsAnExcuseWhileItLastsAndAfterIt() {
    bounded();
    simulation.start();
    inject(new Fault.Pause(id(2)));
    at("2.1");
    assertThat(judge.isExcused()).isTrue();
    inject(new Fault.Resume(id(2)));
    at("3");
    assertThat(judge.isExcused()).isTrue();
    bounded();
    simulation.start();
    inject(new Fault.Pause(id(2)));
    at("1.9");
    crash(2);
    at("9");
    assertThat(judge.isExcused()).as("a crash ends it").isFalse();
  }

  @Test
  void conditionsFromBeforeTheStartCount() {
    Fault drift = new Fault.ClockDrift(id(1), 101);
    Setup drifting =
        new Setup(
            1, SETUP.ties(), SETUP.latency(), false, SETUP.syncNanos(), false, List.of(drift));
    simulation = simulation(drifting);
    judge = judge(new MutexRecipe.Promise.WithinBounds(100, nanos("2")));
    assertThat(judge.isExcused()).isTrue();
  }

  // ---- figures

  @Test
  void waitsAreFromAskingToEntering() {
    on(0).wants();
    on(1).wants();
    at("1").on(0).enters(1).leaves();
    at("4").on(1).enters(2).leaves();
    on(2).wants();
    at("9").on(0).wants();
    at("10");
    EntryFigures figures = judge.figures();
    assertThat(figures.waits()).hasToString(Samples.of(nanos("1"), nanos("4")).toString());
    assertThat(figures.waitingAtEnd()).isEqualTo(2);
    assertThat(figures.waitingLongestNanos()).isEqualTo(nanos("6"));
    assertThat(figures.longestWaitNanos()).isEqualTo(nanos("6"));
    assertThat(figures.throughput()).isEqualTo(0.2);
    assertThat(figures.fairness()).as("P2 has asked, too").isCloseTo(2.0 / 3, within(1e-9));
  }

  @Test
  void synchronisationDelayIsMeasuredWhileSomebodyWaits() {
    at("1").on(0).wants().enters(1);
    on(1).wants();
    at("2").on(0).leaves();
    at("2.5").on(1).enters(2);
    at("3").on(1).leaves();
    at("4").on(2).wants();
    at("5").on(2).enters(3);
    on(0).wants();
    on(1).wants();
    at("6").on(2).leaves();
    at("6.1").on(1).givesUp();
    at("6.2").on(0).enters(4);
    assertThat(judge.figures().syncDelays())
        .as("at 3 nobody waited; from 6 on P0 did, though P1 gave up")
        .hasToString(Samples.of(nanos("0.2"), nanos("0.5")).toString());
  }

  @Test
  void noDelayIsMeasuredWhereNobodyWaitedAllTheTimeOrNobodyLeft() {
    at("1").on(0).wants().enters(1);
    on(1).wants();
    at("2").on(0).leaves();
    at("3").on(1).givesUp();
    on(2).wants();
    at("4").on(2).enters(2);
    on(1).wants();
    at("5");
    crash(2);
    at("6").on(1).enters(3);
    on(0).wants();
    at("7").on(1).loses();
    at("8").on(0).enters(4);
    assertThat(judge.figures().syncDelays().isEmpty()).isTrue();
  }

  @Test
  void runWithoutEntriesHasNoRates() {
    on(0).wants();
    at("1");
    EntryFigures figures = judge.figures();
    assertThat(figures.messagesPerEntry()).isNaN();
    assertThat(figures.fairness()).isNaN();
    assertThat(figures.throughput()).isZero();
    assertThat(figures.longestWaitNanos()).isEqualTo(nanos("1"));
  }
}
