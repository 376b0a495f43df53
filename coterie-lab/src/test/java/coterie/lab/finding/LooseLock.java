package coterie.lab.finding;

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
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A broken mutual exclusion: processes vote for anybody, however often they are asked. */
public final class LooseLock implements Protocol<LooseLock.Msg> {
  public sealed interface Msg extends Message {}

  public record Ask() implements Msg {}

  public record Vote() implements Msg {}

  public static final Recipes RECIPES = new Recipes(List.of(new AsRecipe()));

  private static final String LOCK = "lock";

  private final Context<Msg> context;
  private final View members;
  private final Alarm leave;
  private final SortedSet<NodeId> votes = new TreeSet<>();
  private boolean isWaiting;

  private LooseLock(Context<Msg> context, View members) {
    this.context = context;
    this.members = members;
    this.leave = context.alarm("leave", () -> context.note(new Note.Exited(LOCK, 0)));
  }

  public void acquire() {
    isWaiting = true;
    votes.clear();
    context.note(new Note.Wanted(LOCK));
    for (int i = 0; i < members.size(); i++) {
      context.send(members.at(i), new Ask());
    }
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Ask ask -> context.send(from, new Vote());
      case Vote vote -> {
        votes.add(from);
        if (isWaiting && 2 * votes.size() > members.size()) {
          isWaiting = false;
          context.note(new Note.Entered(LOCK, context.wallMillis()));
          leave.start(TimeText.SECOND);
        }
      }
    }
  }

  /** The lock by its name. */
  public static final class AsRecipe implements MutexRecipe {
    @Override
    public String name() {
      return "loose-lock";
    }

    @Override
    public String summary() {
      return "a broken mutual exclusion, for tests";
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
      return node -> node.add("lock", Msg.class, context -> new LooseLock(context, members));
    }
  }
}
