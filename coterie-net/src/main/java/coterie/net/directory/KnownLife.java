package coterie.net.directory;

import java.net.InetSocketAddress;

/** Where a member is, and in which life, as far as somebody knows. */
public record KnownLife(InetSocketAddress address, long incarnation) {}
