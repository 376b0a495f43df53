package coterie.detect.heartbeat;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.detect.Intervals;
import coterie.detect.Peers;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeat: everybody beats to everybody once a period, and suspects who has been silent for
 * longer than its timeout. The timeout adapts: the mean of the last intervals between beats plus
 * some deviations, within bounds, plus a margin that grows with every mistake.
 *
 * <p>Guarantees: eventually perfect (◇P). Strong completeness, since who is down beats no more;
 * eventual strong accuracy, since the margin grows, never shrinks and has no bound, so that in the
 * end it covers every delay, if delays have a bound. With a fixed timeout that holds only where the
 * timeout is longer than period and delay.
 *
 * <p>Assumes: from some unknown moment on, no beat is lost and delays have an unknown bound.
 *
 * <p>Cost: N(N - 1) messages a period, each handled in constant time.
 *
 * <p>T. D. Chandra and S. Toueg, "Unreliable failure detectors for reliable distributed systems",
 * Journal of the ACM 43(2), 1996, section 9 and figure 10, for timeouts that grow with mistakes.
 */
public final class Heartbeat implements Protocol<Heartbeat.Msg>, Detector {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /** I am here, in this life; the number counts my beats. */
  public record Beat(long incarnation, long number) implements Msg {}

  /**
   * A process has been silent for longer than a timeout that adapts, and is suspected therefore.
   *
   * @param timeoutNanos how long it may be silent, without the margin
   * @param marginNanos what its mistakes so far have added to that
   */
  public record Overdue(NodeId who, long timeoutNanos, long marginNanos, long sinceBeatNanos)
      implements Note.Detail {}

  /** A suspicion was wrong: the margin of that process is longer from now on. */
  public record Mistaken(NodeId who, long marginNanos) implements Note.Detail {}

  /**
   * What a trace shows of a process: of each member by its position, in seconds, how long it may be
   * silent, what is added to that, and for how long it has been silent; null for itself. Time and
   * timeouts move with every beat, so only suspects and margins tell two states apart.
   */
  public record State(
      List<NodeId> suspects,
      List<@Nullable Double> timeout,
      List<@Nullable Double> margin,
      List<@Nullable Double> sinceBeat) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof State state
          && suspects.equals(state.suspects)
          && margin.equals(state.margin);
    }

    @Override
    public int hashCode() {
      return 31 * suspects.hashCode() + margin.hashCode();
    }
  }

  /** The same where timeouts are fixed, and of a group too large to read a number of each. */
  public record Suspects(List<NodeId> suspects) {}

  /**
   * How Heartbeat runs.
   *
   * @param periodNanos from one beat of a process to its next
   * @param scattered whether the first beat comes at a random moment of the first period instead of
   *     at its beginning
   * @param adaptive whether the timeout adapts; otherwise it stays as given
   * @param timeoutNanos how long a process may be silent: always, or if the timeout adapts, until
   *     ten intervals between its beats are known
   * @param deviations how many deviations the timeout lies above the mean interval
   * @param minimumNanos the least that adapting may come to, before the margin
   * @param maximumNanos the most that adapting may come to, before the margin
   * @param marginNanos what is added to a timeout that adapts, and once more after every mistake
   */
  public record Config(
      long periodNanos,
      boolean scattered,
      boolean adaptive,
      long timeoutNanos,
      double deviations,
      long minimumNanos,
      long maximumNanos,
      long marginNanos) {
    public Config {
      if (periodNanos < 1) {
        throw new IllegalArgumentException("the period must be longer than 0");
      }
      if (timeoutNanos <= periodNanos) {
        throw new IllegalArgumentException(
            "the timeout must be longer than the period, or every process is suspected between"
                + " two of its beats");
      }
      if (minimumNanos > maximumNanos) {
        throw new IllegalArgumentException("the minimum must not be longer than the maximum");
      }
      if (marginNanos < 1) {
        throw new IllegalArgumentException("the margin must be longer than 0");
      }
      if (!(deviations >= 0)) {
        throw new IllegalArgumentException("deviations must be 0 or more, not " + deviations);
      }
    }
  }

  /** The detector by name. */
  public static final DetectorRecipe RECIPE =
      new DetectorRecipe.Value(
          "heartbeat",
          "everybody beats to everybody; timeouts adapt, and grow with every mistake",
          List.of(
              Setting.duration("period", "500ms", "from one beat of a process to its next"),
              Setting.word(
                  "timeouts",
                  List.of("adaptive", "fixed"),
                  "whether timeouts adapt to the intervals between beats"),
              Setting.duration(
                  "timeout",
                  "2s",
                  "the fixed timeout, or the first one until ten intervals are known"),
              Setting.decimal("deviations", "4", "deviations above the mean interval, if adaptive"),
              Setting.duration(
                  "minimum", "100ms", "the minimum timeout before the margin, if adaptive"),
              Setting.duration(
                  "maximum", "60s", "the maximum timeout before the margin, if adaptive"),
              Setting.duration(
                  "margin", "100ms", "added at first and after every mistake, if adaptive"),
              Setting.word(
                  "phases",
                  List.of("together", "scattered"),
                  "first beats at the start, or at a random moment of the first period")),
          false,
          settings -> true,
          Settings.values("period", "1s", "timeout", "5s", "phases", "scattered"),
          List.of(
              new DetectorRecipe.Knob(
                  "deviations", List.of("0", "1", "2", "3", "4", "6", "8", "12")),
              new DetectorRecipe.Knob("period", List.of("200ms", "500ms", "1s", "2s")),
              new DetectorRecipe.Knob("minimum", List.of("100ms", "1s", "2500ms", "5s"))),
          Settings.values("phases", "scattered"),
          Heartbeat::below,
          Heartbeat::blueprint);

  private static Blueprint blueprint(View members, Settings settings) {
    Heartbeat.Config config =
        new Heartbeat.Config(
            settings.nanos("period"),
            settings.word("phases").equals("scattered"),
            settings.word("timeouts").equals("adaptive"),
            settings.nanos("timeout"),
            settings.decimal("deviations"),
            settings.nanos("minimum"),
            settings.nanos("maximum"),
            settings.nanos("margin"));
    return node ->
        node.add("heartbeat", Heartbeat.Msg.class, c -> new Heartbeat(c, members, config));
  }

  private static Map<String, String> below(long periodNanos, long silenceNanos) {
    return Settings.values(
        "period",
        periodNanos + "ns",
        "phases",
        "scattered",
        "timeouts",
        "fixed",
        "timeout",
        ChosenDetector.requireSilence(periodNanos, silenceNanos));
  }

  private static final int SAMPLES = 100;
  private static final int SAMPLES_MIN = 10;
  private static final int SHOWN_MAX = 16;

  private final Context<Msg> context;
  private final View view;
  private final Config config;
  private final Peers peers;
  private final Alarm beat;
  private final Intervals[] intervals;
  private final long[] lastNanos;
  private final long[] timeouts;
  private final long[] margins;
  private long number;

  public Heartbeat(Context<Msg> context, View view, Config config) {
    this.context = context;
    this.view = view;
    this.config = config;
    this.peers = new Peers(context, view, this::overdue);
    this.beat = context.alarm("beat", this::beatDue);
    this.intervals = new Intervals[view.size()];
    Arrays.setAll(intervals, i -> new Intervals(config.adaptive ? SAMPLES : 1));
    this.lastNanos = new long[view.size()];
    this.timeouts = new long[view.size()];
    Arrays.fill(timeouts, config.timeoutNanos);
    this.margins = new long[view.size()];
    Arrays.fill(margins, config.adaptive ? config.marginNanos : 0);
  }

  @Override
  public boolean suspects(NodeId member) {
    return peers.suspects(member);
  }

  @Override
  public List<NodeId> suspects() {
    return peers.suspects();
  }

  @Override
  public List<NodeId> alive() {
    return peers.alive();
  }

  @Override
  public void listen(Listener listener) {
    peers.listen(listener);
  }

  @Override
  public Record state() {
    if (!config.adaptive || view.size() > SHOWN_MAX) {
      return new Suspects(suspects());
    }
    return new State(
        suspects(),
        seconds(i -> timeouts[i]),
        seconds(i -> margins[i]),
        seconds(i -> peers.now() - lastNanos[i]));
  }

  private List<@Nullable Double> seconds(IntToLongFunction nanos) {
    @Nullable Double[] shown = new @Nullable Double[view.size()];
    for (int i = 0; i < shown.length; i++) {
      shown[i] = i == peers.self() ? null : Math.round(nanos.applyAsLong(i) / 1e6) / 1e3;
    }
    return Collections.unmodifiableList(Arrays.asList(shown));
  }

  /** A process that starts again beats at once, so that it is trusted again soon. */
  @Override
  public void start() {
    boolean late = config.scattered && context.incarnation() == 1;
    beat.start(late ? context.random(config.periodNanos) : 0);
    for (int i = 0; i < view.size(); i++) {
      if (i != peers.self()) {
        lastNanos[i] = peers.now();
        expect(i);
      }
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    int index = view.indexOf(from);
    if (index < 0 || index == peers.self()) {
      context.note(new Note.BadMessage(from, "a beat from no other member of the group"));
      return;
    }
    switch (message) {
      case Beat beaten -> beaten(index, beaten);
    }
  }

  private void beatDue() {
    beat.start(config.periodNanos);
    Beat next = new Beat(context.incarnation(), ++number);
    for (int i = 0; i < view.size(); i++) {
      if (i != peers.self()) {
        context.send(view.at(i), next);
      }
    }
  }

  private void beaten(int index, Beat beaten) {
    Peers.Arrival arrival = peers.arrived(index, beaten.incarnation, beaten.number);
    if (arrival == Peers.Arrival.OLD) {
      return;
    }
    long now = peers.now();
    if (config.adaptive && arrival == Peers.Arrival.NEXT) {
      adapt(index, now - lastNanos[index]);
    }
    lastNanos[index] = now;
    expect(index);
  }

  /**
   * An interval that ended a suspicion counts only as long as the timeout was: it shows that the
   * timeout was too short, which the margin mends; at its full length, one cut of a minute would
   * make the detector slow for a hundred periods.
   */
  private void adapt(int index, long intervalNanos) {
    Intervals seen = intervals[index];
    seen.add(Math.min(intervalNanos, timeouts[index] + margins[index]));
    if (peers.isSuspected(index)) {
      margins[index] += config.marginNanos;
      context.note(new Mistaken(view.at(index), margins[index]));
    }
    if (seen.count() >= SAMPLES_MIN) {
      double wanted = seen.meanNanos() + config.deviations * seen.deviationNanos();
      timeouts[index] = Math.min(Math.max((long) wanted, config.minimumNanos), config.maximumNanos);
    }
  }

  /** A fixed timeout is known to whoever has set it. */
  private void overdue(int index) {
    if (!config.adaptive) {
      return;
    }
    long sinceBeatNanos = peers.now() - lastNanos[index];
    context.note(new Overdue(view.at(index), timeouts[index], margins[index], sinceBeatNanos));
  }

  private void expect(int index) {
    peers.expect(index, lastNanos[index] + timeouts[index] + margins[index]);
  }
}
