/**
 * The laboratory: protocols tried, compared, drawn, told and run on the sockets of this machine.
 */
module coterie.lab {
  requires transitive coterie.agent;
  requires transitive coterie.core;
  requires transitive coterie.net;
  requires transitive coterie.protocols;
  requires transitive coterie.sim;
  requires static transitive org.jspecify;

  exports coterie.lab.picture;
  exports coterie.lab.picture.instants;
  exports coterie.lab.report;
  exports coterie.lab.svg;
  exports coterie.lab.timeline;

  uses coterie.core.Recipe;
  uses coterie.storage.StorageProvider;
}
