package coterie.mutex.tokenring;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a lost token anew, with the consent of a majority. First it asks whether anybody has the
 * token, which binds nobody to anything; then it asks all to refuse every token of a lower epoch.
 *
 * <p>Either time it takes the word of more than half of the members, and of everybody who is
 * trusted by any one of those: a process that is left out is suspected by all of them. A process
 * that has come back was let in by a majority that did not suspect it, so one of those who are
 * asked knows of it; as long as nobody is suspected who is up, no holder is ever left out.
 */
final class Regeneration {
  /** What the process does about it. */
  interface Owner {
    /** Whether this process has the token, or has sent it to one that it does not suspect. */
    boolean hasToken();

    /** What this process has of the token is void. */
    void voided();

    /** There is a token, says the process, or it makes one. */
    void foundAt(int who);

    /**
     * Nobody has a token of a lower epoch, or can get one: this process makes one of that epoch.
     */
    void won(long epoch);
  }

  private final Context<TokenRing.Msg> context;
  private final RingOrder ring;
  private final RingMemory memory;
  private final int quorum;
  private final long retryNanos;
  private final Owner owner;
  private final Alarm again;
  private final SortedMap<Integer, BitSet> suspectsOf = new TreeMap<>();
  private long heard;
  private long epoch;
  private boolean isBinding;

  Regeneration(
      Context<TokenRing.Msg> context,
      RingOrder ring,
      RingMemory memory,
      int quorum,
      long retryNanos,
      Owner owner) {
    this.context = context;
    this.ring = ring;
    this.memory = memory;
    this.quorum = quorum;
    this.retryNanos = retryNanos;
    this.owner = owner;
    this.again = context.alarm("ask", this::ask);
  }

  boolean isRunning() {
    return epoch > 0;
  }

  void stop() {
    epoch = 0;
    again.stop();
  }

  /** Somebody has promised that epoch; a lower one would lead nowhere. */
  void heardOf(long promised) {
    heard = Math.max(heard, promised);
  }

  /** Whether somebody, as far as was heard, refuses tokens of that epoch. */
  boolean isOutdated(long anEpoch) {
    return anEpoch < heard;
  }

  void begin() {
    long next = nextEpoch(Math.max(heard, memory.promised()));
    if (isRunning() || owner.hasToken() || next > TokenRing.EPOCH_MAX) {
      return;
    }
    epoch = next;
    askAnew(false);
  }

  /** The least one above it that this process alone may make. */
  private long nextEpoch(long above) {
    return (above / ring.size() + 1) * ring.size() + ring.self();
  }

  /** Returns whether the process may make a token of that epoch. */
  boolean isOf(int who, long anEpoch) {
    return anEpoch >= ring.size() && anEpoch <= TokenRing.EPOCH_MAX && anEpoch % ring.size() == who;
  }

  private void askAnew(boolean binding) {
    isBinding = binding;
    suspectsOf.clear();
    ask();
    reconsider();
  }

  /** Asks everybody, also those who have answered: whom they suspect may have changed. */
  private void ask() {
    for (int i = 0; i < ring.size(); i++) {
      if (i != ring.self()) {
        context.send(ring.at(i), new TokenRing.Ask(epoch, isBinding, memory.promised()));
      }
    }
    again.start(retryNanos);
  }

  // ---- who asks

  void answered(int from, TokenRing.Answer answer) {
    heardOf(answer.promised());
    if (!isRunning() || answer.epoch() != epoch || answer.binding() != isBinding) {
      return;
    }
    if (answer.verdict() == TokenRing.Verdict.FREE) {
      suspectsOf.put(from, ring.positions(answer.suspects()));
      reconsider();
    } else {
      stop();
      owner.foundAt(from);
    }
  }

  /** Looks whether the answers suffice by now. */
  void reconsider() {
    if (!isRunning() || !isAgreed()) {
      return;
    }
    long mine = epoch;
    assert isOf(ring.self(), mine) : "two processes could make a token of this epoch: " + mine;
    if (owner.hasToken() || (!isBinding && memory.promised() >= mine)) {
      stop();
      owner.foundAt(ring.self());
    } else if (isBinding) {
      stop();
      owner.won(mine);
    } else {
      owner.voided();
      memory.promise(mine);
      askAnew(true);
    }
  }

  private boolean isAgreed() {
    // A process that has died since it answered will never change its mind about whom it trusts.
    suspectsOf.keySet().removeIf(ring::isSuspected);
    if (suspectsOf.size() + 1 < quorum) {
      return false;
    }
    for (int i = 0; i < ring.size(); i++) {
      if (i != ring.self() && !suspectsOf.containsKey(i) && !isSuspectedByAll(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSuspectedByAll(int who) {
    return ring.isSuspected(who)
        && suspectsOf.values().stream().allMatch(suspects -> suspects.get(who));
  }

  // ---- who is asked

  void asked(NodeId from, TokenRing.Ask ask) {
    TokenRing.Verdict verdict = verdict(ask);
    boolean isNew = ask.epoch() > memory.promised();
    if (verdict == TokenRing.Verdict.FREE && ask.binding() && isNew) {
      if (isRunning()) {
        stop();
        owner.foundAt(ring.indexOf(from));
      }
      owner.voided();
      memory.promise(ask.epoch());
    }
    context.send(
        from,
        new TokenRing.Answer(
            ask.epoch(), ask.binding(), verdict, memory.promised(), ring.suspects()));
  }

  private TokenRing.Verdict verdict(TokenRing.Ask ask) {
    if (owner.hasToken()) {
      return TokenRing.Verdict.HELD;
    }
    return ask.epoch() < memory.promised() ? TokenRing.Verdict.OUTBID : TokenRing.Verdict.FREE;
  }
}
