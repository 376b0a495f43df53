package coterie.sim.check.store;

import coterie.core.Dot;
import coterie.core.Lineage;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.Storage;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.StoreRecipe;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.NoteCounts;
import coterie.sim.check.Quiescence;
import coterie.sim.check.Section;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges the copies of replicated data. At any time, copies that have seen the same writes show the
 * same and remember the same history, none has a flaw, and a process has all writes that it
 * acknowledged, whatever crashed in between. If the run ends quietly, every copy has seen every
 * write that was acknowledged.
 */
public final class Copies implements Judge, StageWitness {
  @Override
  public int wants() {
    return NOTES | EVENTS;
  }

  /** One copy. */
  public record Copy(NodeId node, Record seen, Record contents) {}

  private record Written(String what, Dot dot) {}

  private record Acknowledged(long atNanos, String what, Dot dot, NodeId by) {}

  private final Stage stage;
  private final View members;
  private final Quiescence quiet;
  private final long settleNanos;
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  private final Set<Written> dots = new HashSet<>();
  private final Set<String> violations = new LinkedHashSet<>();
  private final NoteCounts notes = new NoteCounts();
  private List<Moment> conflict = List.of();
  private int nextLook = 1;

  /** Makes the judge of replicated data. */
  public static Optional<Copies> of(Run run) {
    return run.recipe(StoreRecipe.class)
        .map(store -> store.settleNanos(run.settings(), run.stage().members().size()))
        .map(settleNanos -> new Copies(run.stage(), settleNanos));
  }

  /**
   * Listens from now on; to be called before the run.
   *
   * @param settleNanos as {@link coterie.recipe.StoreRecipe#settleNanos}
   */
  public Copies(Stage stage, long settleNanos) {
    this.stage = stage;
    this.members = stage.members();
    this.settleNanos = settleNanos;
    this.quiet = new Quiescence(stage);
    stage.watch(this);
  }

  @Override
  public Section section(Extent extent) {
    return new CopySection(this, stage);
  }

  /** The copies of those who are up. */
  public List<Copy> copies() {
    List<Copy> copies = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Replicated copy = copy(members.at(i));
      if (copy != null) {
        copies.add(new Copy(members.at(i), copy.seen(), copy.contents()));
      }
    }
    return copies;
  }

  /** What the copies of those who are up remember. */
  public List<List<Lineage>> lineages() {
    return copies().stream().map(this::lineages).toList();
  }

  /** Returns how often each kind of note was made, by its name. */
  public SortedMap<String, Long> notes() {
    return notes.counts();
  }

  /** How many writes were acknowledged. */
  public int acknowledgedCount() {
    return acknowledged.size();
  }

  /** How many acknowledged writes have not reached the copy of that process, which is up. */
  public int missingAt(NodeId node) {
    Replicated copy = copy(node);
    return copy == null
        ? 0
        : (int) acknowledged.stream().filter(one -> !copy.hasSeen(one.what, one.dot)).count();
  }

  /** What went wrong until now, each as a sentence. */
  @Override
  public List<String> violations() {
    look();
    members().forEach(this::checkOwn);
    if (isSettled()) {
      members().forEach(this::checkAll);
    }
    return List.copyOf(violations);
  }

  @Override
  public List<Moment> conflict() {
    return conflict;
  }

  /** Whether nothing was written, and nothing was broken, for long enough that all should agree. */
  public boolean isSettled() {
    return quiet.sinceNanos() != Quiescence.NEVER
        && stage.now() - quiet.sinceNanos() >= settleNanos;
  }

  /** How long after the last write and the last fault all copies should agree. */
  public long settleNanos() {
    return settleNanos;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    notes.add(note);
    if (!(note instanceof Note.Wrote(String what, Dot dot))) {
      return;
    }
    quiet.disturbed(at);
    if (!dots.add(new Written(what, dot))) {
      accuse(
          moments(earlier(what, dot), now(node)),
          "%s acknowledged two writes as %s to %s".formatted(node, dot, what));
    }
    acknowledged.add(new Acknowledged(at, what, dot, node));
    if (acknowledged.size() >= nextLook) {
      // Looking takes time in proportion to the data, so it is done ever more rarely.
      nextLook += 1 + nextLook / 8;
      look();
    }
  }

  /** While something is still arriving, nobody can be said to lack it. */
  @Override
  public void durable(long at, NodeId node, int channel, String name, Record value) {
    if (value instanceof Storage.Batch batch && !batch.added().isEmpty()) {
      quiet.disturbed(at);
    }
  }

  @Override
  public void restarted(long at, NodeId node) {
    checkOwn(node);
  }

  /** Compares all copies as they are now. */
  public void look() {
    List<Copy> copies = copies();
    for (int i = 0; i < copies.size(); i++) {
      Copy one = copies.get(i);
      Replicated copy = copy(one.node);
      String flaw = copy == null ? null : copy.flaw();
      if (flaw != null) {
        accuse(List.of(now(one.node)), "the copy of %s is wrong: %s".formatted(one.node, flaw));
      }
      for (Copy other : copies.subList(i + 1, copies.size())) {
        if (one.seen.equals(other.seen) && !one.contents.equals(other.contents)) {
          accuse(
              List.of(now(one.node), now(other.node)),
              "%s and %s have seen the same writes and do not show the same"
                  .formatted(one.node, other.node));
        }
        if (one.seen.equals(other.seen) && !lineages(one).equals(lineages(other))) {
          accuse(
              List.of(now(one.node), now(other.node)),
              "%s and %s have seen the same writes and do not remember the same history"
                  .formatted(one.node, other.node));
        }
      }
    }
  }

  private List<Lineage> lineages(Copy of) {
    Replicated copy = copy(of.node);
    return copy == null ? List.of() : copy.lineages();
  }

  private List<NodeId> members() {
    List<NodeId> all = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      all.add(members.at(i));
    }
    return all;
  }

  private void checkOwn(NodeId node) {
    Replicated copy = copy(node);
    if (copy == null) {
      return; // It is down.
    }
    for (Acknowledged one : acknowledged) {
      if (one.by.equals(node) && !copy.hasSeen(one.what, one.dot)) {
        accuse(
            List.of(new Moment(one.atNanos, one.by), now(node)),
            "%s has lost its write %s to %s".formatted(node, one.dot, one.what));
      }
    }
  }

  private void checkAll(NodeId node) {
    int missing = missingAt(node);
    if (missing > 0) {
      accuse(
          moments(lacking(node), now(node)),
          "%s lacks %d of %d writes, though all has been quiet for %s"
              .formatted(
                  node,
                  missing,
                  acknowledged.size(),
                  TimeText.format(stage.now() - quiet.sinceNanos())));
    }
  }

  private void accuse(List<Moment> moments, String sentence) {
    conflict = violations.isEmpty() ? moments : conflict;
    violations.add(sentence);
  }

  private Moment now(NodeId node) {
    return new Moment(stage.now(), node);
  }

  private static List<Moment> moments(Optional<Acknowledged> write, Moment then) {
    return write.map(one -> List.of(new Moment(one.atNanos, one.by), then)).orElse(List.of(then));
  }

  private Optional<Acknowledged> earlier(String what, Dot dot) {
    return acknowledged.stream()
        .filter(one -> one.what.equals(what) && one.dot.equals(dot))
        .findFirst();
  }

  private Optional<Acknowledged> lacking(NodeId node) {
    Replicated copy = copy(node);
    return copy == null
        ? Optional.empty()
        : acknowledged.stream().filter(one -> !copy.hasSeen(one.what, one.dot)).findFirst();
  }

  private @Nullable Replicated copy(NodeId node) {
    for (Protocol<?> protocol : stage.protocols(node)) {
      if (protocol instanceof Replicated copy) {
        return copy;
      }
    }
    return null;
  }
}
