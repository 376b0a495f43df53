package coterie.sim.check.mutex;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.MutexRecipe;
import coterie.recipe.MutexRecipe.Promise;
import coterie.recipe.Settings;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.Judge;
import coterie.sim.check.Moment;
import coterie.sim.check.Section;
import coterie.sim.fault.Fault;
import coterie.sim.statistics.Longs;
import coterie.sim.statistics.Samples;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run of a mutual exclusion, from notes and faults: who was inside when, whether two were
 * so at one true instant, and whether tokens grow. A process is inside from the moment it notes so
 * until it notes that it is so no more, or crashes; a paused process stays inside. The instant
 * itself at which one leaves belongs to the next one.
 */
public final class Entries implements Judge, StageWitness {
  @Override
  public int wants() {
    return NOTES | SENDS;
  }

  /**
   * One entry, or a request that has not led to one.
   *
   * @param enteredAtNanos null, as the token is, if it never entered
   * @param endedAtNanos when it left, lost the lock, gave up or crashed; null if it did not yet
   * @param messages those sent for it
   */
  public record Entry(
      String lock,
      NodeId who,
      long askedAtNanos,
      @Nullable Long enteredAtNanos,
      @Nullable Long endedAtNanos,
      @Nullable Long token,
      End end,
      long messages) {}

  /** How a request or an entry has ended. */
  public enum End {
    WAITING,
    INSIDE,
    RELEASED,
    LOST,
    GAVE_UP,
    CRASHED
  }

  /** How often, and for how long, two or more were inside one lock at one true instant. */
  public record Overlaps(long count, long totalNanos, long longestNanos) {}

  /** A run that breaks its promise does so again and again; nobody reads all of it. */
  private static final int VIOLATIONS_MAX = 100;

  private final Stage stage;
  private final View members;
  private final MutexRecipe recipe;
  private final Promise promise;
  private final Class<? extends Message> family;
  private final Excuse excuse;
  private final long startNanos;
  private final Map<String, LockOccupancy> occupancies = new TreeMap<>();
  private final List<Map<String, LockRequest>> open = new ArrayList<>();
  private final @Nullable LockRequest[] latest;
  private final List<LockRequest> requests = new ArrayList<>();
  private final List<LockRequest> entered = new ArrayList<>();
  private final Longs syncDelays = new Longs();
  private final List<String> violations = new ArrayList<>();
  private List<Moment> conflict = List.of();

  /** Where something has changed in this instant. */
  private final Set<LockOccupancy> unsettled = new LinkedHashSet<>();

  private long instantNanos;
  private long leftOut;
  private long unclaimed;
  private long messages;

  /** Makes the judge of mutual exclusions. */
  public static Optional<Entries> of(Run run) {
    return run.recipe(MutexRecipe.class)
        .map(mutex -> new Entries(run.stage(), mutex, run.settings()));
  }

  /** Listens from now on; to be called before the run. */
  public Entries(Stage stage, MutexRecipe recipe, Settings settings) {
    this.stage = stage;
    this.members = stage.members();
    this.recipe = recipe;
    this.promise = recipe.promise(settings);
    this.family = recipe.family();
    this.excuse = new Excuse(stage, promise);
    this.startNanos = stage.now();
    this.latest = new LockRequest[members.size()];
    for (int i = 0; i < members.size(); i++) {
      open.add(new TreeMap<>());
    }
    stage.watch(this);
  }

  @Override
  public Section section(Extent extent) {
    return new EntrySection(this, members.size(), extent.rowsMax());
  }

  public MutexRecipe recipe() {
    return recipe;
  }

  /** When a run may be held to it that two are never inside. */
  public Promise promise() {
    return promise;
  }

  // ---- what a run came to

  /** All requests, in the order in which they were made. */
  public List<Entry> entries() {
    return requests.stream().map(request -> request.entry(members)).toList();
  }

  /**
   * Returns that many of those that entered, in the order in which they did: there may be millions.
   */
  public List<Entry> entered(int max) {
    return entered.stream().limit(max).map(request -> request.entry(members)).toList();
  }

  /** The names of the locks that somebody has asked for, sorted. */
  public List<String> locks() {
    return List.copyOf(occupancies.keySet());
  }

  public EntryFigures figures() {
    return new EntryCount(requests, members.size(), stage.now())
        .figures(
            messages,
            Samples.of(syncDelays.toArray()),
            stage.now() - startNanos,
            overlaps(),
            excuse.mistakes(),
            isExcused());
  }

  /** How many messages of the mutual exclusion's own family were sent. */
  public long messages() {
    return messages;
  }

  public Overlaps overlaps() {
    passTo(stage.now());
    long count = 0;
    long total = 0;
    long longest = 0;
    for (LockOccupancy occupancy : occupancies.values()) {
      Overlaps one = occupancy.overlaps(stage.now());
      count += one.count();
      total += one.totalNanos();
      longest = Math.max(longest, one.longestNanos());
    }
    return new Overlaps(count, total, longest);
  }

  /** How often the detector suspected a process that was up. */
  public long mistakes() {
    return excuse.mistakes();
  }

  /** Whether the run has left the conditions under which the promise holds. */
  public boolean isExcused() {
    return excuse.holds(stage.now());
  }

  /** What went against the promises, each as a sentence. */
  @Override
  public List<String> violations() {
    passTo(stage.now());
    List<String> all = new ArrayList<>(violations);
    if (leftOut > 0) {
      all.add("%d more violations are left out".formatted(leftOut));
    }
    return all;
  }

  @Override
  public List<Moment> conflict() {
    passTo(stage.now());
    return conflict;
  }

  // ---- what a run tells

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    passTo(at);
    int who = members.indexOf(node);
    switch (note) {
      case Note.Wanted wanted -> wanted(at, who, wanted.lock());
      case Note.Entered entered -> entered(at, who, entered);
      case Note.Exited exited -> ended(at, who, exited.lock(), End.RELEASED);
      case Note.LostLock lost -> ended(at, who, lost.lock(), End.LOST);
      case Note.GaveUp gaveUp -> ended(at, who, gaveUp.lock(), End.GAVE_UP);
      default -> excuse.noted(note);
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    passTo(at);
    if (fault instanceof Fault.Crash crash) {
      int who = members.indexOf(crash.node());
      open.get(who).values().forEach(request -> end(at, request, End.CRASHED));
      open.get(who).clear();
    }
    excuse.faulted(at, fault);
  }

  @Override
  public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
    if (!family.isInstance(message)) {
      return;
    }
    messages++;
    NodeId claimant = recipe.claimant(from, to, message);
    int who = claimant == null ? -1 : members.indexOf(claimant);
    LockRequest request = who < 0 ? null : latest[who];
    if (request == null) {
      unclaimed++;
    } else {
      request.messages++;
    }
  }

  /** What has happened up to now counts by what it has led to when time passes. */
  private void passTo(long at) {
    if (at == instantNanos) {
      return;
    }
    if (!unsettled.isEmpty()) {
      boolean isExcused = excuse.holds(instantNanos);
      for (LockOccupancy occupancy : unsettled) {
        List<LockOccupancy.Meeting> overlaps = occupancy.settle(instantNanos);
        if (!isExcused) {
          overlaps.forEach(this::together);
        }
      }
      unsettled.clear();
    }
    instantNanos = at;
  }

  private void wanted(long at, int who, String lock) {
    if (open.get(who).containsKey(lock)) {
      violate("%s asked for %s again at %s before that had ended", who, lock, at);
      return;
    }
    LockRequest request = new LockRequest(lock, who, at);
    requests.add(request);
    latest[who] = request;
    open.get(who).put(lock, request);
    occupancies.computeIfAbsent(lock, name -> new LockOccupancy(syncDelays)).wanted();
  }

  private void entered(long at, int who, Note.Entered note) {
    LockRequest request = open.get(who).get(note.lock());
    LockOccupancy occupancy = occupancies.get(note.lock());
    if (request == null || occupancy == null || request.end != End.WAITING) {
      violate("%s entered %s at %s and had not asked", who, note.lock(), at);
      return;
    }
    request.enteredAtNanos = at;
    request.token = note.token();
    request.end = End.INSIDE;
    entered.add(request);
    request.messages += unclaimed;
    unclaimed = 0;
    checkToken(request, occupancy);
    occupancy.entered(request);
    unsettled.add(occupancy);
  }

  private void ended(long at, int who, String lock, End how) {
    LockRequest request = open.get(who).get(lock);
    boolean isInside = request != null && request.end == End.INSIDE;
    if (request == null || isInside == (how == End.GAVE_UP)) {
      violate(
          how == End.GAVE_UP
              ? "%s gave %s up at %s and did not wait"
              : "%s left %s at %s and was not inside",
          who,
          lock,
          at);
      return;
    }
    open.get(who).remove(lock);
    end(at, request, how);
  }

  private void end(long at, LockRequest request, End how) {
    request.endedAtNanos = at;
    request.end = how;
    LockOccupancy occupancy = occupancies.get(request.lock);
    if (occupancy != null) {
      occupancy.ended(request);
      unsettled.add(occupancy);
    }
  }

  // ---- what must not be

  private void together(LockOccupancy.Meeting meeting) {
    LockRequest inside = meeting.inside();
    violate(
        List.of(entry(inside), entry(meeting.entering())),
        "%s entered %s at %s while %s was inside since %s; one is inside at a time"
            .formatted(
                members.at(meeting.entering().who),
                inside.lock,
                TimeText.format(meeting.entering().enteredAtNanos),
                members.at(inside.who),
                TimeText.format(inside.enteredAtNanos)));
  }

  private void checkToken(LockRequest request, LockOccupancy occupancy) {
    LockRequest greatest = occupancy.greatest();
    if (greatest == null || request.token > greatest.token) {
      return;
    }
    boolean isExcused = excuse.holds(request.enteredAtNanos);
    if (!isExcused || (promise instanceof Promise.WithinBounds && isTaken(request))) {
      violate(
          List.of(entry(greatest), entry(request)),
          "%s entered %s at %s with token %d after %s with token %d; tokens grow with every entry"
              .formatted(
                  members.at(request.who),
                  request.lock,
                  TimeText.format(request.enteredAtNanos),
                  request.token,
                  members.at(greatest.who),
                  greatest.token));
    }
  }

  /**
   * A lock with leases still orders its holders when a clock is out of bounds: one may then enter
   * late, and a resource refuses its token; but no two have the same.
   */
  private boolean isTaken(LockRequest request) {
    return requests.stream()
        .anyMatch(
            other ->
                other != request
                    && other.hasEntered()
                    && other.token == request.token
                    && other.lock.equals(request.lock));
  }

  private void violate(String sentence, int who, String lock, long at) {
    violate(
        List.of(new Moment(at, members.at(who))),
        sentence.formatted(members.at(who), lock, TimeText.format(at)));
  }

  private Moment entry(LockRequest request) {
    return new Moment(request.enteredAtNanos, members.at(request.who));
  }

  private void violate(List<Moment> moments, String sentence) {
    conflict = violations.isEmpty() ? moments : conflict;
    if (violations.size() < VIOLATIONS_MAX) {
      violations.add(sentence);
    } else {
      leftOut++;
    }
  }
}
