package coterie.lab.picture.instants;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From when to when each process led, in true time: from {@link Note.Leads} until {@link
 * Note.SteppedDown}, a crash, or the end of its time by its own clock.
 */
public final class Reigns implements StageWitness {
  /** One process leads; the end is not included. */
  public record Reign(NodeId node, long term, long fromNanos, long toNanos) {}

  /** A reign that goes on, and when it will end by itself. */
  private record Running(Note.Leads leads, long fromNanos, long endNanos) {}

  private final Stage stage;
  private final View members;
  private final @Nullable Running[] running;
  private final List<Reign> over = new ArrayList<>();

  /** To be made before the run; the stage tells it what happens. */
  public Reigns(Stage stage) {
    this.stage = stage;
    this.members = stage.members();
    this.running = new @Nullable Running[members.size()];
    stage.watch(this);
  }

  /** All reigns, those that go on up to now included. */
  public List<Reign> all() {
    for (int i = 0; i < running.length; i++) {
      end(members.at(i), stage.now());
    }
    return over;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (note instanceof Note.Leads leads) {
      Running before = running[members.indexOf(node)];
      boolean goesOn =
          before != null && before.leads.term() == leads.term() && at <= before.endNanos;
      if (before != null && !goesOn) {
        end(node, at);
      }
      begin(node, leads, before != null && goesOn ? before.fromNanos : at);
    } else if (note instanceof Note.SteppedDown) {
      end(node, at);
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    if (fault instanceof Fault.Crash crash) {
      end(crash.node(), at);
    } else if (fault instanceof Fault.ClockDrift drift) {
      Running before = running[members.indexOf(drift.node())];
      if (before != null && at < before.endNanos) {
        begin(drift.node(), before.leads, before.fromNanos);
      }
    }
  }

  private void begin(NodeId node, Note.Leads leads, long from) {
    long until = leads.untilNanos();
    long end = until == Long.MAX_VALUE ? until : stage.trueNanos(node, until);
    running[members.indexOf(node)] = new Running(leads, from, end);
  }

  private void end(NodeId node, long at) {
    int index = members.indexOf(node);
    Running ended = running[index];
    if (ended != null) {
      long to = Math.min(at, ended.endNanos);
      over.add(new Reign(node, ended.leads.term(), ended.fromNanos, to));
      running[index] = null;
    }
  }
}
