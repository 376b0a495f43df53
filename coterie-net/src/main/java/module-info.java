/** Protocols on sockets. It knows the vocabulary, and no protocol. */
module coterie.net {
  requires transitive coterie.core;
  requires static transitive org.jspecify;

  exports coterie.net;
}
