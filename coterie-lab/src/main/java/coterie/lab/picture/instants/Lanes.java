package coterie.lab.picture.instants;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The members that get a lane: all, or, of very many, those that fail and the first ones. */
public final class Lanes {
  static final int MAX = 48;

  private final View members;
  private final int[] shown;

  private Lanes(View members, int[] shown) {
    this.members = members;
    this.shown = shown;
  }

  public static Lanes of(View members, List<TraceEvent> events) {
    BitSet chosen = new BitSet();
    for (TraceEvent event : events) {
      if (event instanceof TraceEvent.Faulted(long at, Fault fault)) {
        int index =
            switch (fault) {
              case Fault.Crash crash -> members.indexOf(crash.node());
              case Fault.Recover recover -> members.indexOf(recover.node());
              case Fault.Pause pause -> -1;
              case Fault.Resume resume -> -1;
              case Fault.OfNetwork network -> -1;
              case Fault.OfClock clock -> -1;
            };
        if (index >= 0 && chosen.cardinality() < MAX) {
          chosen.set(index);
        }
      }
    }
    for (int i = 0; i < members.size() && chosen.cardinality() < MAX; i++) {
      chosen.set(i);
    }
    return new Lanes(members, chosen.stream().toArray());
  }

  /** Whether all that take part in an event have a lane. */
  public boolean show(TraceEvent event) {
    return switch (event) {
      case TraceEvent.OfMessage of -> show(of.from(), of.to());
      case TraceEvent.Unreachable unreachable -> show(unreachable.node(), unreachable.to());
      case TraceEvent.OfNode of -> lane(of.node()) >= 0;
      case TraceEvent.OfRun of -> true;
    };
  }

  private boolean show(NodeId from, NodeId to) {
    return lane(from) >= 0 && lane(to) >= 0;
  }

  public int size() {
    return shown.length;
  }

  public int leftOut() {
    return members.size() - shown.length;
  }

  public View members() {
    return members;
  }

  public NodeId node(int lane) {
    return members.at(shown[lane]);
  }

  /** The position among all members. */
  int index(int lane) {
    return shown[lane];
  }

  /** The lane of a member, or a negative number for one that has none. */
  public int lane(NodeId node) {
    int index = members.indexOf(node);
    return index < 0 ? -1 : Arrays.binarySearch(shown, index);
  }
}
