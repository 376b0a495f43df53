package coterie.net;

import java.net.InetSocketAddress;

/** Where a member is, and in which life, as far as somebody knows. */
public record Known(InetSocketAddress address, long incarnation) {}
