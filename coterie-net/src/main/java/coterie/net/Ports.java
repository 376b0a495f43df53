package coterie.net;

/** The two ways into and out of a node that listens. */
record Ports(Datagrams datagrams, Streams streams) {}
