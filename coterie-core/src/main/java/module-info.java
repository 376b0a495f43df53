/** The vocabulary of Coterie. It depends on nothing. */
module coterie.core {
  requires static transitive org.jspecify;

  exports coterie.core;
  exports coterie.kernel;
  exports coterie.json;
  exports coterie.recipe;
  exports coterie.recording;
  exports coterie.storage;
  exports coterie.wheel;
  exports coterie.wire;

  uses coterie.recipe.Recipe;
  uses coterie.recipe.Recipe.Book;
}
