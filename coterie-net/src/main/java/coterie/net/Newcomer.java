package coterie.net;

import coterie.core.NodeId;
import java.net.InetSocketAddress;

/** A node that has greeted this host, and waits for an answer. */
record Newcomer(
    NodeId node,
    String name,
    long incarnation,
    InetSocketAddress address,
    long echo,
    Greeter.Origin origin) {}
