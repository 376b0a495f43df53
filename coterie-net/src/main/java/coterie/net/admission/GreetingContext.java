package coterie.net.admission;

import coterie.net.directory.Directory;
import coterie.net.directory.Identity;
import coterie.net.greet.Accord;
import coterie.net.loop.EventLoop;
import coterie.net.metrics.Counters;
import coterie.net.packet.Packets;
import coterie.net.socket.PortProbe;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a host says of itself when it greets, and what greetings work with.
 *
 * @param address where others are told to reach it
 * @param accord which settings nodes of the cluster share
 * @param suspicionNanos a node that does not answer for so long is taken for dead when another one
 *     asks for its name
 */
public record GreetingContext(
    Identity self,
    Supplier<InetSocketAddress> address,
    Accord accord,
    long suspicionNanos,
    EventLoop loop,
    Packets packets,
    Directory directory,
    PortProbe portProbe,
    Counters counters,
    GreetingListener listener) {
  /** Returns why the node that says so does not belong here; null if it does. */
  @Nullable String objection(String name, String settings) {
    if (settings.length() > Accord.TEXT_MAX || settings.chars().anyMatch(Character::isISOControl)) {
      return name + " says of its settings what cannot be read";
    }
    return accord.objection(name, settings);
  }
}
