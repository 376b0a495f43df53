package coterie.member.swim;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.member.SwimStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells the others. News is passed on to a few random members as soon as it is heard
 * for the first time, which takes it to nearly everybody within a few network delays; and it rides
 * on probes and answers for a while, which takes it to the rest.
 *
 * <p>If each of n members passes a piece of news on to ln n + c random ones, all hear it with
 * probability exp(-exp(-c)) (A.-M. Kermarrec, L. Massoulié and A. Ganesh, "Probabilistic reliable
 * dissemination in large-scale systems", 2003); with log2 n + 1 that is 0.9 and more. Unlike there,
 * whoever is missed hears it a little later.
 */
final class Dissemination {
  /** News that come within this part of a period go out together. */
  private static final int PAUSES = 200;

  /** A member that has so much to tell is better served by comparing lists. */
  private static final int BACKLOG = 8;

  private final Context<?> context;
  private final SwimConfig config;
  private final NodeId self;
  private final MemberList list;
  private final RandomMembers randomMembers;
  private final Speaker speaker;
  private final Alarm alarm;
  private final Gossip gossip = new Gossip();
  private Update ownWord;
  private int urgentLeft;
  private long refillAtNanos = Long.MIN_VALUE;

  /** There is a word of this member about itself that others should hear at once. */
  private boolean isOwnWordNew;

  /** The alarm looks whether the crowd is over. */
  private boolean isResting;

  /** What a newcomer learns is news to nobody but itself. */
  private boolean isNewcomer;

  /**
   * The member that has just accused somebody of something that is long refuted, and has to hear it
   * again.
   */
  private @Nullable NodeId misinformed;

  private NodeId misjudged;

  /** Those who have accused this member, and until when they hear its word with every message. */
  private final Map<NodeId, Long> accusers = new LinkedHashMap<>(0);

  Dissemination(
      Context<?> context,
      SwimConfig config,
      MemberList list,
      RandomMembers randomMembers,
      Speaker speaker,
      Update.Alive me) {
    this.context = context;
    this.config = config;
    this.self = context.self();
    this.list = list;
    this.randomMembers = randomMembers;
    this.speaker = speaker;
    this.misjudged = self;
    this.ownWord = me;
    this.alarm = context.alarm("news", this::passOn);
  }

  void clear() {
    gossip.clear();
    misinformed = null;
    accusers.clear();
    isOwnWordNew = false;
    alarm.stop();
  }

  /** Whether there is more to tell than probes and answers can carry soon. */
  boolean isBehind() {
    return gossip.size() > BACKLOG;
  }

  /**
   * Another one has just sent its list. A member that has too much to tell leaves it to the
   * comparison of lists to say who belongs to the group.
   */
  void compared() {
    if (isBehind()) {
      agreed();
    }
  }

  /**
   * Another one has the same list. Any other member that lacks something finds it out in the same
   * way.
   */
  void agreed() {
    gossip.drop(update -> update instanceof Update.Alive && !update.who().equals(self));
  }

  /** What another tells need not be told so often; where news only ride on probes it is. */
  void heardBack(Update update) {
    if (config.urgentMax() > 0 && !gossip.isEmpty()) {
      gossip.heardBack(update, tellMax());
    }
  }

  private int tellMax() {
    return config.tellFactor() * logarithm(list.memberCount());
  }

  /** What goes along with the question whether another has the same list. */
  List<Update> gossipForComparing(NodeId with) {
    return isBehind() ? List.of(ownWord) : gossipFor(with);
  }

  /** A member that was cut off itself was in no position to judge others. */
  void retractVerdicts() {
    gossip.drop(update -> update instanceof Update.Failed);
  }

  void learns(boolean asNewcomer) {
    isNewcomer = asNewcomer;
  }

  void tell(Update update) {
    boolean isOwn = update.who().equals(self);
    if (isOwn) {
      ownWord = update;
    } else if (isNewcomer) {
      return;
    }
    if (config.queued()) {
      gossip.add(update, context.nowNanos());
      isOwnWordNew |= isOwn;
      hurry();
    }
  }

  /** There is something that others should hear soon. */
  void hurry() {
    if (config.urgentMax() == 0) {
      return;
    }
    if (isOwnWordNew || urgentLeft() > 0) {
      long soon = config.periodNanos() / PAUSES;
      if (!alarm.isRunning() || isOwnWordNew || (isResting && !isCrowded())) {
        isResting = false;
        alarm.start(soon);
      }
    } else if (!alarm.isRunning()) {
      alarm.start(refillAtNanos - context.nowNanos());
    }
  }

  /**
   * Returns whether enough have come to a large group for lists to tell of them sooner than news
   * does. Nothing else is held up: where somebody is accused or has gone, news is urgent.
   */
  private boolean isCrowded() {
    return list.hasParts() && isBehind() && gossip.tellsOnlyOfLiving();
  }

  /**
   * How many urgent messages are left. A period here is never stretched: in bad health there is
   * more to tell, and not less.
   */
  private int urgentLeft() {
    long now = context.nowNanos();
    if (now >= refillAtNanos) {
      urgentLeft = config.urgentMax();
      refillAtNanos = now + config.periodNanos();
    }
    return urgentLeft;
  }

  /** What a member says of itself is outside the budget: it may have to refute in time. */
  private void passOn() {
    int wanted = 1 + logarithm(list.memberCount());
    boolean isFree = isOwnWordNew;
    isOwnWordNew = false;
    if (isCrowded()) {
      if (isFree) {
        List<Update> own = List.of(ownWord);
        randomMembers.several(wanted, self).forEach(to -> speaker.tell(to, own));
      }
      isResting = true;
      alarm.start(config.periodNanos());
      return;
    }
    int count = isFree ? wanted : Math.min(urgentLeft(), wanted);
    for (NodeId to : randomMembers.several(count, self)) {
      if (send(to) && !isFree) {
        urgentLeft--;
      }
    }
    if (count < wanted && !gossip.isEmpty()) {
      alarm.start(refillAtNanos - context.nowNanos());
    }
  }

  private boolean send(NodeId to) {
    List<Update> news = gossipFor(to);
    if (!news.isEmpty()) {
      speaker.tell(to, news);
    }
    return !news.isEmpty();
  }

  /** The accuser will hear with the next message that this member refuted what it is accused of. */
  void correct(NodeId who, NodeId about) {
    misinformed = who;
    misjudged = about;
    if (about.equals(self) && config.urgentMax() > 0) {
      long now = context.nowNanos();
      accusers.values().removeIf(until -> until <= now);
      accusers.put(who, now + config.periodNanos());
    }
  }

  /**
   * Where messages are lost one refutation is soon lost, and the accuser may hear from nobody else
   * before its time is over.
   */
  private boolean isAccuser(NodeId who) {
    Long until = accusers.isEmpty() ? null : accusers.get(who);
    return until != null && context.nowNanos() < until;
  }

  /** No answer is on its way to the accuser; a correction is outside the budget. */
  void answerNews(NodeId from) {
    if (from.equals(misinformed) && config.urgentMax() > 0) {
      send(from);
    }
  }

  /** What goes to that member along with any message. */
  List<Update> gossipFor(NodeId to) {
    if (!config.queued()) {
      return sample();
    }
    MemberState known = list.find(to);
    boolean isAccused = known != null && isToldFirst(known.status());
    boolean isMisinformed = to.equals(misinformed);
    boolean isAccuser = isAccuser(to);
    if (!isAccused && !isMisinformed && !isAccuser && gossip.isEmpty()) {
      return List.of();
    }
    List<Update> news = new ArrayList<>();
    if (isAccuser) {
      news.add(ownWord);
    }
    if (isMisinformed) {
      misinformed = null;
      MemberState refuted = list.find(misjudged);
      if (refuted != null && !(isAccuser && misjudged.equals(self))) {
        news.add(misjudged.equals(self) ? ownWord : MemberState.update(refuted));
      }
    }
    if (known != null && isAccused) {
      news.add(MemberState.update(known)); // It should hear first what it has to refute.
    }
    long oldest = context.nowNanos() - config.tombstoneNanos();
    boolean mayHearOfItself = known instanceof Suspicion && !isAccused;
    int countMax = config.gossipMax() == 0 ? Integer.MAX_VALUE : config.gossipMax();
    gossip.take(news, countMax, tellMax(), oldest, mayHearOfItself ? self : to);
    return news;
  }

  /** Nothing but what that member itself is accused of. */
  List<Update> accusationOf(NodeId to) {
    MemberState known = list.find(to);
    boolean isAccused = known != null && isToldFirst(known.status());
    return known != null && isAccused ? List.of(MemberState.update(known)) : List.of();
  }

  /** A member believed gone must be told so: nothing else brings it back. */
  private boolean isToldFirst(SwimStatus status) {
    return status == SwimStatus.SUSPECT ? config.tellsSuspects() : status != SwimStatus.ALIVE;
  }

  /** The sender and random others, the failed included. */
  private List<Update> sample() {
    List<Update> news = new ArrayList<>(config.gossipMax());
    news.add(ownWord);
    for (int tries = 2 * config.gossipMax(); tries > 0; tries--) {
      MemberState known = list.find(list.at((int) context.random(list.places())));
      boolean isNews = known != null && !known.who().equals(self) && !isFading(known);
      if (known != null && isNews && news.size() < config.gossipMax()) {
        Update update = MemberState.update(known);
        if (!news.contains(update)) {
          news.add(update);
        }
      }
    }
    return news;
  }

  /** Silence comes before forgetting, or members would remind each other forever. */
  private boolean isFading(MemberState known) {
    return known instanceof Tombstone stone
        && context.nowNanos() - stone.sinceNanos() > config.forgetNanos() / 2;
  }

  static int logarithm(int count) {
    return 32 - Integer.numberOfLeadingZeros(Math.max(1, count));
  }
}
