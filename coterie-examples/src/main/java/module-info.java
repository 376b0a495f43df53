/** A protocol of a user's own, brought to the command by its jar. */
module coterie.examples {
  requires static org.jspecify;
  requires transitive coterie.core;

  exports coterie.examples;

  provides coterie.core.Recipe with
      coterie.examples.RumorRecipe;
}
