/** The command coterie. */
@org.jspecify.annotations.NullMarked
module coterie.cli {
  requires static org.jspecify;
  requires coterie;
  requires coterie.agent;
  requires coterie.core;
  requires coterie.lab;
  requires coterie.net;
  requires coterie.protocols;
  requires coterie.sim;
  requires info.picocli;

  exports coterie.cli;

  opens coterie.cli to
      info.picocli;
  opens coterie.cli.flags to
      info.picocli;
  opens coterie.cli.page to
      info.picocli;
  opens coterie.cli.agent to
      info.picocli;

  uses coterie.recipe.Recipe;
}
