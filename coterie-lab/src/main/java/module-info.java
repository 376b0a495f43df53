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

  exports coterie.lab;
  exports coterie.lab.chart;
  exports coterie.lab.compare;
  exports coterie.lab.lesson;
  exports coterie.lab.live;
  exports coterie.lab.node;
  exports coterie.lab.picture;
  exports coterie.lab.picture.instants;
  exports coterie.lab.product;
  exports coterie.lab.report;
  exports coterie.lab.store;
  exports coterie.lab.svg;
  exports coterie.lab.sweep;
  exports coterie.lab.timeline;
  exports coterie.lab.trial;
  exports coterie.lab.tune;

  uses coterie.storage.StorageProvider;
}
