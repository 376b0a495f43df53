/** A protocol of a user's own, brought to the command by its jar; and what a service may need. */
module coterie.examples {
  requires static org.jspecify;
  requires transitive coterie.core;
  requires transitive coterie.net;
  requires coterie.protocols;
  requires transitive java.sql;

  exports coterie.examples;

  provides coterie.recipe.Recipe with
      coterie.examples.RumorRecipe,
      coterie.examples.PulseRecipe,
      coterie.examples.LowestRecipe,
      coterie.examples.ClerkRecipe;
}
