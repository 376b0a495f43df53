package coterie.sim.scenario;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/** A small protocol for scenarios: everybody beats to its neighbour, and can be called. */
public final class Beats implements Protocol<Beats.Beat> {
  public record Beat(long number) implements Message {}

  public record Heard(NodeId from) implements Note {}

  /** Beats by name. */
  static final class AsRecipe implements Recipe {
    @Override
    public String name() {
      return "beats";
    }

    @Override
    public String summary() {
      return "beat to your neighbour";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.duration("period", "10", "how often"),
          Setting.flag("loud", "note what is heard"));
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node ->
          node.add("beats", Beat.class, context -> new Beats(context, members, settings));
    }
  }

  static final Recipes RECIPES = new Recipes(List.of(new AsRecipe()));

  private final Context<Beat> context;
  private final NodeId neighbour;
  private final Settings settings;
  private final Alarm beat;
  private long number;

  private Beats(Context<Beat> context, View members, Settings settings) {
    this.context = context;
    this.neighbour = members.at(members.after(members.indexOf(context.self())));
    this.settings = settings;
    this.beat = context.alarm("beat", this::beatDue);
  }

  @Override
  public void start() {
    beat.start(settings.nanos("period"));
  }

  private void beatDue() {
    beat.start(settings.nanos("period"));
    context.send(neighbour, new Beat(++number));
  }

  @Override
  public void receive(NodeId from, Beat message) {
    if (settings.flag("loud")) {
      context.note(new Heard(from));
    }
  }

  public long beats() {
    return number;
  }

  public void hit(NodeId who, long number, boolean twice) {
    context.send(who, new Beat(number));
    if (twice) {
      context.send(who, new Beat(number));
    }
  }

  public String join(String word, int times) {
    return word.repeat(times);
  }

  public void fail() {
    throw new IllegalStateException("as told");
  }
}
