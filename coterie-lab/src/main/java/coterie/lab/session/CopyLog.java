package coterie.lab.session;

import coterie.core.Lineage;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.View;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.trace.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What every copy of replicated data showed and remembered, from event to event. */
final class CopyLog implements StageWitness {
  /** More would fill a page's memory: what comes later is not kept. */
  private static final int SHOWN_MAX = 5000;

  /** What a copy showed. */
  private record Shown(Record seen, Record contents, List<Lineage> lineages) {}

  private final View members;
  private final IntSupplier event;

  /** Of each process; null from where it is down. */
  private final List<List<@Nullable Shown>> shown = new ArrayList<>();

  /** From which event on, in step with what was shown. */
  private final List<List<Integer>> since = new ArrayList<>();

  private boolean isShown;
  private int size;

  /**
   * Listens from now on; to be called before the run.
   *
   * @param event the number of the event that is going on
   */
  CopyLog(Stage stage, IntSupplier event) {
    this.members = stage.members();
    this.event = event;
    for (int i = 0; i < members.size(); i++) {
      shown.add(new ArrayList<>());
      since.add(new ArrayList<>());
    }
    stage.watch(this);
  }

  @Override
  public int wants() {
    return EVENTS;
  }

  @Override
  public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
    if (!(protocol instanceof Replicated copy)) {
      return;
    }
    int place = members.indexOf(node);
    Record seen = copy.seen();
    Shown last = shown.get(place).isEmpty() ? null : shown.get(place).getLast();
    if (last == null || !last.seen.equals(seen)) {
      isShown = true;
      add(place, new Shown(seen, copy.contents(), copy.lineages()));
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    if (fault instanceof Fault.Crash crash) {
      add(members.indexOf(crash.node()), null);
    }
  }

  private void add(int place, @Nullable Shown one) {
    if (!isFull()) {
      shown.get(place).add(one);
      since.get(place).add(Math.max(0, event.getAsInt()));
      size++;
    }
  }

  /** Whether later events have no place any more. */
  boolean isFull() {
    return size >= SHOWN_MAX;
  }

  /** Returns what each copy shows at an event; an empty list if the protocol keeps no copies. */
  List<Object> at(int event) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; isShown && i < members.size(); i++) {
      int last = -1;
      while (last + 1 < since.get(i).size() && since.get(i).get(last + 1) <= event) {
        last++;
      }
      Shown one = last < 0 ? null : shown.get(i).get(last);
      Map<String, @Nullable Object> entry = new LinkedHashMap<>();
      entry.put("node", i);
      entry.put("since", last < 0 ? -1 : since.get(i).get(last));
      entry.put("contents", one == null ? null : Json.fields(one.contents));
      entry.put("lineages", one == null ? List.of() : lineages(one.lineages));
      all.add(entry);
    }
    return all;
  }

  private List<Object> lineages(List<Lineage> lineages) {
    List<Object> all = new ArrayList<>();
    for (Lineage lineage : lineages) {
      List<Object> versions = new ArrayList<>();
      for (Lineage.Link link : lineage.versions()) {
        Map<String, Object> version = new LinkedHashMap<>();
        version.put("dot", link.dot().toString());
        version.put("author", members.indexOf(link.dot().node()));
        version.put("version", link.version());
        version.put("base", link.base().stream().map(Object::toString).toList());
        version.put("isFirst", link.isFirst());
        version.put("when", link.when());
        version.put("isCurrent", link.isCurrent());
        versions.add(version);
      }
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("name", lineage.name());
      entry.put("versions", versions);
      all.add(entry);
    }
    return all;
  }
}
