package coterie.sim.check;

import coterie.core.Message;
import coterie.core.MutexRecipe;
import coterie.core.MutexRecipe.Promise;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Settings;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Listener;
import coterie.sim.Simulation;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run of a mutual exclusion, from notes and faults: who was inside when, whether two were
 * so at one true instant, and whether tokens grow. A process is inside from the moment it notes so
 * until it notes that it is so no more, or crashes; a process that stands still stays inside.
 */
public final class Entries implements Listener.OfSends {
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

  /** A request while it may go on. */
  private static final class Claim {
    private final String lock;
    private final int who;
    private final long askedAtNanos;
    private @Nullable Long enteredAtNanos;
    private @Nullable Long endedAtNanos;
    private @Nullable Long token;
    private End end = End.WAITING;
    private long messages;

    Claim(String lock, int who, long askedAtNanos) {
      this.lock = lock;
      this.who = who;
      this.askedAtNanos = askedAtNanos;
    }
  }

  /** One lock. */
  private static final class Door {
    private final Reigns inside;
    private long token;
    private @Nullable Claim last;

    Door(int size) {
      this.inside = new Reigns(size);
    }
  }

  private final Simulation simulation;
  private final View members;
  private final MutexRecipe recipe;
  private final Promise promise;
  private final Class<? extends Message> family;
  private final Map<String, Door> doors = new TreeMap<>();
  private final List<Map<String, Claim>> open = new ArrayList<>();
  private final @Nullable Claim[] latest;
  private final List<Claim> claims = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<NodeId, Long> pausedAt = new HashMap<>();
  private long unclaimed;
  private long messages;
  private long mistakes;
  private boolean isOutOfBounds;

  /** Listens from now on; to be called before the run. */
  public Entries(Simulation simulation, MutexRecipe recipe, Settings settings) {
    this.simulation = simulation;
    this.members = simulation.members();
    this.recipe = recipe;
    this.promise = recipe.promise(settings);
    this.family = recipe.family();
    this.latest = new Claim[members.size()];
    for (int i = 0; i < members.size(); i++) {
      open.add(new TreeMap<>());
    }
    simulation.listen(this);
  }

  public MutexRecipe recipe() {
    return recipe;
  }

  // ---- what a run came to

  /** All requests, in the order in which they were made. */
  public List<Entry> entries() {
    return claims.stream().map(this::entry).toList();
  }

  private Entry entry(Claim claim) {
    return new Entry(
        claim.lock,
        members.at(claim.who),
        claim.askedAtNanos,
        claim.enteredAtNanos,
        claim.endedAtNanos,
        claim.token,
        claim.end,
        claim.messages);
  }

  /** How many messages of the mutual exclusion's own family were sent. */
  public long messages() {
    return messages;
  }

  public Overlaps overlaps() {
    long now = simulation.now();
    long count = 0;
    long total = 0;
    long longest = 0;
    for (Door door : doors.values()) {
      Elections.TwoLeaders two = door.inside.twoLeaders(now);
      count += two.stretches();
      total += two.totalNanos();
      longest = Math.max(longest, two.longestNanos());
    }
    return new Overlaps(count, total, longest);
  }

  /** How often the detector suspected a process that was up. */
  public long mistakes() {
    return mistakes;
  }

  /** Whether the run has left the conditions under which the promise holds. */
  public boolean isExcused() {
    return switch (promise) {
      case Promise.Always always -> false;
      case Promise.UnlessMistaken unless -> mistakes > 0;
      case Promise.WithinBounds within -> isOutOfBounds || standsStill(within.pauseNanos());
    };
  }

  private boolean standsStill(long longerThanNanos) {
    long now = simulation.now();
    return pausedAt.values().stream().anyMatch(since -> now - since > longerThanNanos);
  }

  /** What went against the promises, each as a sentence. */
  public List<String> violations() {
    return List.copyOf(violations);
  }

  // ---- what a run tells

  @Override
  public void noted(long at, NodeId node, Note note) {
    int who = members.indexOf(node);
    switch (note) {
      case Note.Wanted wanted -> wanted(at, who, wanted.lock());
      case Note.Entered entered -> entered(at, who, entered);
      case Note.Exited exited -> ended(at, who, exited.lock(), End.RELEASED);
      case Note.LostLock lost -> ended(at, who, lost.lock(), End.LOST);
      case Note.GaveUp gaveUp -> ended(at, who, gaveUp.lock(), End.GAVE_UP);
      case Note.Suspected suspected -> suspected(suspected.who(), false);
      case Note.Failed failed -> suspected(failed.who(), true);
      default -> {}
    }
  }

  @Override
  public void faulted(long at, Fault fault) {
    switch (fault) {
      case Fault.Crash crash -> crashed(at, members.indexOf(crash.node()));
      case Fault.Pause pause -> pausedAt.put(pause.node(), at);
      case Fault.Resume resume -> resumed(at, resume.node());
      case Fault.Slow slow -> stoodStill(slow.byNanos());
      case Fault.ClockDrift drift -> drifted(drift.partsPerMillion());
      default -> {}
    }
  }

  @Override
  public void sent(long at, NodeId from, NodeId to, Message message) {
    if (!family.isInstance(message)) {
      return;
    }
    messages++;
    NodeId claimant = recipe.claimant(from, to, message);
    Claim claim = claimant == null ? null : latest[members.indexOf(claimant)];
    if (claim == null) {
      unclaimed++;
    } else {
      claim.messages++;
    }
  }

  private void wanted(long at, int who, String lock) {
    Claim claim = new Claim(lock, who, at);
    claims.add(claim);
    latest[who] = claim;
    open.get(who).put(lock, claim);
  }

  private void entered(long at, int who, Note.Entered note) {
    Claim claim = open.get(who).get(note.lock());
    if (claim == null) {
      violations.add(
          "%s entered at %s and had not asked".formatted(members.at(who), TimeText.format(at)));
      return;
    }
    claim.enteredAtNanos = at;
    claim.token = note.token();
    claim.end = End.INSIDE;
    claim.messages += unclaimed;
    unclaimed = 0;
    Door door = doors.computeIfAbsent(note.lock(), name -> new Door(members.size()));
    door.inside.passTo(at);
    if (!isExcused()) {
      check(at, claim, door, note.token());
    }
    door.inside.begin(who, at, Long.MAX_VALUE);
    door.token = Math.max(door.token, note.token());
    door.last = claim;
  }

  private void check(long at, Claim claim, Door door, long token) {
    for (int i = 0; i < door.inside.count(); i++) {
      violations.add(
          "%s entered %s at %s while %s was inside; one is inside at a time"
              .formatted(
                  members.at(claim.who),
                  claim.lock,
                  TimeText.format(at),
                  members.at(door.inside.at(i))));
    }
    Claim last = door.last;
    if (last != null && token <= door.token) {
      violations.add(
          "%s entered %s at %s with token %d after a token %d; tokens grow with every entry"
              .formatted(
                  members.at(claim.who), claim.lock, TimeText.format(at), token, door.token));
    }
  }

  private void ended(long at, int who, String lock, End how) {
    Claim claim = open.get(who).remove(lock);
    if (claim == null) {
      return;
    }
    claim.endedAtNanos = at;
    claim.end = how;
    Door door = doors.get(lock);
    if (door != null) {
      door.inside.end(who, at);
    }
  }

  private void crashed(long at, int who) {
    List.copyOf(open.get(who).keySet()).forEach(lock -> ended(at, who, lock, End.CRASHED));
    pausedAt.remove(members.at(who));
  }

  private void suspected(NodeId suspect, boolean isFailed) {
    if (promise instanceof Promise.UnlessMistaken(boolean confirms)
        && confirms == isFailed
        && simulation.isUp(suspect)) {
      mistakes++;
    }
  }

  private void resumed(long at, NodeId node) {
    Long since = pausedAt.remove(node);
    stoodStill(since == null ? 0 : at - since);
  }

  private void stoodStill(long nanos) {
    if (promise instanceof Promise.WithinBounds within && nanos > within.pauseNanos()) {
      isOutOfBounds = true;
    }
  }

  private void drifted(long partsPerMillion) {
    if (promise instanceof Promise.WithinBounds within
        && Math.abs(partsPerMillion) > within.driftPartsPerMillion()) {
      isOutOfBounds = true;
    }
  }
}
