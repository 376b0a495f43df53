package coterie.mutex.tokenring;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.detect.ChosenDetector;
import coterie.detect.Detector;
import coterie.mutex.Worker;
import coterie.recipe.Settings;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Latency;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A simulated token ring, numbered from 1, its judge, and what it has noted. */
final class RingGroup extends SimulatedGroup<TokenRing> {
  /** Every message takes 10 ms. */
  static final Setup STEADY = Setup.standard().withLatency(Latency.parse("10ms"));

  /** Nobody asks for the lock but the test. */
  static final Map<String, String> SCRIPTED = Map.of("clients", "0");

  /** A detector that notices a crash after 400 ms. */
  static final Map<String, String> WATCHED =
      Map.of(
          "clients",
          "0",
          "detector",
          "heartbeat",
          "period",
          "100ms",
          "silence",
          "400ms",
          "retry",
          "100ms",
          "doubt",
          "300ms");

  /** Makes a process of the ring, or of a broken one. */
  interface Maker {
    TokenRing make(
        Context<TokenRing.Msg> context,
        View members,
        @Nullable Detector detector,
        TokenRing.Config config);
  }

  final Entries entries;
  final List<String> notes = new ArrayList<>();

  RingGroup(int size, Map<String, String> values, Setup setup) {
    this(size, values, setup, TokenRing::new);
  }

  RingGroup(int size, Map<String, String> values, Setup setup, Maker maker) {
    super(
        TokenRing.class,
        View.numbered(1, size),
        blueprint(View.numbered(1, size), settings(values), maker),
        setup);
    entries = new Entries(simulation, TokenRingRecipe.RECIPE, settings(values));
  }

  private static Settings settings(Map<String, String> values) {
    return new Settings(TokenRingRecipe.RECIPE.settings(), new TreeMap<>(values));
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    notes.add(TimeText.format(at) + " " + node + " " + note);
  }

  private static Blueprint blueprint(View members, Settings settings, Maker maker) {
    TokenRing.Config config =
        new TokenRing.Config(settings.nanos("retry"), settings.nanos("doubt"));
    ChosenDetector watch = ChosenDetector.of(members, settings);
    Worker.Config work = Worker.Config.of(settings);
    return node -> {
      Detector detector = watch.add(node);
      TokenRing ring =
          node.add("ring", TokenRing.Msg.class, c -> maker.make(c, members, detector, config));
      Worker.add(node, members, List.of(ring), work);
    };
  }

  void acquire(long number) {
    call(number, TokenRing::acquire);
  }

  void release(long number) {
    call(number, TokenRing::release);
  }

  /** Whether anybody has entered with a token that was made anew. */
  boolean isRegenerated() {
    return entries.entries().stream()
        .anyMatch(entry -> entry.token() != null && entry.token() > TokenRing.COUNT_MAX);
  }

  /** How many have entered so far. */
  long entered() {
    return entries.entries().stream().filter(entry -> entry.token() != null).count();
  }
}
