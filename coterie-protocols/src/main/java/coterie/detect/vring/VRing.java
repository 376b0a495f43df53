package coterie.detect.vring;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.EventCounter;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.Counts;
import coterie.detect.Detector;
import coterie.detect.Verdicts;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;

/**
 * VRing: system-level diagnosis on a virtual ring. Once a period a process tests its successor and
 * goes on round the ring until it finds a correct one; from that one it takes over every count that
 * is newer than its own, except of those it has just tested and of itself.
 *
 * <p>Guarantees, as long as the verdicts of tests are right: every event (a crash, a recovery) that
 * is followed by no other reaches all correct processes within n rounds of tests. Exception: a
 * process that recovers begins with empty counts, so "larger is newer" may compare counts of
 * different ages, and an event may then stay unknown; {@link Config#mend} removes that.
 *
 * <p>Assumes: a correct process answers within the timeout; a faulty one does not answer.
 *
 * <p>Cost: a test is two messages. A period has one test per correct process, plus one per faulty
 * process that is passed over. A vector of counts is shared where it is equal, so a test costs what
 * is new, not n.
 *
 * <p>The rule of testing on until a correct process is found is that of Adaptive-DSD (R. P.
 * Bianchini and R. W. Buskens, "Implementation of on-line distributed system-level diagnosis
 * theory", IEEE Transactions on Computers 41(5), 1992); the counters of events come from its
 * successors.
 */
public final class VRing implements Protocol<VRing.Msg>, Detector, EventCounter {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /** Are you there? */
  public record Test(long number) implements Msg {}

  /** I am, and this is what I know. */
  public record Reply(long number, Counts counts) implements Msg {}

  /** What a trace shows of a process. */
  public record State(List<Integer> state) {}

  /**
   * How VRing runs.
   *
   * @param periodNanos from the start of one turn to the start of the next
   * @param timeoutNanos how long an answer may take
   * @param scattered whether the first test comes at a random moment of the first period instead of
   *     at its end
   * @param mend whether counts of different ages are brought together: a process takes the group's
   *     count of itself, rounded up to even, for its own, and its verdicts about others are lifted
   *     to the count of the right parity that is not below the group's. Not in the original.
   */
  public record Config(long periodNanos, long timeoutNanos, boolean scattered, boolean mend) {
    public Config {
      if (periodNanos < 1 || timeoutNanos < 1) {
        throw new IllegalArgumentException("period and timeout must be longer than 0");
      }
    }
  }

  /** The detector by name. */
  public static final DetectorRecipe RECIPE =
      new DetectorRecipe.Value(
          "vring",
          "diagnosis on a virtual ring: test your successor, learn what it knows",
          List.of(
              Setting.duration("period", "30", "from one turn of a process to its next"),
              Setting.duration("timeout", "10", "how long an answer to a test may take"),
              Setting.word(
                  "start",
                  List.of("unknown", "converged"),
                  "what processes know of each other at first"),
              Setting.word(
                  "phases",
                  List.of("together", "scattered"),
                  "first tests after one period, or at a random moment of the first period"),
              Setting.flag("mend", "bring counts of different ages together after a recovery")),
          false,
          settings -> true,
          Settings.values(
              "period",
              "1s",
              "timeout",
              "500ms",
              "start",
              "converged",
              "phases",
              "scattered",
              "mend",
              "true"),
          List.of(
              new DetectorRecipe.Knob(
                  "timeout",
                  List.of(
                      "50ms", "100ms", "150ms", "200ms", "300ms", "400ms", "500ms", "700ms",
                      "900ms")),
              new DetectorRecipe.Knob("period", List.of("200ms", "500ms", "1s", "2s"))),
          Settings.values("phases", "scattered", "period", "1s", "timeout", "300ms"),
          VRing::below,
          VRing::blueprint);

  private static Blueprint blueprint(View members, Settings settings) {
    VRing.Config config =
        new VRing.Config(
            settings.nanos("period"),
            settings.nanos("timeout"),
            settings.word("phases").equals("scattered"),
            settings.flag("mend"));
    // One tree of counts for all: what nobody has changed yet is shared.
    Counts unknown = Counts.unknown(members.size(), 0);
    Counts first =
        settings.word("start").equals("converged") ? Counts.correct(members.size(), 0) : unknown;
    return node ->
        node.add(
            "vring",
            VRing.Msg.class,
            context ->
                new VRing(context, members, context.incarnation() == 1 ? first : unknown, config));
  }

  private static Map<String, String> below(long periodNanos, long silenceNanos) {
    return Settings.values(
        "period", periodNanos + "ns",
        "timeout", periodNanos / 2 + "ns",
        "start", "converged",
        "phases", "scattered",
        "mend", "true");
  }

  private static final int NOBODY = -1;
  private static final Note ONLY_ONE_LEFT = new EventCounter.OnlyOneLeft();
  private static final Note TURN_ENDED = new EventCounter.TurnEnded();

  private final Context<Msg> context;
  private final View view;
  private final Config config;
  private final int self;
  private final Alarm turn;
  private final Alarm answer;
  private final Verdicts verdicts;
  private final Counts.Learner learner = this::learn;
  private Counts counts;
  private int testing = NOBODY;
  private long number;

  /** Most tests repeat the last outcome, so its note is kept, and beside it whose it is. */
  private EventCounter.Tested outcome;

  private int outcomeOf = NOBODY;
  private int outcomeCount;

  /**
   * @param initial what is known at the start, of any owner: nothing, or that all are correct
   */
  public VRing(Context<Msg> context, View view, Counts initial, Config config) {
    this.context = context;
    this.view = view;
    this.config = config;
    this.self = view.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not a member of the ring");
    }
    this.counts = initial.asSeenBy(self);
    this.turn = context.alarm("turn", this::turnDue);
    this.answer = context.alarm("answer", this::answerMissed);
    this.verdicts = new Verdicts(context);
    this.outcome = new EventCounter.Tested(context.self(), 0);
  }

  @Override
  public int count(NodeId about) {
    int index = view.indexOf(about);
    return index < 0 ? UNKNOWN : counts.at(index);
  }

  /** Whether that member is known to be down. */
  @Override
  public boolean suspects(NodeId member) {
    return EventCounter.isFaulty(count(member));
  }

  @Override
  public List<NodeId> suspects() {
    return counts.faulty(view);
  }

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
    return new State(counts);
  }

  @Override
  public void start() {
    turn.start(config.scattered ? 1 + context.random(config.periodNanos) : config.periodNanos);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Test test -> context.send(from, new Reply(test.number, counts));
      case Reply reply -> replied(from, reply);
    }
  }

  /** The network's word that nobody listens there ends the test as a missed answer does. */
  @Override
  public void unreachable(NodeId to) {
    if (testing != NOBODY && view.at(testing).equals(to)) {
      answerMissed();
    }
  }

  private void turnDue() {
    turn.start(config.periodNanos);
    // A long row of silent processes can take more than a period: that turn goes on.
    if (testing == NOBODY) {
      test(view.after(self));
    }
  }

  private void test(int index) {
    if (index == self) {
      context.note(ONLY_ONE_LEFT);
      endTurn();
      return;
    }
    testing = index;
    context.send(view.at(index), new Test(++number));
    answer.start(config.timeoutNanos);
  }

  private void answerMissed() {
    answer.stop();
    int before = counts.at(testing);
    concluded(before, before < 0 ? 1 : before | 1);
    test(view.after(testing));
  }

  private void replied(NodeId from, Reply reply) {
    if (testing == NOBODY || reply.number != number || !view.at(testing).equals(from)) {
      return; // Too late: the verdict has been reached without it.
    }
    if (reply.counts.size() != view.size() || reply.counts.self() != testing) {
      context.note(new Note.BadMessage(from, "counts of another ring"));
      return;
    }
    answer.stop();
    int before = counts.at(testing);
    int count = nextEven(before);
    concluded(before, config.mend ? Math.max(count, nextEven(reply.counts.own())) : count);
    if (config.mend) {
      mend(from, reply.counts);
    }
    Counts known = counts;
    counts = counts.merge(reply.counts);
    counts.tellRaised(known, testing, learner);
    endTurn();
  }

  private void concluded(int before, int count) {
    counts = counts.with(testing, count);
    if (outcomeOf != testing || outcomeCount != count) {
      outcomeOf = testing;
      outcomeCount = count;
      outcome = new EventCounter.Tested(view.at(testing), count);
    }
    context.note(outcome);
    verdicts.counted(view.at(testing), before, count);
  }

  private void endTurn() {
    testing = NOBODY;
    context.note(TURN_ENDED);
  }

  /** What they say of me, and of those I have just found faulty, must not stay ahead of me. */
  private void mend(NodeId from, Counts theirs) {
    lift(self, nextEven(theirs.at(self)), from);
    for (int i = view.after(self); i != testing; i = view.after(i)) {
      int said = theirs.at(i);
      lift(i, said < 0 ? said : said | 1, from);
    }
  }

  private void lift(int index, int count, NodeId from) {
    int before = counts.at(index);
    if (count > before) {
      counts = counts.with(index, count);
      context.note(new EventCounter.Learned(view.at(index), count, from));
      verdicts.counted(view.at(index), before, count);
    }
  }

  private void learn(int index, int before, int count) {
    context.note(new EventCounter.Learned(view.at(index), count, view.at(testing)));
    verdicts.counted(view.at(index), before, count);
  }

  /** The same count if it says correct, else the next one; 0 for unknown. */
  private static int nextEven(int count) {
    return count + (count & 1);
  }
}
