package coterie.sim.check.expect;

import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a group stands at one moment: who is up, leads, is inside, suspects whom. It is told notes
 * and lives, and keeps only what its conditions ask for. Two that were told different things and
 * stand the same are equal, so a search may have one as a part of its state: it copies it, and
 * tells the copy what a step has shown.
 */
public final class Standing {
  /** An opinion of one node on another. */
  private record Opinion(NodeId who, NodeId whom) implements Comparable<Opinion> {
    @Override
    public int compareTo(Opinion other) {
      int order = who.compareTo(other.who);
      return order != 0 ? order : whom.compareTo(other.whom);
    }
  }

  private final View members;
  private final Needs needs;
  private final SortedSet<NodeId> up = new TreeSet<>();
  private final SortedSet<NodeId> paused = new TreeSet<>();

  /** Until when each leads. */
  private final SortedMap<NodeId, Long> reigns = new TreeMap<>();

  private final SortedMap<NodeId, NodeId> leaders = new TreeMap<>();
  private final SortedSet<Opinion> suspicions = new TreeSet<>();

  /**
   * A node that cannot know of another one: it has started, or joined, since the other was there
   * last.
   */
  private final SortedSet<Opinion> unmet = new TreeSet<>();

  /** Those who have left by their own wish. */
  private final SortedSet<NodeId> gone = new TreeSet<>();

  private final SortedSet<Opinion> memberships = new TreeSet<>();
  private final SortedMap<NodeId, SortedSet<String>> inside = new TreeMap<>();
  private final SortedMap<NodeId, SortedSet<String>> waiting = new TreeMap<>();
  private final SortedMap<NodeId, Map<String, String>> shown = new TreeMap<>();
  private final SortedMap<NodeId, Record> copies = new TreeMap<>();
  private final Map<NotePattern, SortedSet<NodeId>> noted = new HashMap<>();

  /** The end of a reign that ends at a time which nobody knows. */
  public static final long LIMITED = 1;

  /** Returns the moment before anything has happened. */
  public Standing(View members, Needs needs) {
    this.members = members;
    this.needs = needs;
  }

  /** Returns one that can be told something else. */
  public Standing copy() {
    Standing copy = new Standing(members, needs);
    copy.up.addAll(up);
    copy.paused.addAll(paused);
    copy.reigns.putAll(reigns);
    copy.leaders.putAll(leaders);
    copy.suspicions.addAll(suspicions);
    copy.unmet.addAll(unmet);
    copy.gone.addAll(gone);
    copy.memberships.addAll(memberships);
    inside.forEach((node, locks) -> copy.inside.put(node, new TreeSet<>(locks)));
    waiting.forEach((node, locks) -> copy.waiting.put(node, new TreeSet<>(locks)));
    copy.shown.putAll(shown); // The maps in it are replaced and never changed.
    copy.copies.putAll(copies);
    noted.forEach((note, nodes) -> copy.noted.put(note, new TreeSet<>(nodes)));
    return copy;
  }

  // ---- what happens

  public void started(NodeId node) {
    up.add(node);
    gone.remove(node);
    if (needs.facts.contains(Needs.Fact.SUSPICIONS)) {
      unmet.removeIf(opinion -> opinion.whom.equals(node));
      meetAnew(node);
    }
  }

  private void meetAnew(NodeId node) {
    for (int i = 0; i < members.size(); i++) {
      if (!up.contains(members.at(i))) {
        unmet.add(new Opinion(node, members.at(i)));
      }
    }
  }

  /** The node has crashed: it leads, holds and thinks nothing any more. */
  public void ended(NodeId node) {
    up.remove(node);
    paused.remove(node);
    reigns.remove(node);
    leaders.remove(node);
    inside.remove(node);
    waiting.remove(node);
    shown.remove(node);
    copies.remove(node);
    suspicions.removeIf(opinion -> opinion.who.equals(node));
    unmet.removeIf(opinion -> opinion.who.equals(node));
    memberships.removeIf(opinion -> opinion.who.equals(node));
  }

  public void paused(NodeId node) {
    paused.add(node);
  }

  public void resumed(NodeId node) {
    paused.remove(node);
  }

  /**
   * A note has come out.
   *
   * @param untilNanos when a reign that it begins is over, by the clock of those who ask; {@link
   *     Long#MAX_VALUE} where only a note ends it, {@link #LIMITED} where no time is known
   */
  public void noted(NodeId node, Note note, long untilNanos) {
    for (NotePattern pattern : needs.notes) {
      if (pattern.fits(note)) {
        noted.computeIfAbsent(pattern, key -> new TreeSet<>()).add(node);
      }
    }
    if (needs.facts.contains(Needs.Fact.LEADERS)) {
      notedLeader(node, note, untilNanos);
    }
    if (needs.facts.contains(Needs.Fact.LOCKS)) {
      notedLock(node, note);
    }
    if (needs.facts.contains(Needs.Fact.SUSPICIONS)) {
      notedSuspicion(node, note);
    }
    if (needs.facts.contains(Needs.Fact.MEMBERS)) {
      notedMember(node, note);
    }
  }

  private void notedLeader(NodeId node, Note note, long untilNanos) {
    switch (note) {
      case Note.Leads leads -> reigns.put(node, untilNanos);
      case Note.SteppedDown down -> reigns.remove(node);
      case Note.Elected elected -> leaders.put(node, elected.leader());
      case Note.LeaderLost lost -> leaders.remove(node);
      default -> {} // About something else.
    }
  }

  private void notedLock(NodeId node, Note note) {
    switch (note) {
      case Note.Wanted wanted -> add(waiting, node, wanted.lock());
      case Note.Entered entered -> {
        remove(waiting, node, entered.lock());
        add(inside, node, entered.lock());
      }
      case Note.Exited exited -> remove(inside, node, exited.lock());
      case Note.LostLock lost -> remove(inside, node, lost.lock());
      case Note.GaveUp gaveUp -> remove(waiting, node, gaveUp.lock());
      default -> {} // About something else.
    }
  }

  private void notedSuspicion(NodeId node, Note note) {
    switch (note) {
      case Note.Suspected suspected -> suspicions.add(new Opinion(node, suspected.who()));
      case Note.Failed failed -> suspicions.add(new Opinion(node, failed.who()));
      case Note.Trusted trusted -> suspicions.remove(new Opinion(node, trusted.who()));
      case Note.Unknown unknown -> suspicions.remove(new Opinion(node, unknown.who()));
      case Note.Joined joined -> {
        suspicions.remove(new Opinion(node, joined.who()));
        if (gone.remove(node)) {
          meetAnew(node);
        }
      }
      case Note.Left left when left.who().equals(node) -> {
        gone.add(node);
        suspicions.removeIf(opinion -> opinion.who.equals(node));
      }
      case Note.Left left -> suspicions.remove(new Opinion(node, left.who()));
      default -> {} // About something else.
    }
  }

  private void notedMember(NodeId node, Note note) {
    switch (note) {
      case Note.Joined joined -> memberships.add(new Opinion(node, joined.who()));
      case Note.Failed failed -> memberships.remove(new Opinion(node, failed.who()));
      case Note.Left left -> memberships.remove(new Opinion(node, left.who()));
      default -> {} // About something else.
    }
  }

  private static void add(SortedMap<NodeId, SortedSet<String>> to, NodeId node, String lock) {
    to.computeIfAbsent(node, key -> new TreeSet<>()).add(lock);
  }

  private static void remove(SortedMap<NodeId, SortedSet<String>> from, NodeId node, String lock) {
    SortedSet<String> locks = from.get(node);
    if (locks != null && locks.remove(lock) && locks.isEmpty()) {
      from.remove(node);
    }
  }

  /** The protocols of a node show this now. */
  public void looked(NodeId node, Sighting look) {
    if (!look.fields().isEmpty()) {
      shown.put(node, look.fields());
    }
    Record copy = look.copy();
    if (copy != null) {
      copies.put(node, copy);
    }
  }

  // ---- what can be asked

  SortedSet<NodeId> up() {
    return up;
  }

  /** Returns whether all members are up. */
  public boolean isComplete() {
    return up.size() == members.size();
  }

  /** Returns how many members there are. */
  int size() {
    return members.size();
  }

  boolean isPaused(NodeId node) {
    return paused.contains(node);
  }

  /** Returns those who lead at that time. */
  List<NodeId> leading(long atNanos) {
    return reigns.entrySet().stream()
        .filter(reign -> reign.getValue() > atNanos)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Nullable NodeId leader(NodeId of) {
    return leaders.get(of);
  }

  boolean suspects(NodeId who, NodeId whom) {
    return suspicions.contains(new Opinion(who, whom));
  }

  List<NodeId> suspectsOf(NodeId who) {
    return suspicions.stream()
        .filter(opinion -> opinion.who.equals(who))
        .map(Opinion::whom)
        .toList();
  }

  /** Returns who is wrong about whom, each as a few words. */
  List<String> mistakes() {
    List<String> mistakes = new ArrayList<>();
    for (NodeId who : up) {
      for (int i = 0; i < members.size() && !gone.contains(who); i++) {
        Opinion opinion = new Opinion(who, members.at(i));
        boolean isDown = !up.contains(opinion.whom) && !unmet.contains(opinion);
        boolean isThere = up.contains(opinion.whom) && !gone.contains(opinion.whom);
        if (suspicions.contains(opinion) && isThere) {
          mistakes.add(who + " suspects " + opinion.whom + ", which is up");
        } else if (isDown && !suspicions.contains(opinion) && !gone.contains(opinion.whom)) {
          mistakes.add(who + " does not suspect " + opinion.whom + ", which is down");
        }
      }
    }
    return mistakes;
  }

  boolean lists(NodeId who, NodeId whom) {
    return memberships.contains(new Opinion(who, whom));
  }

  List<NodeId> membersOf(NodeId who) {
    return memberships.stream()
        .filter(opinion -> opinion.who.equals(who))
        .map(Opinion::whom)
        .toList();
  }

  /** Returns the locks that a node is inside of. */
  SortedSet<String> inside(NodeId node) {
    return inside.getOrDefault(node, new TreeSet<>());
  }

  /** Returns the locks that a node waits for. */
  SortedSet<String> waiting(NodeId node) {
    return waiting.getOrDefault(node, new TreeSet<>());
  }

  boolean hasNoted(NodeId node, NotePattern note) {
    SortedSet<NodeId> nodes = noted.get(note);
    return nodes != null && nodes.contains(node);
  }

  List<NodeId> noters(NotePattern note) {
    SortedSet<NodeId> nodes = noted.get(note);
    return nodes == null ? List.of() : List.copyOf(nodes);
  }

  /** Returns a field that a node shows; null if it shows none of that name. */
  @Nullable String shown(NodeId node, String field) {
    Map<String, String> fields = shown.get(node);
    return fields == null ? null : fields.get(field);
  }

  /** Returns whether all copies have seen the same writes and show the same. */
  boolean isConverged() {
    return copies.values().stream().distinct().count() <= 1;
  }

  /** Returns the nodes whose copies are unlike that of the first one. */
  List<NodeId> strayed() {
    return copies.isEmpty()
        ? List.of()
        : copies.entrySet().stream()
            .filter(copy -> !copy.getValue().equals(copies.firstEntry().getValue()))
            .map(Map.Entry::getKey)
            .toList();
  }

  private List<Object> parts() {
    return List.of(
        up,
        paused,
        reigns,
        leaders,
        suspicions,
        unmet,
        gone,
        memberships,
        inside,
        waiting,
        shown,
        copies,
        noted);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Standing standing && parts().equals(standing.parts());
  }

  @Override
  public int hashCode() {
    return parts().hashCode();
  }
}
