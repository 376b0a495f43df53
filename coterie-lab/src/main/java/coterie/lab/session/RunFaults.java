package coterie.lab.session;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Target;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was done to the network, and from when to when links were cut. */
final class RunFaults {
  private RunFaults() {}

  /** Returns every fault: its event, time and text, and whom it parts. */
  static List<Object> of(EventLog log, long nowNanos) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      if (log.get(i) instanceof TraceEvent.Faulted(long at, Fault fault)) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.put("event", i);
        entry.put("at", at);
        entry.put("text", fault.text());
        entry.put("word", fault.text().split(" ", 2)[0]);
        parts(fault, log.members(), entry);
        all.add(entry);
      }
    }
    return all;
  }

  private static void parts(Fault fault, View members, Map<String, @Nullable Object> entry) {
    switch (fault) {
      case Fault.Cut cut -> link(cut.from(), cut.to(), cut.bothWays(), members, entry);
      case Fault.Heal heal -> link(heal.from(), heal.to(), heal.bothWays(), members, entry);
      case Fault.Partition partition ->
          entry.put(
              "groups", partition.groups().stream().map(group -> places(group, members)).toList());
      case Fault.OfNode of -> entry.put("node", members.indexOf(of.node()));
      case Fault.OfAll all -> {} // It parts nobody in particular.
      case Intervention single -> {} // The message is an event of its own.
    }
  }

  private static void link(
      Target from,
      Target to,
      boolean isBothWays,
      View members,
      Map<String, @Nullable Object> entry) {
    entry.put("from", members.indexOf(from.node()));
    entry.put("to", members.indexOf(to.node()));
    entry.put("bothWays", isBothWays);
  }

  private static List<Integer> places(List<Target> group, View members) {
    List<Integer> places = new ArrayList<>();
    for (Target target : group) {
      NodeId node = target.node();
      places.add(members.indexOf(node));
    }
    return places;
  }
}
