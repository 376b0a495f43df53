package coterie.sim.scenario;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mutual exclusion in which a scenario says who enters. */
public final class Doors implements Protocol<Doors.Knock> {
  public record Knock() implements Message {}

  /** Doors by name. */
  static final class AsRecipe implements MutexRecipe {
    @Override
    public String name() {
      return "doors";
    }

    @Override
    public String summary() {
      return "whoever is told to enter is inside";
    }

    @Override
    public boolean hasLeader() {
      return true;
    }

    @Override
    public Promise promise(Settings settings) {
      return new Promise.Always();
    }

    @Override
    public Class<? extends Message> family() {
      return Knock.class;
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
      return node -> node.add("doors", Knock.class, Doors::new);
    }
  }

  static final Recipes RECIPES =
      new Recipes(List.of(new AsRecipe(), new Crowns.AsRecipe(), new Beats.AsRecipe()));

  private final Context<Knock> context;

  private Doors(Context<Knock> context) {
    this.context = context;
  }

  @Override
  public void receive(NodeId from, Knock message) {}

  public void enter(String lock, long token) {
    context.note(new Note.Wanted(lock));
    context.note(new Note.Entered(lock, token));
  }

  public void leave(String lock) {
    context.note(new Note.Exited(lock, 0));
  }

  public void lose(String lock) {
    context.note(new Note.LostLock(lock, 0));
  }

  public void lead(long term) {
    context.note(new Note.Leads(term, Long.MAX_VALUE));
  }

  /** A method may have the name of a role. */
  public String holder() {
    return "somebody";
  }

  public void knock(NodeId who) {
    context.send(who, new Knock());
  }
}
