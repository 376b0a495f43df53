package coterie.lab.picture;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Json;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From when to when each process of an election was in which state, from what processes know. */
public final class Phases {
  /** One process in one state for a while; the end is not included. */
  public record Stay(NodeId node, Enum<?> phase, long fromNanos, long toNanos) {
    /** The state in which nothing goes on, such as IDLE, is the first one. */
    public boolean isRest() {
      return place() == 0;
    }

    /** Which of the states of its protocol it is, in the order in which they are declared. */
    public int place() {
      return List.of(phase.getDeclaringClass().getEnumConstants()).indexOf(phase);
    }

    public boolean isLeader() {
      return phase.name().equals("LEADER");
    }
  }

  private final Map<NodeId, Stay> running = new TreeMap<>();
  private final List<Stay> over = new ArrayList<>();

  private Phases() {}

  /** All stays of a run; those that go on end when it does. */
  public static List<Stay> of(List<TraceEvent> events, long untilNanos) {
    Phases phases = new Phases();
    for (TraceEvent event : events) {
      switch (event) {
        case TraceEvent.Knows(long at, NodeId node, Record state) -> {
          Enum<?> phase = of(state);
          if (phase != null) {
            phases.come(at, node, phase);
          }
        }
        case TraceEvent.Faulted faulted when faulted.fault() instanceof Fault.Crash crash ->
            phases.end(faulted.atNanos(), crash.node());
        default -> {}
      }
    }
    List.copyOf(phases.running.keySet()).forEach(node -> phases.end(untilNanos, node));
    return phases.over;
  }

  /** The word for the state of an election, which tells of a leader as well; null for others. */
  static @Nullable Enum<?> of(Record state) {
    Map<String, @Nullable Object> fields = Json.fields(state);
    return fields.containsKey("leader") && fields.get("phase") instanceof Enum<?> phase
        ? phase
        : null;
  }

  private void come(long at, NodeId node, Enum<?> phase) {
    Stay before = running.get(node);
    if (before == null || before.phase != phase) {
      end(at, node);
      running.put(node, new Stay(node, phase, at, at));
    }
  }

  private void end(long at, NodeId node) {
    Stay stay = running.remove(node);
    if (stay != null) {
      over.add(new Stay(node, stay.phase, stay.fromNanos, at));
    }
  }
}
