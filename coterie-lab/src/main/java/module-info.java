/**
 * The laboratory: protocols tried, compared, drawn, told and run on the sockets of this machine.
 */
module coterie.lab {
  requires transitive coterie.agent;
  requires transitive coterie.core;
  requires transitive coterie.net;
  requires transitive coterie.protocols;
  requires transitive coterie.sim;
  requires java.management;
  requires static transitive org.jspecify;

  exports coterie.lab.campaign;
  exports coterie.lab.chart;
  exports coterie.lab.client;
  exports coterie.lab.compare;
  exports coterie.lab.explore;
  exports coterie.lab.finding;
  exports coterie.lab.flag;
  exports coterie.lab.grade;
  exports coterie.lab.hunt;
  exports coterie.lab.lesson;
  exports coterie.lab.live;
  exports coterie.lab.merge;
  exports coterie.lab.node;
  exports coterie.lab.picture.instants;
  exports coterie.lab.picture;
  exports coterie.lab.product;
  exports coterie.lab.report;
  exports coterie.lab.session.compare;
  exports coterie.lab.session;
  exports coterie.lab.step;
  exports coterie.lab.store;
  exports coterie.lab.svg;
  exports coterie.lab.sweep;
  exports coterie.lab.timeline;
  exports coterie.lab.trial;
  exports coterie.lab.tune;
  exports coterie.lab;

  uses coterie.storage.StorageProvider;
}
