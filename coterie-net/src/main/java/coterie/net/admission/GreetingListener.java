package coterie.net.admission;

import coterie.net.socket.Origin;

/** Hears what comes of greetings, in the loop. */
public interface GreetingListener {
  /** Hears that another node knows this life. */
  void accepted();

  /** Hears that this node's name has a later life, which has answered. */
  void superseded(long incarnation);

  /** Takes a packet that has waited until the life of its sender had answered. */
  void again(byte[] packet, Origin origin);
}
