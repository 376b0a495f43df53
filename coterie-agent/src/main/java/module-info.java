/** A node of a group as a process of its own. */
@SuppressWarnings("requires-automatic") // Micrometer's jars have names, and no descriptors.
module coterie.agent {
  requires transitive coterie;
  requires jdk.management;
  requires static micrometer.core;
  requires static micrometer.registry.prometheus;
  requires static transitive org.jspecify;

  exports coterie.agent;
  exports coterie.agent.hold;
  exports coterie.agent.up;
  exports coterie.agent.http;
}
