package coterie.sim.shrink;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A broken mutual exclusion: a process enters with the votes of a majority, but a vote is not
 * saved, so that one who crashes and comes back votes twice. It also chats, to no purpose.
 */
public final class ForgetfulLock implements Protocol<ForgetfulLock.Msg> {
  public sealed interface Msg extends Message {}

  public record Ask(long round) implements Msg {}

  public record Vote(long round) implements Msg {}

  public record Free() implements Msg {}

  public record Chat(long number) implements Msg {}

  static final Recipes RECIPES = new Recipes(List.of(new AsRecipe(false)));

  /** One that is broken in every second run, so that it obeys no seed. */
  static final Recipes MOODY = new Recipes(List.of(new AsRecipe(true)));

  private static final AtomicLong RUNS = new AtomicLong();

  private static final String LOCK = "lock";

  private final Context<Msg> context;
  private final View members;
  private final long holdNanos;
  private final boolean isOpen;
  private final Alarm leave;
  private final Alarm chat;
  private final SortedSet<NodeId> votes = new TreeSet<>();
  private @Nullable NodeId votedFor;
  private long round;
  private long chats;
  private boolean isWaiting;

  private ForgetfulLock(Context<Msg> context, View members, long holdNanos, boolean isOpen) {
    this.context = context;
    this.members = members;
    this.holdNanos = holdNanos;
    this.isOpen = isOpen;
    this.leave = context.alarm("leave", this::leave);
    this.chat = context.alarm("chat", this::chat);
  }

  @Override
  public void start() {
    chat();
  }

  public void acquire() {
    isWaiting = true;
    round = context.nowNanos();
    votes.clear();
    context.note(new Note.Wanted(LOCK));
    toAll(new Ask(round));
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Ask(long asked) -> {
        if (votedFor == null || isOpen) {
          votedFor = from;
          context.send(from, new Vote(asked));
        }
      }
      case Vote(long asked) -> {
        if (isWaiting && asked == round && votes.add(from) && isMajority()) {
          isWaiting = false;
          context.note(new Note.Entered(LOCK, context.nowNanos()));
          leave.start(holdNanos);
        }
      }
      case Free free -> votedFor = from.equals(votedFor) ? null : votedFor;
      case Chat any -> {}
    }
  }

  private boolean isMajority() {
    return 2 * votes.size() > members.size();
  }

  private void leave() {
    context.note(new Note.Exited(LOCK, 0));
    toAll(new Free());
  }

  private void chat() {
    chats++;
    context.send(members.at((int) context.random(members.size())), new Chat(chats));
    chat.start(TimeText.SECOND / 2);
  }

  private void toAll(Msg message) {
    for (int i = 0; i < members.size(); i++) {
      context.send(members.at(i), message);
    }
  }

  private record AsRecipe(boolean isMoody) implements MutexRecipe {
    @Override
    public String name() {
      return isMoody ? "moody-lock" : "forgetful-lock";
    }

    @Override
    public String summary() {
      return "a broken mutual exclusion, for tests";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.duration("hold", "3", "how long a process is inside"),
          Setting.count("taste", 1, "changes nothing"));
    }

    @Override
    public Promise promise(Settings settings) {
      return new Promise.Always();
    }

    @Override
    public Class<? extends Message> family() {
      return Msg.class;
    }

    @Override
    public @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
      return from;
    }

    @Override
    public List<Cost> costs(int nodes) {
      return List.of();
    }

    @Override
    public Map<String, String> laboratory() {
      return Map.of();
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      long hold = settings.nanos("hold");
      View voters = isMoody && RUNS.incrementAndGet() % 2 == 1 ? View.numbered(0, 1) : members;
      boolean isOpen = isMoody && voters.size() == 1;
      return node -> node.add("lock", Msg.class, c -> new ForgetfulLock(c, voters, hold, isOpen));
    }
  }
}
