package coterie.agent;

import coterie.HostPort;
import coterie.agent.http.HttpServer;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where a node that runs a protocol by itself, and not as a part of the library, is asked over
 * HTTP: the same door as that of an agent, with the same bounds.
 */
public final class NodeDoor implements AutoCloseable {
  /** The node behind the door. Every method may be called by many threads at once. */
  public interface Behind {
    /** What can be said of the node, as an object. */
    Map<String, ? extends @Nullable Object> state() throws InterruptedException, TimeoutException;

    /**
     * Calls a method of its protocols.
     *
     * @return what came of it, as an object
     * @throws IllegalArgumentException if there is no such call
     * @throws IllegalStateException if the protocol refuses it, or has failed
     */
    Map<String, ? extends @Nullable Object> call(String name, List<String> arguments)
        throws InterruptedException, TimeoutException;

    /** What is wrong with it, in sentences. */
    List<String> problems();

    /** Lets it end soon. */
    void leave();
  }

  private final Events events = new Events();
  private final Keys keys;
  private final HttpServer door;

  private NodeDoor(HostPort where, @Nullable String token, Keys keys, Behind node)
      throws IOException {
    this.keys = keys;
    this.door = HttpServer.open(where, token, new NodeRoutes(node, events, keys).all());
  }

  /**
   * Answers from now on.
   *
   * @param token what clients must send; null: nothing, and then only loopback is served
   * @param ring the keys of the cluster; null: none
   * @param keyFile where they are kept; null: nowhere
   */
  public static NodeDoor open(
      HostPort where,
      @Nullable String token,
      @Nullable KeyRing ring,
      @Nullable Path keyFile,
      Behind node)
      throws IOException {
    Tokens.require(where, token);
    return new NodeDoor(where, token, new Keys(ring, keyFile), node);
  }

  /** With the port that it got. */
  public HostPort address() {
    return door.address();
  }

  /** What is wrong with the key file, if others than its owner may read it; otherwise null. */
  public @Nullable String warning() {
    return keys.warning();
  }

  /**
   * Tells all who follow the events.
   *
   * @return the event as one JSON object, with its number and the time of the day
   */
  public String happened(String kind, Map<String, ? extends @Nullable Object> fields) {
    return events.add(kind, fields).json();
  }

  @Override
  public void close() {
    door.close();
  }
}
