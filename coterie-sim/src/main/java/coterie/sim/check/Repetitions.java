package coterie.sim.check;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges that a process makes a {@link Note.Once} at most once in a life. */
public final class Repetitions implements Judge, StageWitness {
  /** A run that breaks its promise does so again and again; nobody reads all of it. */
  private static final int VIOLATIONS_MAX = 100;

  private final Map<NodeId, Set<Note>> made = new HashMap<>();
  private final List<String> violations = new ArrayList<>();

  /** Makes the judge of what happens once. */
  public static Repetitions of(Run run) {
    return new Repetitions(run.stage());
  }

  /** Listens from now on; to be called before the run. */
  public Repetitions(Stage stage) {
    stage.watch(this);
  }

  @Override
  public int wants() {
    return NOTES;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    if (note instanceof Note.Once
        && !made.computeIfAbsent(node, key -> new HashSet<>()).add(note)
        && violations.size() < VIOLATIONS_MAX) {
      violations.add(
          "%s notes %s a second time at %s; once is allowed"
              .formatted(node, note, TimeText.format(at)));
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    if (fault instanceof Fault.Crash crash) {
      made.remove(crash.node());
    }
  }

  /** Returns what was noted again, each as a sentence. */
  @Override
  public List<String> violations() {
    return List.copyOf(violations);
  }

  /** Returns nothing: it only objects. */
  @Override
  public Section section(Extent extent) {
    return Section.NOTHING;
  }
}
