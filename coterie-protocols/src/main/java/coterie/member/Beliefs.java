package coterie.member;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member believes about the group, and how news change it: the part of SWIM that decides, as
 * opposed to the part that talks.
 */
final class Beliefs {
  /** No correct member has refuted so often. */
  private static final long INCARNATION_MAX = 1L << 48;

  private final Context<Swim.Msg> context;
  private final SwimConfig config;
  private final NodeId self;
  private final Roster roster;
  private final LocalHealth health;
  private final Doubts doubts;
  private final Gossip gossip = new Gossip();
  private final List<Detector.Listener> listeners = new ArrayList<>(0);
  private Update.Alive me;
  private Update.@Nullable Left farewell;

  /** What a newcomer learns is news to nobody but itself. */
  private boolean isNewcomer;

  /** Who has just said something of this member that is long refuted, and has to hear it again. */
  private @Nullable NodeId misinformed;

  Beliefs(
      Context<Swim.Msg> context,
      SwimConfig config,
      Roster roster,
      LocalHealth health,
      Update.Alive me) {
    this.context = context;
    this.config = config;
    this.self = context.self();
    this.roster = roster;
    this.health = health;
    this.me = me;
    this.doubts = new Doubts(context, config, roster, this::refutationMissed);
  }

  void listen(Detector.Listener listener) {
    listeners.add(listener);
  }

  Update.Alive me() {
    return me;
  }

  double suspicion(Doubt doubt) {
    return doubts.progress(doubt);
  }

  /** Takes up a new life in the group, of which nobody has heard yet. */
  void enter(long incarnation, Card card) {
    farewell = null;
    me = new Update.Alive(self, incarnation, card.name(), card.address(), card.tags());
    roster.put(me);
    tell(me);
  }

  /** From now on this member's word about itself is that it leaves. */
  Update.Left leave() {
    farewell = new Update.Left(self, me.incarnation());
    tell(farewell);
    return farewell;
  }

  /** Everything is forgotten but how to come back. */
  void clear() {
    List<Known> before = roster.all();
    roster.clear();
    doubts.clear();
    gossip.clear();
    misinformed = null;
    before.forEach(this::forgotten);
  }

  /** Who is not known any more is not suspected any more either. */
  private void forgotten(Known known) {
    if (known.status() == Status.FAILED) {
      listeners.forEach(listener -> listener.trusted(known.who()));
    }
  }

  private void tell(Update update) {
    if (config.queued() && (!isNewcomer || update.who().equals(self))) {
      gossip.add(update, context.nowNanos());
    }
  }

  /** Says of oneself what prevails over everything that was said so far. */
  void announce(long incarnation, Card card) {
    enter(Math.max(incarnation, me.incarnation() + 1), card);
  }

  /** This member stood still for so long. */
  void overslept(long nanos) {
    doubts.putOff(nanos);
  }

  /** What goes to that member along with any message. */
  List<Update> gossipFor(NodeId to) {
    if (!config.queued()) {
      return sample();
    }
    Known known = roster.find(to);
    boolean isAccused = known != null && isToldFirst(known.status());
    boolean isMisinformed = to.equals(misinformed);
    if (!isAccused && !isMisinformed && gossip.isEmpty()) {
      return List.of();
    }
    List<Update> news = new ArrayList<>();
    if (isMisinformed) {
      misinformed = null;
      news.add(me);
    }
    if (known != null && isAccused) {
      news.add(Known.update(known)); // It should hear first what it has to refute.
    }
    int tellMax = config.tellFactor() * logarithm(roster.memberCount());
    long oldest = context.nowNanos() - config.tombstoneNanos();
    boolean mayHearOfItself = known instanceof Doubt && !isAccused;
    gossip.take(news, config.gossipMax(), tellMax, oldest, mayHearOfItself ? self : to);
    return news;
  }

  /** Who is held for gone has to hear it in any case: nothing else would bring it back. */
  private boolean isToldFirst(Status status) {
    return status == Status.SUSPECT ? config.tellsSuspects() : status != Status.ALIVE;
  }

  /** The sender and random others, the failed included. */
  private List<Update> sample() {
    List<Update> news = new ArrayList<>(config.gossipMax());
    news.add(farewell == null ? me : farewell);
    for (int tries = 2 * config.gossipMax(); tries > 0; tries--) {
      Known known = roster.find(roster.at((int) context.random(roster.places())));
      boolean isNews = known != null && !known.who().equals(self) && !isFading(known);
      if (known != null && isNews && news.size() < config.gossipMax()) {
        Update update = Known.update(known);
        if (!news.contains(update)) {
          news.add(update);
        }
      }
    }
    return news;
  }

  /** Silence comes before forgetting, or members would remind each other for ever. */
  private boolean isFading(Known known) {
    return known instanceof Tombstone stone
        && context.nowNanos() - stone.sinceNanos() > config.forgetNanos() / 2;
  }

  /**
   * Takes in what another says.
   *
   * @param isState whether it is all that the other knows, which may be older than gossip
   */
  void hear(NodeId from, List<Update> news, boolean isState) {
    // First what it says of itself: it may have come back, and then its other words count.
    for (Update update : news) {
      if (update.who().equals(from)) {
        take(from, update, isState);
      }
    }
    boolean isBelieved = roster.isMember(from);
    for (Update update : news) {
      if (update.who().equals(self)) {
        aboutMe(from, update);
      } else if (isBelieved && !update.who().equals(from)) {
        // One that has failed, as far as known here, may be deaf: it would accuse everybody.
        take(from, update, isState);
      }
    }
  }

  /** Takes in all that the one says who let this member in. */
  void learn(NodeId from, List<Update> members) {
    isNewcomer = true;
    hear(from, members, true);
    isNewcomer = false;
  }

  /** That member answered neither this one nor those who were asked to try. */
  void unanswered(NodeId who) {
    Known known = roster.find(who);
    if (known == null || !known.status().isMember()) {
      return;
    }
    if (config.suspicionPeriods() == 0) {
      bury(known, Status.FAILED, known.incarnation());
    } else {
      suspect(self, new Update.Suspect(who, known.incarnation(), self), known);
    }
  }

  /** Forgets those who failed or left long ago. Whether places may have changed. */
  boolean forget() {
    long oldest = context.nowNanos() - config.forgetNanos();
    List<Tombstone> old = roster.forget(stone -> stone.sinceNanos() < oldest);
    old.forEach(this::forgotten);
    return !old.isEmpty();
  }

  FullState state() {
    return roster.state(context.nowNanos() - config.tombstoneNanos());
  }

  private void take(NodeId from, Update update, boolean isState) {
    if (!isSound(from, update)) {
      return;
    }
    Known known = roster.find(update.who());
    if (known == null) {
      adopt(from, update);
    } else if (isNewer(update, known)) {
      change(from, update, known, isState);
    } else if (known instanceof Doubt doubt
        && update instanceof Update.Suspect suspect
        && suspect.incarnation() == doubt.incarnation()) {
      confirm(doubt, suspect);
    } else if (known instanceof Tombstone stone
        && isExpired(stone)
        && update.status().isMember()
        && !update.who().equals(from)) {
      // The member itself would have to say more than it did before it failed.
      suspect(from, new Update.Suspect(stone.who(), stone.incarnation(), from), stone);
    }
  }

  private boolean isSound(NodeId from, Update update) {
    boolean isSound =
        update.incarnation() >= 0
            && update.incarnation() < INCARNATION_MAX
            && (!(update instanceof Update.Alive alive)
                || Card.fits(alive.name(), alive.address(), alive.tags()));
    if (!isSound) {
      context.note(new Note.BadMessage(from, "an incarnation or a card out of bounds"));
    }
    return isSound;
  }

  private static boolean isNewer(Update update, Known known) {
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
    if (roster.isFull()) {
      context.note(new Note.BadMessage(from, "more members than a group may have"));
      return;
    }
    switch (update) {
      case Update.Alive alive -> revive(alive, null);
      case Update.Suspect suspect -> suspect(suspect.by(), suspect, null);
      case Update.Failed failed -> bury(failed, Status.FAILED);
      case Update.Left left -> bury(left, Status.LEFT);
    }
  }

  private void change(NodeId from, Update update, Known known, boolean isState) {
    switch (update) {
      case Update.Alive alive -> revive(alive, known);
      case Update.Suspect suspect -> suspect(suspect.by(), suspect, known);
      case Update.Failed failed -> {
        boolean mayRefute = isState && config.suspicionPeriods() > 0 && known.status().isMember();
        if (mayRefute) {
          // After a partition each side holds the other for failed: it must hear of it first.
          suspect(from, new Update.Suspect(failed.who(), failed.incarnation(), from), known);
        } else {
          bury(known, Status.FAILED, failed.incarnation());
        }
      }
      case Update.Left left -> bury(known, Status.LEFT, left.incarnation());
    }
  }

  private void revive(Update.Alive alive, @Nullable Known before) {
    if (before instanceof Doubt doubt) {
      doubts.end(doubt);
    }
    Update.Alive card = Known.card(before);
    roster.put(alive);
    tell(alive);
    changed(alive.who(), before, Status.ALIVE);
    if (card != null && before != null && before.status().isMember() && !card.says(alive)) {
      context.note(new Note.Updated(alive.who()));
    }
  }

  private void suspect(NodeId by, Update.Suspect suspect, @Nullable Known before) {
    if (before instanceof Doubt doubt) {
      if (doubt.incarnation() == suspect.incarnation()) {
        confirm(doubt, suspect);
        return;
      }
      doubts.end(doubt);
    }
    if (config.suspicionPeriods() == 0) {
      return; // Without suspicion there is nothing between alive and failed.
    }
    Doubt doubt =
        new Doubt(suspect.who(), suspect.incarnation(), Known.card(before), by, context.nowNanos());
    roster.put(doubt);
    doubts.begin(doubt);
    tell(suspect);
    changed(suspect.who(), before, Status.SUSPECT);
  }

  private void confirm(Doubt doubt, Update.Suspect suspect) {
    if (doubts.confirm(doubt, suspect.by())) {
      tell(suspect);
    }
  }

  private void refutationMissed(Doubt doubt) {
    bury(doubt, Status.FAILED, doubt.incarnation());
  }

  private void bury(Update update, Status status) {
    bury(null, update.who(), update.incarnation(), status);
  }

  private void bury(Known known, Status status, long incarnation) {
    if (known instanceof Doubt doubt) {
      doubts.end(doubt);
    }
    bury(known, known.who(), incarnation, status);
  }

  private void bury(@Nullable Known before, NodeId who, long incarnation, Status status) {
    Tombstone stone =
        new Tombstone(who, incarnation, status, Known.card(before), context.nowNanos());
    roster.put(stone);
    tell(Known.update(stone));
    changed(who, before, status);
  }

  private void changed(NodeId who, @Nullable Known known, Status after) {
    Status before = known == null ? Status.LEFT : known.status();
    if (known != null && before == after) {
      return;
    }
    if (after.isMember() && !before.isMember()) {
      context.note(new Note.Joined(who));
    }
    switch (after) {
      case ALIVE -> {
        if (before == Status.SUSPECT) {
          context.note(new Note.Trusted(who));
        }
      }
      case SUSPECT -> context.note(new Note.Suspected(who));
      case FAILED -> context.note(new Note.Failed(who));
      case LEFT -> context.note(new Note.Left(who));
    }
    if (after == Status.FAILED) {
      listeners.forEach(listener -> listener.suspected(who));
    } else if (before == Status.FAILED) {
      listeners.forEach(listener -> listener.trusted(who));
    }
  }

  /** Nobody knows better than this member how it is; its word has to prevail. */
  private void aboutMe(NodeId from, Update update) {
    boolean isAccusation = update.status() != Status.ALIVE;
    if (farewell != null || !isSound(from, update)) {
      return;
    }
    if (update.incarnation() < me.incarnation()) {
      misinformed = isAccusation ? from : misinformed;
      return;
    }
    boolean isAnotherLife =
        update.incarnation() > me.incarnation()
            || (update instanceof Update.Alive alive && !alive.says(me));
    if (isAccusation || isAnotherLife) {
      if (isAccusation) {
        health.worse(1);
      }
      announce(update.incarnation() + 1, new Card(me.name(), me.address(), me.tags()));
    }
  }

  private static int logarithm(int count) {
    return 32 - Integer.numberOfLeadingZeros(Math.max(1, count));
  }
}
