package coterie.net.admission;

import coterie.core.NodeId;
import coterie.net.socket.Origin;
import java.net.InetSocketAddress;

/** A node that has greeted this host, and waits for an answer. */
record Newcomer(
    NodeId node,
    String name,
    long incarnation,
    InetSocketAddress address,
    long echo,
    Origin origin) {}
