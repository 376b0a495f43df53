package highwater;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.sim.explore.Monitor;
import coterie.sim.explore.Observation;
import coterie.sim.explore.Observation.Noted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The property: a read returns at least what was read or raised before it began. */
public final class ReadsNeverGoBack implements Monitor<ReadsNeverGoBack.State> {
  /**
   * What a later violation depends on.
   *
   * @param known the highest mark that a read or a raise has ended with
   * @param floors what was known when each process began to read; 0 if it does not
   * @param wrong empty if nothing is
   */
  public record State(long known, List<Long> floors, String wrong) {}

  private final View members;

  public ReadsNeverGoBack(View members) {
    this.members = members;
  }

  @Override
  public String judge() {
    return "reads-never-go-back";
  }

  @Override
  public State initial() {
    return new State(0, Collections.nCopies(members.size(), 0L), "");
  }

  @Override
  public boolean minds(Observation seen) {
    return seen instanceof Noted;
  }

  @Override
  public State next(State state, Observation seen) {
    return seen instanceof Noted noted ? next(state, noted.node(), noted.note()) : state;
  }

  private State next(State state, NodeId node, Note note) {
    List<Long> floors = new ArrayList<>(state.floors());
    int index = members.indexOf(node);
    return switch (note) {
      case HighWater.Reading reading -> {
        floors.set(index, state.known());
        yield new State(state.known(), List.copyOf(floors), "");
      }
      case HighWater.Read read -> {
        long floor = floors.set(index, 0L);
        String wrong =
            read.mark() >= floor
                ? ""
                : "%s read %d, though %d was known before it began"
                    .formatted(node, read.mark(), floor);
        yield new State(Math.max(state.known(), read.mark()), List.copyOf(floors), wrong);
      }
      case HighWater.Raised raised ->
          new State(Math.max(state.known(), raised.mark()), state.floors(), "");
      default -> state;
    };
  }

  @Override
  public String violation(State state) {
    return state.wrong().isEmpty() ? null : state.wrong();
  }
}
