package coterie.detect.phi;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.detect.Peers;
import coterie.recipe.DetectorRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * The phi accrual detector: everybody beats to everybody, and instead of yes or no there is a level
 * of suspicion, {@link Phi}, that grows for as long as no beat comes. The caller may draw the line
 * where it likes; the detector itself suspects from a threshold on.
 *
 * <p>Guarantees: strong completeness, since phi grows without a bound for who is down. Accuracy is
 * a matter of probability: were intervals independent and normally distributed, a beat would be
 * overdue with a probability of 10 to the power of minus the threshold. So it is not ◇P by itself.
 * The window learns of every mistake, but forgets it.
 *
 * <p>Assumes: intervals between beats are roughly normal, and change slowly beside the window.
 *
 * <p>Cost: N(N - 1) messages a period, each handled in constant time. The moment at which phi
 * reaches the threshold is computed from each beat, so nothing is polled.
 *
 * <p>N. Hayashibara, X. Défago, R. Yared and T. Katayama, "The phi accrual failure detector", SRDS
 * 2004.
 */
public final class PhiAccrual implements Protocol<PhiAccrual.Msg>, Detector {
  /** What processes say to each other. */
  public sealed interface Msg extends Message {}

  /** I am here, in this life; the number counts my beats. */
  public record Beat(long incarnation, long number) implements Msg {}

  /** What a trace shows of a process. */
  public record State(List<NodeId> suspects) {}

  /**
   * How the detector runs.
   *
   * @param scattered whether the first beat comes at a random moment of the first period instead of
   *     at its beginning
   * @param threshold the level from which on a process is suspected
   * @param phi what is assumed about beats; one is sent in every expected interval
   */
  public record Config(boolean scattered, double threshold, Phi.Config phi) {
    public Config {
      if (!(threshold > 0)) {
        throw new IllegalArgumentException("the threshold must be above 0, not " + threshold);
      }
    }

    long periodNanos() {
      return phi.expectedNanos();
    }
  }

  /** The detector by name. */
  public static final DetectorRecipe RECIPE =
      new DetectorRecipe.Value(
          "phi",
          "phi accrual: everybody beats to everybody; suspicion grows with silence",
          List.of(
              Setting.duration("period", "1s", "from one beat of a process to its next"),
              Setting.decimal(
                  "threshold", "8", "the level from which a process counts as suspected"),
              Setting.count(
                  "samples", 1000, "number of intervals between beats that are remembered"),
              Setting.duration("deviation", "100ms", "the minimum deviation of intervals"),
              Setting.duration(
                  "acceptable-pause", "0", "how much later than usual a beat may always be"),
              Setting.word(
                  "phases",
                  List.of("together", "scattered"),
                  "first beats at the start, or at a random moment of the first period")),
          false,
          settings -> true,
          Settings.values("period", "1s", "phases", "scattered"),
          List.of(
              new DetectorRecipe.Knob(
                  "threshold", List.of("0.5", "1", "2", "4", "8", "12", "20", "40")),
              new DetectorRecipe.Knob("period", List.of("200ms", "500ms", "1s", "2s")),
              new DetectorRecipe.Knob("acceptable-pause", List.of("0", "500ms", "1s", "3s"))),
          Settings.values("phases", "scattered"),
          (period, silence) -> Settings.values("period", period + "ns", "phases", "scattered"),
          PhiAccrual::blueprint);

  private static Blueprint blueprint(View members, Settings settings) {
    Phi.Config phi =
        new Phi.Config(
            settings.nanos("period"),
            (int) Math.min(settings.count("samples"), Integer.MAX_VALUE),
            settings.nanos("deviation"),
            settings.nanos("acceptable-pause"));
    PhiAccrual.Config config =
        new PhiAccrual.Config(
            settings.word("phases").equals("scattered"), settings.decimal("threshold"), phi);
    return node -> node.add("phi", PhiAccrual.Msg.class, c -> new PhiAccrual(c, members, config));
  }

  private final Context<Msg> context;
  private final View view;
  private final Config config;
  private final Peers peers;
  private final Alarm beat;
  private final Phi[] levels;
  private final double deviations;
  private long number;

  public PhiAccrual(Context<Msg> context, View view, Config config) {
    this.context = context;
    this.view = view;
    this.config = config;
    this.peers = new Peers(context, view);
    this.beat = context.alarm("beat", this::beatDue);
    this.levels = new Phi[view.size()];
    Arrays.setAll(levels, i -> new Phi(config.phi, peers.now()));
    this.deviations = NormalTail.deviationsAt(config.threshold);
  }

  @Override
  public boolean suspects(NodeId member) {
    return peers.suspects(member);
  }

  @Override
  public List<NodeId> suspects() {
    return peers.suspects();
  }

  /** Returns phi now; 0 for this process itself and for strangers. */
  @Override
  public double level(NodeId member) {
    int index = view.indexOf(member);
    return index < 0 || index == peers.self() ? 0 : levels[index].level(peers.now());
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
  public State state() {
    return new State(suspects());
  }

  /** A process that starts again beats at once, so that it is trusted again soon. */
  @Override
  public void start() {
    boolean late = config.scattered && context.incarnation() == 1;
    beat.start(late ? context.random(config.periodNanos()) : 0);
    for (int i = 0; i < view.size(); i++) {
      if (i != peers.self()) {
        peers.expect(i, levels[i].deadlineNanos(deviations));
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
    beat.start(config.periodNanos());
    Beat next = new Beat(context.incarnation(), ++number);
    for (int i = 0; i < view.size(); i++) {
      if (i != peers.self()) {
        context.send(view.at(i), next);
      }
    }
  }

  private void beaten(int index, Beat beaten) {
    Phi peer = levels[index];
    long now = peers.now();
    switch (peers.arrived(index, beaten.incarnation, beaten.number)) {
      case OLD -> {
        return;
      }
      case FIRST -> peer.resume(now);
      case NEXT -> peer.beat(now, remembered(index, now));
    }
    peers.expect(index, peer.deadlineNanos(deviations));
  }

  /**
   * An interval that ended a suspicion is remembered only up to the moment of the suspicion. The
   * paper takes it whole; but then one cut of a minute would make the detector slow for a thousand
   * periods. Left out altogether, a lasting change of rhythm would never be learned.
   */
  private long remembered(int index, long now) {
    Phi peer = levels[index];
    long end = peers.isSuspected(index) ? peer.deadlineNanos(deviations) : now;
    return Math.min(now, end) - peer.lastNanos();
  }
}
