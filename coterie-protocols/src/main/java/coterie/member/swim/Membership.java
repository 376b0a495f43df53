package coterie.member.swim;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.detect.Detector;
import coterie.member.Card;
import coterie.member.SwimStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a member believes about the group, and how news change it: the part of SWIM that decides, as
 * opposed to the part that talks.
 */
final class Membership {
  /** No correct member has refuted so often. */
  private static final long INCARNATION_MAX = 1L << 48;

  private final Context<?> context;
  private final SwimConfig config;
  private final NodeId self;
  private final MemberList list;
  private final LocalHealth health;
  private final Dissemination dissemination;
  private final Suspicions suspicions;
  private final Consumer<NodeId> secondOpinion;
  private final List<Detector.Listener> listeners = new ArrayList<>(0);
  private Update.Alive me;
  private Update.@Nullable Left farewell;
  private boolean wasOut;

  Membership(
      Context<?> context,
      SwimConfig config,
      MemberList list,
      LocalHealth health,
      Dissemination dissemination,
      Update.Alive me,
      Consumer<NodeId> look,
      Consumer<NodeId> secondOpinion) {
    this.context = context;
    this.config = config;
    this.self = context.self();
    this.list = list;
    this.health = health;
    this.dissemination = dissemination;
    this.me = me;
    this.secondOpinion = secondOpinion;
    this.suspicions = new Suspicions(context, config, list, health, look, this::refutationMissed);
  }

  void listen(Detector.Listener listener) {
    listeners.add(listener);
  }

  Update.Alive me() {
    return me;
  }

  double suspicion(Suspicion suspicion) {
    return suspicions.progress(suspicion);
  }

  /** Takes up a new life in the group, of which nobody has heard yet. */
  void enter(long incarnation, Card card) {
    farewell = null;
    me = new Update.Alive(self, incarnation, card);
    list.put(me);
    dissemination.tell(me);
  }

  /** From now on this member's word about itself is that it leaves. */
  Update.Left leave() {
    farewell = new Update.Left(self, me.incarnation());
    dissemination.tell(farewell);
    return farewell;
  }

  /** Everything is forgotten but how to come back. */
  void clear() {
    List<MemberState> before = list.all();
    list.clear();
    suspicions.clear();
    dissemination.clear();
    before.forEach(this::forgotten);
  }

  /** A forgotten member is no longer suspected. */
  private void forgotten(MemberState known) {
    if (known.status() == SwimStatus.FAILED) {
      listeners.forEach(listener -> listener.trusted(known.who()));
    }
  }

  /** Says of this member what prevails over everything that was said so far. */
  void announce(long incarnation, Card card) {
    enter(Math.max(incarnation, me.incarnation() + 1), card);
  }

  /** This member was paused for that long. */
  void overslept(long nanos) {
    suspicions.putOff(nanos);
  }

  /**
   * Takes in what another says.
   *
   * @param isState whether it is all that the other knows, which may be older than gossip
   */
  void hear(NodeId from, List<Update> news, boolean isState) {
    if (!news.isEmpty()) {
      suspicions.gather(() -> hearAll(from, news, isState));
    }
  }

  private void hearAll(NodeId from, List<Update> news, boolean isState) {
    // First what it says of itself: it may have come back, and then its other words count.
    for (Update update : news) {
      if (update.who().equals(from)) {
        take(from, update, isState);
      }
    }
    boolean isBelieved = list.isMember(from);
    for (Update update : news) {
      if (update.who().equals(self)) {
        aboutMe(from, update);
      } else if (isBelieved && !update.who().equals(from)) {
        // One that has failed, as far as known here, may be deaf: it would accuse everybody.
        dissemination.heardBack(update);
        take(from, update, isState);
      }
    }
  }

  /** Takes in all that the one says who let this member in. */
  void learn(NodeId from, List<Update> members) {
    dissemination.learns(true);
    hear(from, members, true);
    dissemination.learns(false);
    dissemination
        .hurry(); // Others may hear of it from itself, should the one who let it in be gone.
  }

  /**
   * That member answered neither this one nor those who were asked to try.
   *
   * @param confirming those of them who say that they did try
   */
  void unanswered(NodeId who, List<NodeId> confirming) {
    MemberState known = list.find(who);
    if (known == null || !known.status().isMember()) {
      return;
    }
    if (config.suspicionPeriods() == 0) {
      bury(known, SwimStatus.FAILED, known.incarnation());
    } else {
      suspect(new Update.Suspect(who, known.incarnation(), self, confirming), known);
    }
  }

  /** Nobody listens any more where that member did, and others have seen it too. */
  void closed(MemberState then) {
    MemberState now = list.find(then.who());
    boolean isSameLife = now != null && now.incarnation() == then.incarnation();
    if (now != null && isSameLife && now.status().isMember()) {
      bury(now, SwimStatus.FAILED, now.incarnation());
    }
  }

  /** Whether others took this member for gone, and so have not told it everything; asked once. */
  boolean wasOut() {
    boolean answer = wasOut;
    wasOut = false;
    return answer;
  }

  /** Those who did not answer this member itself, and may still refute. Whether there are any. */
  boolean forEachAccused(Consumer<NodeId> action) {
    return suspicions.forEachOwn(action);
  }

  /** Forgets those who failed or left long ago. Whether places may have changed. */
  boolean forget() {
    long oldest = context.nowNanos() - config.forgetNanos();
    List<Tombstone> old = list.forget(stone -> stone.sinceNanos() < oldest);
    old.forEach(this::forgotten);
    return !old.isEmpty();
  }

  FullState state() {
    return state(Checksums.ALL);
  }

  FullState state(long parts) {
    return list.state(context.nowNanos() - config.tombstoneNanos(), parts);
  }

  private void take(NodeId from, Update update, boolean isState) {
    MemberState known = list.find(update.who());
    if (update.equals(known) || !isSound(from, update)) {
      return; // Most of what is told is known, as the very same record.
    }
    if (known == null) {
      adopt(from, update);
    } else if (isNewer(update, known)) {
      change(from, update, known, isState);
    } else if (known instanceof Suspicion suspicion
        && update instanceof Update.Suspect suspect
        && suspect.incarnation() == suspicion.incarnation()) {
      confirm(suspicion, suspect);
    } else if (known instanceof Update.Alive && update.status() != SwimStatus.ALIVE && !isState) {
      dissemination.correct(from, known.who());
    } else if (known instanceof Tombstone stone
        && isExpired(stone)
        && update.status().isMember()
        && !update.who().equals(from)) {
      // The member itself would have to say more than it did before it failed.
      suspect(new Update.Suspect(stone.who(), stone.incarnation(), from), stone);
    }
  }

  private boolean isSound(NodeId from, Update update) {
    boolean isSound =
        update.incarnation() >= 0
            && update.incarnation() < INCARNATION_MAX
            && (!(update instanceof Update.Alive alive) || alive.card().fits());
    if (!isSound) {
      context.note(new Note.BadMessage(from, "an incarnation or a card out of bounds"));
    }
    return isSound;
  }

  private static boolean isNewer(Update update, MemberState known) {
    if (update.incarnation() != known.incarnation()) {
      return update.incarnation() > known.incarnation();
    }
    if (update instanceof Update.Alive alive && known instanceof Update.Alive before) {
      return alive.prevailsOver(before);
    }
    return update.status().compareTo(known.status()) > 0;
  }

  private boolean isExpired(Tombstone stone) {
    return context.nowNanos() - stone.sinceNanos() > config.tombstoneNanos();
  }

  /** One that was not known. */
  private void adopt(NodeId from, Update update) {
    if (list.isFull()) {
      context.note(new Note.BadMessage(from, "more members than a group may have"));
      return;
    }
    switch (update) {
      case Update.Alive alive -> revive(alive, null);
      case Update.Suspect suspect -> suspect(suspect, null);
      case Update.Failed failed -> bury(failed, SwimStatus.FAILED);
      case Update.Left left -> bury(left, SwimStatus.LEFT);
    }
  }

  private void change(NodeId from, Update update, MemberState known, boolean isState) {
    switch (update) {
      case Update.Alive alive -> revive(alive, known);
      case Update.Suspect suspect -> suspect(suspect, known);
      case Update.Failed failed -> {
        boolean mayRefute = isState && config.suspicionPeriods() > 0 && known.status().isMember();
        if (mayRefute) {
          // After a partition each side holds the other for failed: it must hear of it first.
          suspect(new Update.Suspect(failed.who(), failed.incarnation(), from), known);
        } else {
          bury(known, SwimStatus.FAILED, failed.incarnation());
        }
      }
      case Update.Left left -> bury(known, SwimStatus.LEFT, left.incarnation());
    }
  }

  private void revive(Update.Alive alive, @Nullable MemberState before) {
    if (before instanceof Suspicion suspicion) {
      suspicions.end(suspicion);
    }
    Update.Alive said = MemberState.card(before);
    assert before == null || alive.incarnation() >= before.incarnation() : alive + " " + before;
    list.put(alive);
    dissemination.tell(alive);
    changed(alive.who(), before, SwimStatus.ALIVE);
    boolean wasMember = before != null && before.status().isMember();
    if (said != null && wasMember && !said.card().equals(alive.card())) {
      context.note(new Note.Updated(alive.who()));
    }
  }

  private void suspect(Update.Suspect suspect, @Nullable MemberState before) {
    if (before instanceof Suspicion suspicion) {
      if (suspicion.incarnation() == suspect.incarnation()) {
        confirm(suspicion, suspect);
        return;
      }
      suspicions.end(suspicion);
    }
    if (config.suspicionPeriods() == 0) {
      return; // Without suspicion there is nothing between alive and failed.
    }
    Suspicion suspicion =
        new Suspicion(
            suspect.who(),
            suspect.incarnation(),
            MemberState.card(before),
            suspect.by(),
            context.nowNanos());
    list.put(suspicion);
    suspicions.begin(suspicion);
    suspicions.confirm(suspicion, suspect);
    // What was heard is passed on as it is: members of a simulation then share it.
    boolean isAllTaken = suspicion.confirmations() == suspect.also().size();
    dissemination.tell(isAllTaken ? suspect : MemberState.update(suspicion));
    changed(suspect.who(), before, SwimStatus.SUSPECT);
    if (suspicion.card() != null && suspicions.needsConfirmation(suspicion)) {
      secondOpinion.accept(suspicion.who());
    }
  }

  private void confirm(Suspicion suspicion, Update.Suspect suspect) {
    if (suspicions.confirm(suspicion, suspect)) {
      dissemination.tell(MemberState.update(suspicion));
    }
  }

  private void refutationMissed(Suspicion suspicion) {
    bury(suspicion, SwimStatus.FAILED, suspicion.incarnation());
  }

  private void bury(Update update, SwimStatus status) {
    bury(null, update.who(), update.incarnation(), status);
  }

  private void bury(MemberState known, SwimStatus status, long incarnation) {
    if (known instanceof Suspicion suspicion) {
      suspicions.end(suspicion);
    }
    bury(known, known.who(), incarnation, status);
  }

  private void bury(@Nullable MemberState before, NodeId who, long incarnation, SwimStatus status) {
    Tombstone stone =
        new Tombstone(who, incarnation, status, MemberState.card(before), context.nowNanos());
    assert !who.equals(self) || farewell != null : "a member knows best that it is alive";
    list.put(stone);
    dissemination.tell(MemberState.update(stone));
    changed(who, before, status);
  }

  private void changed(NodeId who, @Nullable MemberState known, SwimStatus after) {
    SwimStatus before = known == null ? SwimStatus.LEFT : known.status();
    if (known != null && before == after) {
      return;
    }
    if (after.isMember() && !before.isMember()) {
      context.note(new Note.Joined(who));
    }
    switch (after) {
      case ALIVE -> {
        if (before == SwimStatus.SUSPECT) {
          context.note(new Note.Trusted(who));
        }
      }
      case SUSPECT -> context.note(new Note.Suspected(who));
      case FAILED -> context.note(new Note.Failed(who));
      case LEFT -> context.note(new Note.Left(who));
    }
    if (after == SwimStatus.FAILED) {
      listeners.forEach(listener -> listener.suspected(who));
    } else if (before == SwimStatus.FAILED) {
      listeners.forEach(listener -> listener.trusted(who));
    }
  }

  /**
   * Whether another process goes by this member's name, and was started later. In production a life
   * begins with the time of its start in milliseconds as its incarnation; a refutation adds one. An
   * older process does not climb above a later one by that, as it would have to refute a thousand
   * times a second ever since. It knows all that it ever said of itself, a change of its address
   * included: what is higher comes from another.
   */
  private boolean isLaterProcess(Update.Alive alive) {
    return alive.incarnation() > me.incarnation()
        && !alive.card().address().equals(me.card().address());
  }

  /** Nobody knows better than this member how it is; its word has to prevail. */
  private void aboutMe(NodeId from, Update update) {
    boolean isAccusation = update.status() != SwimStatus.ALIVE;
    if (farewell != null || !isSound(from, update)) {
      return;
    }
    if (update.incarnation() < me.incarnation()) {
      if (isAccusation) {
        dissemination.correct(from, self);
      }
      return;
    }
    if (update instanceof Update.Alive alive && isLaterProcess(alive)) {
      context.note(new Note.Doubled(self, alive.incarnation(), alive.card().address()));
      return;
    }
    boolean isAnotherLife =
        update.incarnation() > me.incarnation()
            || (update instanceof Update.Alive alive && !alive.card().equals(me.card()));
    if (isAccusation || isAnotherLife) {
      if (isAccusation) {
        health.worse(1);
        dissemination.correct(from, self);
      }
      if (!update.status().isMember()) {
        wasOut = true;
        dissemination.retractVerdicts();
      }
      announce(update.incarnation() + 1, me.card());
    }
  }
}
