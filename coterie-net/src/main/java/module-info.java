/** Protocols on sockets. It knows the vocabulary, and no protocol. */
module coterie.net {
  requires transitive coterie.core;
  requires static transitive org.jspecify;

  exports coterie.net;
  exports coterie.net.directory;
  exports coterie.net.disk;
  exports coterie.net.greet;
  exports coterie.net.metrics;
}
