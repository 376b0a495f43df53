package coterie.elect;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node with a mistake that is often made: its ring election does not hand an announcement on if
 * it knows that leader already. Everything else is as it should be.
 */
final class DeafToNews implements Node {
  private final Node node;
  private @Nullable Election election;

  DeafToNews(Node node) {
    this.node = node;
  }

  @Override
  public NodeId self() {
    return node.self();
  }

  @Override
  public <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> family, Function<? super Context<M>, P> maker) {
    P protocol = node.add(channel, family, context -> maker.apply(sieved(context)));
    if (protocol instanceof Election found) {
      election = found;
    }
    return protocol;
  }

  @SuppressWarnings("unchecked")
  private <M extends Message> Context<M> sieved(Context<M> context) {
    return (Context<M>)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) ->
                method.getName().equals("send") && isHeldBack(arguments[1])
                    ? null
                    : invoke(context, method, arguments));
  }

  private boolean isHeldBack(Object message) {
    return message instanceof RingElection.Announcement announcement
        && election != null
        && !announcement.lap().initiator().equals(self())
        && announcement.leader().equals(election.leader());
  }

  private static Object invoke(Context<?> context, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(context, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
