package coterie.sim.check.detect;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import coterie.sim.statistics.Samples;
import java.util.function.Function;

/** A group whose members hold the opinions that a test tells them, and the judge of it. */
final class Opinions {
  record Nothing() implements Message {}

  /** Notes what it is told. */
  private static final class Told implements Protocol<Nothing> {
    private final Context<Nothing> context;

    Told(Context<Nothing> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Nothing message) {}
  }

  final Simulation simulation;
  final SuspicionHistory suspicions;
  private final Verdict verdict;

  Opinions(int size, Verdict verdict) {
    this.verdict = verdict;
    simulation =
        new Simulation(
            View.numbered(0, size),
            node -> node.add("told", Nothing.class, Told::new),
            Setup.standard());
    suspicions = new SuspicionHistory(simulation, verdict);
  }

  Opinions at(double seconds) {
    simulation.runUntil(Math.round(seconds * TimeText.SECOND));
    return this;
  }

  Opinions crash(int node) {
    simulation.inject(new Fault.Crash(id(node)));
    return this;
  }

  Opinions recover(int node) {
    simulation.inject(new Fault.Recover(id(node)));
    return this;
  }

  Opinions suspect(int observer, int who) {
    return note(observer, verdict == Verdict.FAILED ? Note.Failed::new : Note.Suspected::new, who);
  }

  Opinions trust(int observer, int who) {
    return note(observer, verdict == Verdict.FAILED ? Note.Joined::new : Note.Trusted::new, who);
  }

  Opinions leave(int observer, int who) {
    return note(observer, Note.Left::new, who);
  }

  Opinions note(int observer, Function<NodeId, Note> note, int who) {
    simulation.start();
    simulation.protocol(id(observer), Told.class).context.note(note.apply(id(who)));
    return this;
  }

  Quality quality() {
    return suspicions.quality();
  }

  Classes classes(double marginSeconds) {
    return suspicions.classes(Math.round(marginSeconds * TimeText.SECOND));
  }

  static NodeId id(int node) {
    return new NodeId(node);
  }

  static Samples seconds(double... seconds) {
    long[] nanos = new long[seconds.length];
    for (int i = 0; i < seconds.length; i++) {
      nanos[i] = Math.round(seconds[i] * TimeText.SECOND);
    }
    return Samples.of(nanos);
  }
}
