package coterie.mutex.ricartagrawala;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.mutex.Asking;
import coterie.recipe.MutexRecipe;
import org.jspecify.annotations.Nullable;

/** Ricart and Agrawala's mutual exclusion by name. */
public final class RicartAgrawalaRecipe {
  public static final MutexRecipe RECIPE =
      Asking.recipe(
          "ricart-agrawala",
          "mutual exclusion by everybody's permission, in the order of stamps: 2(n-1) messages",
          RicartAgrawala.Msg.class,
          RicartAgrawalaRecipe::claimant,
          2,
          RicartAgrawala::new);

  private RicartAgrawalaRecipe() {}

  private static @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return switch ((RicartAgrawala.Msg) message) {
      case RicartAgrawala.Request request -> from;
      case RicartAgrawala.Reply reply -> to;
      case RicartAgrawala.Hello hello -> null;
      case RicartAgrawala.Welcome welcome -> null;
    };
  }
}
