package coterie.sim.check.detect;

import coterie.sim.check.detect.Transitions.Kind;
import java.util.Arrays;

/**
 * Goes through a run once more for one process after the other: who suspected it, and when it was
 * down. A judge overrides what it wants to hear; it hears of a change just before it is made.
 * Processes about which nothing was ever said, and which never stopped, are passed over.
 */
abstract class Traversal {
  /** No moment. */
  static final long NEVER = Long.MIN_VALUE;

  /** What is true of the process that is talked about. */
  enum State {
    UP,
    DOWN,
    /** It has left by its own wish: it need not be suspected, and may be. */
    GONE
  }

  private final SuspicionHistory run;
  private final Transitions transitions;
  private final int[] own;
  private final int[] about;
  private final int[] aboutFrom;
  private final boolean[] up;
  private final boolean[] absent;
  private final long[] suspectedSince;
  final int size;
  final long startNanos;
  final long endNanos;
  int subject;
  State state = State.UP;
  private int ignorant;
  private int suspecting;

  Traversal(SuspicionHistory run) {
    this.run = run;
    this.transitions = run.transitions();
    this.size = run.members().size();
    this.startNanos = run.startNanos();
    this.endNanos = run.endNanos();
    this.up = new boolean[size];
    this.absent = new boolean[size];
    this.suspectedSince = new long[size];
    this.aboutFrom = new int[size + 1];
    int pairs = 0;
    for (int i = 0; i < transitions.size(); i++) {
      if (transitions.kind(i).isPair()) {
        aboutFrom[transitions.subject(i) + 1]++;
        pairs++;
      }
    }
    this.about = new int[pairs];
    this.own = new int[transitions.size() - pairs];
    sort();
  }

  /** A counting sort keeps the order of changes about one process. */
  private void sort() {
    for (int i = 0; i < size; i++) {
      aboutFrom[i + 1] += aboutFrom[i];
    }
    int[] next = aboutFrom.clone();
    int owned = 0;
    for (int i = 0; i < transitions.size(); i++) {
      if (transitions.kind(i).isPair()) {
        about[next[transitions.subject(i)]++] = i;
      } else {
        own[owned++] = i;
      }
    }
  }

  /** Walks through the run for every process of which there is something to tell. */
  final void walkAll() {
    boolean[] stirred = new boolean[size];
    boolean all = false;
    for (int index : own) {
      stirred[transitions.observer(index)] = true;
      all |= run.forgetsMembers() && transitions.kind(index) == Kind.STARTED;
    }
    for (int i = 0; i < size; i++) {
      if (all || stirred[i] || !run.wasUpAtStart(i) || aboutFrom[i] < aboutFrom[i + 1]) {
        walk(i);
      } else {
        quiet(i);
      }
    }
  }

  private void walk(int who) {
    begin(who);
    int k = 0;
    int j = aboutFrom[who];
    while (k < own.length || j < aboutFrom[who + 1]) {
      boolean isOwn = j == aboutFrom[who + 1] || (k < own.length && own[k] < about[j]);
      apply(isOwn ? own[k++] : about[j++]);
    }
    ended();
  }

  private void begin(int who) {
    subject = who;
    Arrays.fill(suspectedSince, NEVER);
    Arrays.fill(absent, false);
    suspecting = 0;
    ignorant = 0;
    for (int i = 0; i < size; i++) {
      up[i] = run.wasUpAtStart(i);
      ignorant += up[i] && i != who ? 1 : 0;
    }
    state = up[who] ? State.UP : State.DOWN;
    begun();
  }

  private void apply(int index) {
    long at = transitions.at(index);
    int who = transitions.observer(index);
    switch (transitions.kind(index)) {
      case STOPPED -> stop(who, at, State.DOWN);
      case LEFT -> stop(who, at, State.GONE);
      case STARTED -> start(who, at);
      case SUSPECTED -> suspect(who, at);
      case TRUSTED -> trust(who, at);
      case FORGOTTEN -> forget(who, at);
    }
  }

  private void stop(int who, long at, State into) {
    if (who == subject) {
      subjectStops(at, into);
      state = into;
    } else {
      observerStops(who, at);
      count(who, -1);
      suspectedSince[who] = NEVER;
      absent[who] = false;
    }
    up[who] = false;
    changed(at);
  }

  private void start(int who, long at) {
    up[who] = true;
    if (who == subject) {
      subjectStarts(at);
      state = State.UP;
    } else {
      absent[who] = run.forgetsMembers();
      observerStarts(who, at);
      count(who, 1);
    }
    changed(at);
  }

  private void suspect(int who, long at) {
    if (!suspects(who)) {
      suspects(who, at);
      count(who, -1);
      absent[who] = false;
      suspectedSince[who] = at;
      count(who, 1);
      changed(at);
    }
  }

  private void trust(int who, long at) {
    if (suspects(who) || absent[who]) {
      trusts(who, at);
      count(who, -1);
      absent[who] = false;
      suspectedSince[who] = NEVER;
      count(who, 1);
      changed(at);
    }
  }

  private void forget(int who, long at) {
    if (!absent[who]) {
      forgets(who, at);
      count(who, -1);
      absent[who] = true;
      suspectedSince[who] = NEVER;
      changed(at);
    }
  }

  private void count(int who, int by) {
    if (suspects(who)) {
      suspecting += by;
    } else if (!absent[who]) {
      ignorant += by;
    }
  }

  final boolean isUp(int observer) {
    return up[observer];
  }

  /** Whether that observer does not know the process as a member at this moment. */
  final boolean isAbsent(int observer) {
    return absent[observer];
  }

  final boolean suspects(int observer) {
    return suspectedSince[observer] != NEVER;
  }

  final long suspectedSince(int observer) {
    return suspectedSince[observer];
  }

  /** Whether somebody else is up, and all of these suspect the process. */
  final boolean isKnownToAll() {
    return ignorant == 0 && suspecting > 0;
  }

  /** Whether somebody else is up who knows the process as a member and does not suspect it. */
  final boolean isAnybodyIgnorant() {
    return ignorant > 0;
  }

  /** Nothing was ever said about this process, and it was up all the time. */
  void quiet(int who) {}

  abstract void begun();

  abstract void suspects(int observer, long at);

  /** It suspected the process, or did not know it. */
  abstract void trusts(int observer, long at);

  abstract void forgets(int observer, long at);

  abstract void observerStops(int observer, long at);

  abstract void observerStarts(int observer, long at);

  abstract void subjectStops(long at, State into);

  abstract void subjectStarts(long at);

  /** The change has been made. */
  void changed(long at) {}

  abstract void ended();
}
