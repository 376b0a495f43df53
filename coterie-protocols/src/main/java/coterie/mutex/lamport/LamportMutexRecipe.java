package coterie.mutex.lamport;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.mutex.Asking;
import coterie.recipe.MutexRecipe;
import org.jspecify.annotations.Nullable;

/** Lamport's mutual exclusion by name. */
public final class LamportMutexRecipe {
  public static final MutexRecipe RECIPE =
      Asking.recipe(
          "lamport",
          "mutual exclusion by a queue that everybody keeps, in the order of stamps: 3(n-1)"
              + " messages",
          LamportMutex.Msg.class,
          LamportMutexRecipe::claimant,
          3,
          LamportMutex::new);

  private LamportMutexRecipe() {}

  private static @Nullable NodeId claimant(NodeId from, NodeId to, Message message) {
    return switch ((LamportMutex.Msg) message) {
      case LamportMutex.Request request -> from;
      case LamportMutex.Ack ack -> to;
      case LamportMutex.Release release -> from;
      case LamportMutex.Hello hello -> null;
      case LamportMutex.Welcome welcome -> null;
    };
  }
}
