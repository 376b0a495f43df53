package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.trace.TraceEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * Which events changed nothing: an arrival or an alarm whose handler noted nothing, saved nothing
 * and left all states as they were, and a message that was sent by such a handler and arrived in
 * such a one.
 */
final class RoutineEvents {
  private RoutineEvents() {}

  static boolean[] of(EventLog log) {
    boolean[] isRoutine = new boolean[log.size()];
    int[] handler = new int[log.size()];
    Map<NodeId, Integer> open = new HashMap<>();
    for (int i = 0; i < isRoutine.length; i++) {
      TraceEvent event = log.get(i);
      handler[i] = EventLog.NONE;
      switch (event) {
        case TraceEvent.Received received -> {
          isRoutine[i] = true;
          open.put(received.node(), i);
        }
        case TraceEvent.Expired expired -> {
          isRoutine[i] = true;
          open.put(expired.node(), i);
        }
        case TraceEvent.Called called -> open.remove(called.node());
        case TraceEvent.Unreachable unreachable -> open.remove(unreachable.node());
        case TraceEvent.Sent sent -> {
          handler[i] = open.getOrDefault(sent.node(), EventLog.NONE);
          isRoutine[i] = handler[i] >= 0 && log.get(handler[i]).atNanos() == event.atNanos();
        }
        case TraceEvent.OfNode of -> {
          Integer opened = open.get(of.node());
          boolean isChange =
              !(event instanceof TraceEvent.Noted noted && noted.note() instanceof Note.Detail);
          if (opened != null && isChange && log.get(opened).atNanos() == event.atNanos()) {
            isRoutine[opened] = false;
          }
        }
        default -> {}
      }
    }
    for (int i = 0; i < isRoutine.length; i++) {
      if (log.get(i) instanceof TraceEvent.Sent) {
        int end = log.pair(i);
        boolean isPlainEnd =
            end >= 0 && log.get(end) instanceof TraceEvent.Received && isRoutine[end];
        isRoutine[i] = isRoutine[i] && isPlainEnd && isRoutine[handler[i]];
      }
    }
    return isRoutine;
  }
}
