package coterie.member.swimplain;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.View;
import coterie.detect.Detector;
import coterie.member.ProbeOrder;
import coterie.member.SwimStatus;
import coterie.member.swimplain.PlainSwim.Listed;
import coterie.member.swimplain.PlainSwim.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The list of a member of {@link PlainSwim}, and how words change it. Nobody is ever taken off it.
 * Those who know each other from the start share their view, so a simulated group of n that is
 * together does not need n² places.
 */
final class PlainList {
  private static final int MEMBERS_MAX = 1 << 20;

  /** No correct member has refuted so often. */
  private static final long INCARNATION_MAX = 1L << 48;

  private final Context<PlainSwim.Msg> context;
  private final NodeId self;
  private final List<NodeId> newcomers = new ArrayList<>(0);
  private final TreeMap<NodeId, Listed> changed = new TreeMap<>();
  private final List<Detector.Listener> listeners = new ArrayList<>(0);
  private @Nullable View initial;
  private long startNanos;
  private long incarnation;

  PlainList(Context<PlainSwim.Msg> context, @Nullable View initial) {
    this.context = context;
    this.self = context.self();
    this.initial = initial;
    this.incarnation = initial == null ? 0 : 1;
  }

  void listen(Detector.Listener listener) {
    listeners.add(listener);
  }

  void started() {
    startNanos = context.nowNanos();
  }

  /** Forgets everybody, but not one's own incarnation. */
  void clear() {
    List<Listed> failed = all(status -> status == SwimStatus.FAILED);
    initial = null;
    newcomers.clear();
    changed.clear();
    for (Listed listed : failed) {
      // A member that is not listed any more is not suspected any more either.
      listeners.forEach(listener -> listener.trusted(listed.who()));
    }
  }

  long incarnation() {
    return incarnation;
  }

  /** How many are listed, whatever their status. */
  int places() {
    return foundersCount() + newcomers.size();
  }

  NodeId at(int place) {
    return initial != null && place < initial.size()
        ? initial.at(place)
        : newcomers.get(place - foundersCount());
  }

  private int foundersCount() {
    return initial == null ? 0 : initial.size();
  }

  @Nullable Listed find(NodeId who) {
    Listed found = changed.get(who);
    if (found == null && initial != null && initial.indexOf(who) >= 0) {
      return new Listed(who, SwimStatus.ALIVE, 1, 0);
    }
    return found;
  }

  /** In ascending order. */
  List<Listed> all(Predicate<SwimStatus> fits) {
    List<Listed> all = new ArrayList<>();
    for (int place = 0; place < places(); place++) {
      Listed listed = find(at(place));
      if (listed != null && fits.test(listed.status())) {
        all.add(listed);
      }
    }
    all.sort(Comparator.comparing(Listed::who));
    return all;
  }

  /** Returns up to that many others, each once, in random order. */
  List<NodeId> several(int count, Predicate<Listed> fits) {
    List<NodeId> chosen = new ArrayList<>();
    ProbeOrder random = new ProbeOrder(places(), context.random(Long.MAX_VALUE));
    for (int i = 0; i < places() && chosen.size() < count; i++) {
      Listed listed = find(at(random.at(i)));
      if (listed != null && !listed.who().equals(self) && fits.test(listed)) {
        chosen.add(listed.who());
      }
    }
    return chosen;
  }

  /** Returns that many words: about this member and about random others, the failed included. */
  List<Word> words(int count) {
    List<Word> words = new ArrayList<>();
    say(words, self);
    several(count - 1, listed -> true).forEach(other -> say(words, other));
    return words;
  }

  private void say(List<Word> words, NodeId who) {
    Listed listed = find(who);
    if (listed != null) {
      words.add(new Word(who, listed.status(), listed.incarnation()));
    }
  }

  /** Takes in what another says, if it is news. */
  void hear(NodeId from, Word word) {
    Listed known = find(word.who());
    boolean isSound =
        word.status() != SwimStatus.SUSPECT
            && word.incarnation() >= 0
            && word.incarnation() < INCARNATION_MAX
            && (known != null || places() < MEMBERS_MAX);
    if (!isSound) {
      context.note(new Note.BadMessage(from, "a status, an incarnation or a number out of bounds"));
    } else if (!word.who().equals(self)) {
      if (known == null || isNewer(word, known)) {
        set(word.who(), word.status(), word.incarnation());
      }
    } else if (word.status() != SwimStatus.ALIVE && word.incarnation() >= incarnation) {
      // To add one to one's own would not do: an earlier life may have had a higher one.
      setMyself(SwimStatus.ALIVE, word.incarnation() + 1);
    }
  }

  private static boolean isNewer(Word word, Listed known) {
    return word.incarnation() == known.incarnation()
        ? word.status().compareTo(known.status()) > 0
        : word.incarnation() > known.incarnation();
  }

  void setMyself(SwimStatus status, long newIncarnation) {
    incarnation = newIncarnation;
    put(new Listed(self, status, incarnation, context.nowNanos() - startNanos));
  }

  /** Sets the status of another, and notes it if it has changed. */
  void set(NodeId who, SwimStatus status, long itsIncarnation) {
    Listed before = find(who);
    boolean isSameStatus = before != null && before.status() == status;
    if (before == null || !isSameStatus || before.incarnation() != itsIncarnation) {
      put(new Listed(who, status, itsIncarnation, context.nowNanos() - startNanos));
    }
    if (!isSameStatus) {
      changed(who, status, before != null && before.status() == SwimStatus.FAILED);
    }
  }

  private void put(Listed listed) {
    if (find(listed.who()) == null) {
      newcomers.add(listed.who());
    }
    changed.put(listed.who(), listed);
  }

  private void changed(NodeId who, SwimStatus status, boolean wasFailed) {
    switch (status) {
      case ALIVE, SUSPECT -> context.note(new Note.Joined(who));
      case FAILED -> context.note(new Note.Failed(who));
      case LEFT -> context.note(new Note.Left(who));
    }
    if (status == SwimStatus.FAILED) {
      listeners.forEach(listener -> listener.suspected(who));
    } else if (wasFailed) {
      listeners.forEach(listener -> listener.trusted(who));
    }
  }
}
