/** The library that a service depends on. */
module coterie {
  requires transitive coterie.core;
  requires transitive coterie.protocols;
  requires transitive coterie.net;
  requires java.naming;
  requires static transitive org.jspecify;

  exports coterie;
  exports coterie.calls;

  provides coterie.recipe.Blueprints with
      coterie.node.NodeBlueprints;
}
