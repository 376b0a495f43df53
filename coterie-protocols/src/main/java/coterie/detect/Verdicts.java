package coterie.detect;

import coterie.core.Context;
import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells what a detector has concluded: first a note, then the listeners in the order in which they
 * came. The detector itself takes care that suspicion and trust take turns.
 */
public final class Verdicts {
  private final Context<?> context;
  private List<Detector.Listener> listeners = List.of();

  public Verdicts(Context<?> context) {
    this.context = context;
  }

  /** The list is copied, so that a listener may add another one while it is being told. */
  public void listen(Detector.Listener listener) {
    List<Detector.Listener> more = new ArrayList<>(listeners);
    more.add(listener);
    listeners = List.copyOf(more);
  }

  void suspected(NodeId who) {
    context.note(new Note.Suspected(who));
    listeners.forEach(listener -> listener.suspected(who));
  }

  void trusted(NodeId who) {
    context.note(new Note.Trusted(who));
    listeners.forEach(listener -> listener.trusted(who));
  }

  /** Nothing is known of a member any more; listeners hear it if it was suspected. */
  public void forgotten(NodeId who, boolean wasSuspected) {
    context.note(new Note.Unknown(who));
    if (wasSuspected) {
      listeners.forEach(listener -> listener.forgotten(who));
    }
  }

  /** A count of events has changed; that is news only where it says something else than before. */
  public void counted(NodeId who, int before, int after) {
    if (EventCounter.isFaulty(before) == EventCounter.isFaulty(after)) {
      return;
    }
    if (EventCounter.isFaulty(after)) {
      suspected(who);
    } else {
      trusted(who);
    }
  }
}
