package coterie.lab.picture;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.sim.fault.Fault;
import coterie.sim.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From when to when each process waited for a lock and was inside, from the notes of a run. */
public final class Sections {
  /** What a process does about a lock. */
  public enum Stage {
    WAITS,
    INSIDE,
    /** It is inside, and so is another one. */
    TOGETHER
  }

  /** One process and one lock for a while; the end is not included. */
  public record Section(
      NodeId node, String lock, Stage stage, long token, long fromNanos, long toNanos) {
    Section until(long atNanos) {
      return new Section(node, lock, stage, token, fromNanos, atNanos);
    }
  }

  private final Map<NodeId, Map<String, Section>> running = new TreeMap<>();
  private final List<Section> over = new ArrayList<>();

  private Sections() {}

  /** All sections of a run; those that go on end when it does. */
  public static List<Section> of(List<TraceEvent> events, long untilNanos) {
    Sections sections = new Sections();
    for (TraceEvent event : events) {
      switch (event) {
        case TraceEvent.Noted noted -> sections.noted(noted.atNanos(), noted.node(), noted.note());
        case TraceEvent.Faulted faulted when faulted.fault() instanceof Fault.Crash crash ->
            sections.crashed(faulted.atNanos(), crash.node());
        default -> {}
      }
    }
    List.copyOf(sections.running.keySet()).forEach(node -> sections.crashed(untilNanos, node));
    return sections.withOverlaps();
  }

  private void noted(long at, NodeId node, Note note) {
    switch (note) {
      case Note.Wanted(String lock) -> begin(at, node, lock, Stage.WAITS, 0);
      case Note.Entered(String lock, long token) -> begin(at, node, lock, Stage.INSIDE, token);
      case Note.Exited(String lock, long token) -> end(at, of(node).remove(lock));
      case Note.LostLock(String lock, long token) -> end(at, of(node).remove(lock));
      case Note.GaveUp(String lock) -> end(at, of(node).remove(lock));
      default -> {}
    }
  }

  private void begin(long at, NodeId node, String lock, Stage stage, long token) {
    end(at, of(node).put(lock, new Section(node, lock, stage, token, at, at)));
  }

  private void end(long at, @Nullable Section section) {
    if (section != null) {
      over.add(section.until(at));
    }
  }

  private void crashed(long at, NodeId node) {
    of(node).values().forEach(section -> end(at, section));
    of(node).clear();
  }

  private Map<String, Section> of(NodeId node) {
    return running.computeIfAbsent(node, key -> new TreeMap<>());
  }

  /** Adds the times at which two were inside, to be drawn over the others. */
  private List<Section> withOverlaps() {
    List<Section> inside =
        over.stream()
            .filter(section -> section.stage == Stage.INSIDE)
            .sorted(Comparator.comparingLong(Section::fromNanos))
            .toList();
    List<Section> all = new ArrayList<>(over);
    for (int i = 0; i < inside.size(); i++) {
      Section first = inside.get(i);
      for (int j = i + 1; j < inside.size(); j++) {
        Section second = inside.get(j);
        long from = second.fromNanos;
        long to = Math.min(first.toNanos, second.toNanos);
        if (from >= first.toNanos) {
          break;
        }
        if (first.lock.equals(second.lock) && from < to) {
          all.add(new Section(first.node, first.lock, Stage.TOGETHER, first.token, from, to));
          all.add(new Section(second.node, second.lock, Stage.TOGETHER, second.token, from, to));
        }
      }
    }
    return all;
  }
}
