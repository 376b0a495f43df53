/** The vocabulary of Coterie. It depends on nothing. */
module coterie.core {
  requires static transitive org.jspecify;

  exports coterie.core;
  exports coterie.json;
  exports coterie.recording;
  exports coterie.storage;
  exports coterie.wheel;
  exports coterie.wire;
}
