package coterie.detect.heartring;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.EventCounter;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Counts;
import coterie.detect.Detector;
import coterie.detect.Verdicts;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HeartRing: heartbeats on a virtual ring. A process beats to the one that watches it, prev, and
 * watches the next living one along the ring: if its beat is overdue, it is held for faulty, and
 * the one after it is watched instead.
 *
 * <p>Guarantees, faithful to the original: weak completeness, since of a crash only the watcher
 * learns; and eventual strong accuracy. With {@link Config#spread} a beat carries all that its
 * sender knows, so news goes round the ring against the direction of watching: strong completeness,
 * and eventually perfect (◇P) under the assumptions below.
 *
 * <p>Assumes: from some moment on messages are not lost, and a beat and a request for one arrive
 * within half of what the timeout is longer than the period.
 *
 * <p>Cost: a quiet period has one message per process. A process that has passed over faulty ones
 * asks one of them in each period whether it is back.
 *
 * <p>The original reads and writes its neighbours' variables; here messages do that. The ring mends
 * itself by four rules. A process that begins to watch says so ({@link Watch}), again when a beat
 * is late, and gets a beat at once. One that is watched by two sends the farther watcher to the
 * nearer one ({@link Nearer}). One that hears anything from a process between itself and its next
 * watches that process, and tells it where the ring goes on ({@link Onward}). And who has passed
 * over others asks them in turn: so a lost message, a wrong suspicion and a healed partition are
 * all mended in the end.
 *
 * <p>What is known of a process is a count of its events, as in VRing with mend: even is correct,
 * odd is faulty, -1 unknown. Larger is newer. A process that hears it is held for faulty raises its
 * own count; its watcher never lets another's count pass its own verdict.
 */
public final class HeartRing implements Protocol<HeartRing.Msg>, Detector {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /** I am here. */
  public record Beat() implements Msg {}

  /** I am here, and this is what I know. */
  public record News(Counts counts) implements Msg {}

  /** I watch you: beat to me. */
  public record Watch() implements Msg {}

  /** You watch me, but so does the process named, which lies between us: watch it instead. */
  public record Nearer(NodeId who) implements Msg {}

  /**
   * Now I watch you; whom I watched before is your next, or I am if there was none, and those
   * between you are faulty.
   */
  public record Onward(NodeId next) implements Msg {}

  /** What one process knows of another. */
  public enum Status {
    UNKNOWN,
    CORRECT,
    FAULT
  }

  /** For a whole timeout, the beats of the one that is watched have come in time. */
  public record TestOk(NodeId who) implements Note.Detail {}

  /** The one that is watched has been silent for the timeout. */
  public record Fault(NodeId who) implements Note.Detail {}

  /**
   * What a trace shows of a process. Time passes by itself, so that it does not tell two states
   * apart.
   *
   * @param next whom it watches; empty if all others are held for faulty
   * @param prev to whom it beats
   * @param sinceBeatNanos since the next has beaten; null if it has not yet
   */
  public record State(
      List<NodeId> next, NodeId prev, @Nullable Long sinceBeatNanos, List<Status> state) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof State shown
          && next.equals(shown.next)
          && prev.equals(shown.prev)
          && state.equals(shown.state);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * next.hashCode() + prev.hashCode()) + state.hashCode();
    }
  }

  /**
   * How HeartRing runs.
   *
   * @param periodNanos from one beat to the next
   * @param timeoutNanos how long the next may be silent
   * @param recoveryNanos how long a process that recovered waits before its first beat
   * @param scattered whether the first beat comes at a random moment of the first period instead of
   *     at its end
   * @param spread whether beats carry what their sender knows
   */
  public record Config(
      long periodNanos, long timeoutNanos, long recoveryNanos, boolean scattered, boolean spread) {
    public Config {
      if (periodNanos < 1) {
        throw new IllegalArgumentException("the period must be longer than 0");
      }
      if (timeoutNanos <= periodNanos) {
        throw new IllegalArgumentException(
            "the timeout must be longer than the period, or every process is suspected between"
                + " two of its beats");
      }
      if (recoveryNanos < 0) {
        throw new IllegalArgumentException("the delay of a recovery is 0 or longer");
      }
    }

    /** When a beat is late, but not yet overdue: halfway between the two. */
    long lateNanos() {
      return periodNanos + (timeoutNanos - periodNanos) / 2;
    }
  }

  /** The detector by name. */
  public static final DetectorRecipe RECIPE =
      new DetectorRecipe.Value(
          "heartring",
          "heartbeats on a virtual ring: watch your successor, beat to your watcher",
          List.of(
              Setting.duration("period", "1s", "from one beat of a process to its next"),
              Setting.duration("timeout", "3s", "how long the watched process may be silent"),
              Setting.duration("recovery", "500ms", "how long a recovered process waits to beat"),
              Setting.flag("spread", "let beats carry what is known, so that all learn of a crash"),
              Setting.word(
                  "phases",
                  List.of("together", "scattered"),
                  "first beats after one period, or at a random moment of the first period")),
          false,
          settings -> settings.flag("spread"),
          Settings.values("period", "1s", "timeout", "3s", "spread", "true", "phases", "scattered"),
          List.of(
              new DetectorRecipe.Knob(
                  "timeout",
                  List.of("1.1s", "1.2s", "1.5s", "2s", "2.5s", "3s", "4s", "6s", "10s")),
              new DetectorRecipe.Knob("period", List.of("200ms", "500ms", "1s", "2s"))),
          Settings.values("phases", "scattered", "spread", "true"),
          HeartRing::below,
          HeartRing::blueprint);

  private static Blueprint blueprint(View members, Settings settings) {
    HeartRing.Config config =
        new HeartRing.Config(
            settings.nanos("period"),
            settings.nanos("timeout"),
            settings.nanos("recovery"),
            settings.word("phases").equals("scattered"),
            settings.flag("spread"));
    Counts unknown = Counts.unknown(members.size(), 0);
    return node ->
        node.add(
            "heartring",
            HeartRing.Msg.class,
            context -> new HeartRing(context, members, unknown, config));
  }

  private static Map<String, String> below(long periodNanos, long silenceNanos) {
    return Settings.values(
        "period", periodNanos + "ns",
        "phases", "scattered",
        "spread", "true",
        "timeout", ChosenDetector.requireSilence(periodNanos, silenceNanos),
        "recovery", "0");
  }

  private static final Beat BEAT = new Beat();
  private static final Watch WATCH = new Watch();

  private final Context<Msg> context;
  private final View view;
  private final Config config;
  private final int self;
  private final Alarm beat;
  private final Alarm late;
  private final Alarm overdue;
  private final Verdicts verdicts;
  private final Counts.Learner learner = this::learned;
  private Counts counts;

  /** Whom I watch; myself if I hold all others for faulty, and then I watch nobody. */
  private int next;

  private int prev;

  /** Whether the next has beaten to me since I watch it, and when it did last. */
  private boolean nextHasBeaten;

  private long lastBeatNanos;

  /** When the test of the next began that its beats have to pass, and what is noted if they do. */
  private long testNanos;

  private TestOk testOk;

  /** Which of those I have passed over was asked last. */
  private int asked;

  private boolean hasBegun;

  public HeartRing(Context<Msg> context, View view, Counts unknown, Config config) {
    this.context = context;
    this.view = view;
    this.config = config;
    this.self = view.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not a member of the ring");
    }
    this.counts = unknown.asSeenBy(self);
    this.beat = context.alarm("beat", this::beatDue);
    this.late = context.alarm("late", this::nextIsLate);
    this.overdue = context.alarm("overdue", this::nextIsOverdue);
    this.verdicts = new Verdicts(context);
    this.next = view.after(self);
    this.prev = self == 0 ? view.size() - 1 : self - 1;
    this.asked = self;
    this.testOk = new TestOk(view.at(next));
  }

  /** The original's name for {@link #suspects()}. */
  public List<NodeId> query() {
    return suspects();
  }

  @Override
  public List<NodeId> suspects() {
    return counts.faulty(view);
  }

  @Override
  public boolean suspects(NodeId member) {
    int index = view.indexOf(member);
    return index >= 0 && EventCounter.isFaulty(counts.at(index));
  }

  /** Those that are CORRECT: of one that is UNKNOWN it does not say that it is up. */
  @Override
  public List<NodeId> alive() {
    return counts.correct(view);
  }

  @Override
  public void listen(Listener listener) {
    verdicts.listen(listener);
  }

  @Override
  public State state() {
    List<Status> shown = new ArrayList<>();
    for (int count : counts) {
      shown.add(
          count < 0
              ? Status.UNKNOWN
              : EventCounter.isFaulty(count) ? Status.FAULT : Status.CORRECT);
    }
    Long sinceBeat = nextHasBeaten && !watchesNobody() ? context.nowNanos() - lastBeatNanos : null;
    List<NodeId> watched = watchesNobody() ? List.of() : List.of(view.at(next));
    return new State(watched, view.at(prev), sinceBeat, shown);
  }

  @Override
  public void start() {
    if (view.size() == 1) {
      return;
    }
    if (context.incarnation() > 1) {
      beat.start(config.recoveryNanos);
    } else {
      begin();
      long first = config.scattered ? 1 + context.random(config.periodNanos) : config.periodNanos;
      beat.start(first);
    }
  }

  /** The ring that processes start in is closed: each one's next beats to it without being told. */
  private void begin() {
    hasBegun = true;
    testNanos = context.nowNanos();
    awaitBeat();
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = view.indexOf(from);
    if (index < 0 || index == self) {
      context.note(new Note.BadMessage(from, "from no other member of the ring"));
      return;
    }
    heard(index);
    switch (message) {
      case Beat beaten -> beaten(index);
      case News news -> told(index, news.counts);
      case Watch watch -> watched(index);
      case Nearer nearer -> watchNearer(from, nearer.who);
      case Onward onward -> goOnward(from, onward.next);
    }
  }

  // ---- being watched

  private void beatDue() {
    beat.start(config.periodNanos);
    if (!hasBegun) {
      // Others have gone on without me: my next beats to somebody else.
      begin();
      context.send(view.at(next), WATCH);
    }
    beatTo(prev);
    askOneWhoWasPassedOver();
  }

  private void beatTo(int index) {
    context.send(view.at(index), config.spread ? new News(counts) : BEAT);
  }

  /**
   * A watcher farther off than the present one holds that for faulty. If it is not, it misses my
   * beats, says again that it watches me, and the farther one is sent to it.
   */
  private void watched(int index) {
    if (prev != index && isBetween(prev, index, self)) {
      context.send(view.at(prev), new Nearer(view.at(index)));
    }
    prev = index;
    if (hasBegun) {
      beatTo(index);
    }
  }

  // ---- watching

  private boolean watchesNobody() {
    return next == self;
  }

  /** The deadline begins anew with every beat, and whenever the next is another. */
  private void awaitBeat() {
    late.start(config.lateNanos());
    overdue.start(config.timeoutNanos);
  }

  private void nextIsLate() {
    context.send(view.at(next), WATCH);
  }

  private void nextIsOverdue() {
    context.note(new Fault(view.at(next)));
    put(next, counts.at(next) < 0 ? 1 : counts.at(next) | 1);
    watch(view.after(next));
  }

  /** Begins to watch that process, which has to be told. */
  private void watch(int index) {
    next = index;
    nextHasBeaten = false;
    testNanos = context.nowNanos();
    if (watchesNobody()) {
      late.stop();
      overdue.stop();
    } else {
      context.send(view.at(next), WATCH);
      awaitBeat();
    }
  }

  /** A process that says anything is alive; one that is alive between me and my next is my next. */
  private void heard(int index) {
    put(index, nextEven(counts.at(index)));
    if (!hasBegun || !isBetween(self, index, next)) {
      return;
    }
    int former = next;
    watch(index);
    context.send(view.at(index), new Onward(view.at(former)));
    if (!config.spread) {
      forgetFrom(view.after(index), former);
    }
  }

  /**
   * Without news from others, a process answers only for whom it watches or has passed over: what
   * it knew of those beyond would never be put right again.
   */
  private void forgetFrom(int first, int end) {
    for (int i = first; i != end; i = view.after(i)) {
      int before = counts.at(i);
      if (EventCounter.isKnown(before)) {
        counts = counts.with(i, EventCounter.UNKNOWN);
        verdicts.forgotten(view.at(i), EventCounter.isFaulty(before));
      }
    }
  }

  private void beaten(int index) {
    if (index == next && hasBegun) {
      nextHasBeaten = true;
      lastBeatNanos = context.nowNanos();
      passTest();
      awaitBeat();
    }
  }

  /**
   * The original looks once in a timeout whether a beat has come. Here deadlines are exact, and the
   * first beat after a timeout says that all came in time: else the next would be another.
   */
  private void passTest() {
    if (lastBeatNanos - testNanos < config.timeoutNanos) {
      return;
    }
    testNanos = lastBeatNanos;
    if (!testOk.who.equals(view.at(next))) {
      testOk = new TestOk(view.at(next));
    }
    context.note(testOk);
  }

  private void askOneWhoWasPassedOver() {
    int candidate = view.after(asked);
    asked = isBetween(self, candidate, next) ? candidate : view.after(self);
    if (asked != next) {
      context.send(view.at(asked), WATCH);
    }
  }

  /** Hearsay: it is asked, and watched once it has answered. */
  private void watchNearer(NodeId from, NodeId who) {
    int index = view.indexOf(who);
    if (index < 0) {
      context.note(new Note.BadMessage(from, "a neighbour that is not a member"));
    } else if (hasBegun && isBetween(self, index, next)) {
      context.send(who, WATCH);
    }
  }

  /**
   * Helps a process that has just come back and knows nothing yet. One that knows better does not
   * listen.
   */
  private void goOnward(NodeId from, NodeId goal) {
    int index = view.indexOf(goal);
    if (index < 0) {
      context.note(new Note.BadMessage(from, "a neighbour that is not a member"));
    } else if (hasBegun && !nextHasBeaten && !watchesNobody() && isBetween(next, index, self)) {
      for (int i = next; i != index; i = view.after(i)) {
        put(i, counts.at(i) < 0 ? 1 : counts.at(i) | 1);
      }
      watch(index);
    }
  }

  // ---- news

  private void told(int index, Counts theirs) {
    if (theirs.size() != view.size() || theirs.self() != index) {
      context.note(new Note.BadMessage(view.at(index), "counts of another ring"));
      return;
    }
    beaten(index);
    lift(index, nextEven(theirs.own()));
    lift(self, nextEven(theirs.at(self)));
    if (index == next) {
      for (int i = view.after(self); i != next; i = view.after(i)) {
        int said = theirs.at(i);
        lift(i, said < 0 ? said : said | 1);
      }
      Counts before = counts;
      counts = counts.merge(theirs);
      counts.tellRaised(before, theirs.self(), learner);
    }
  }

  private void learned(int index, int before, int count) {
    verdicts.counted(view.at(index), before, count);
  }

  private void lift(int index, int count) {
    if (count > counts.at(index)) {
      put(index, count);
    }
  }

  private void put(int index, int count) {
    int before = counts.at(index);
    counts = counts.with(index, count);
    verdicts.counted(view.at(index), before, count);
  }

  /** Whether the second comes strictly after the first and before the third, going up the ring. */
  private boolean isBetween(int first, int second, int third) {
    int size = view.size();
    int whole = third == first ? size : Math.floorMod(third - first, size);
    int part = Math.floorMod(second - first, size);
    return part > 0 && part < whole;
  }

  /** The same count if it says correct, else the next one; 0 for unknown. */
  private static int nextEven(int count) {
    return count + (count & 1);
  }
}
