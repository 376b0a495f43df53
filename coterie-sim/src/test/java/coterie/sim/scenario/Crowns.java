package coterie.sim.scenario;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.Cost;
import coterie.recipe.ElectionRecipe;
import coterie.recipe.Settings;
import java.util.List;
import java.util.Map;

/** An election in which a scenario says who leads. */
public final class Crowns implements Protocol<Crowns.Hail> {
  public record Hail() implements Message {}

  /** Crowns by name. */
  static final class AsRecipe implements ElectionRecipe {
    @Override
    public String name() {
      return "crowns";
    }

    @Override
    public String summary() {
      return "whoever is told to lead leads";
    }

    @Override
    public String latency() {
      return "30ms";
    }

    @Override
    public boolean isFenced() {
      return false;
    }

    @Override
    public Class<? extends Message> family() {
      return Hail.class;
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
      return node -> node.add("crowns", Hail.class, Crowns::new);
    }
  }

  static final Recipes RECIPES = new Recipes(List.of(new AsRecipe(), new Beats.AsRecipe()));

  private final Context<Hail> context;

  private Crowns(Context<Hail> context) {
    this.context = context;
  }

  @Override
  public void receive(NodeId from, Hail message) {}

  public void lead(long term) {
    context.note(new Note.Leads(term, Long.MAX_VALUE));
  }

  public void leadFor(long term, long nanos) {
    context.note(new Note.Leads(term, context.nowNanos() + nanos));
  }

  public void stepDown(long term) {
    context.note(new Note.SteppedDown(term));
  }

  public void hail(NodeId who) {
    context.send(who, new Hail());
  }
}
