package coterie.core;

import java.util.function.Function;

/** A node under construction: protocols stacked on numbered channels. An engine provides it. */
public interface Node {
  NodeId self();

  /**
   * Adds a protocol on the next channel and returns it, so that a later one can build on it. Every
   * node of a blueprint adds the same channels in the same order.
   *
   * @param channel the name of the channel, in traces and recordings
   * @param family the sealed interface that all messages of the protocol implement
   */
  <M extends Message, P extends Protocol<M>> P add(
      String channel, Class<M> family, Function<? super Context<M>, P> maker);
}
