package coterie.broken;

import java.util.ArrayList;
import java.util.List;

/**
 * A protocol with a fault that was put in on purpose, as data: which text of its source is replaced
 * by which, and how the fault is looked for.
 *
 * @param name a word that no other variant has
 * @param recipe the protocol whose runs are judged
 * @param fault one sentence that says what is broken
 * @param changes what is replaced
 * @param faults the kinds of faults that a hunt draws, as on the command line
 * @param statements what all scenarios have in common in which a hunt looks for it
 * @param exploration how it is explored, in the words of {@link Looking}; empty if it is not
 */
record Variant(
    String name,
    String recipe,
    String fault,
    List<Change> changes,
    String faults,
    List<String> statements,
    String exploration) {

  /**
   * A text in a source file, and what is put in its place.
   *
   * @param file its path below {@code coterie} of its module
   */
  record Change(Module module, String file, String before, String after) {}

  /** Where a source file is. */
  enum Module {
    PROTOCOLS("../coterie-protocols"),
    CORE("../coterie-core");

    final String folder;

    Module(String folder) {
      this.folder = folder;
    }
  }

  Variant {
    changes = List.copyOf(changes);
    statements = List.copyOf(statements);
  }

  static Variant of(String name, String recipe, String fault) {
    return new Variant(name, recipe, fault, List.of(), "all", List.of("nodes 3", "until 20"), "");
  }

  /** With a text of a file of the protocols replaced. */
  Variant change(String file, String before, String after) {
    return with(new Change(Module.PROTOCOLS, file, before, after));
  }

  /** With a text of a file of the core replaced, such as the kernel. */
  Variant core(String file, String before, String after) {
    return with(new Change(Module.CORE, file, before, after));
  }

  private Variant with(Change change) {
    List<Change> more = new ArrayList<>(changes);
    more.add(change);
    return new Variant(name, recipe, fault, more, faults, statements, exploration);
  }

  /** Looked for with these kinds of faults, in place of all. */
  Variant faults(String kinds) {
    return new Variant(name, recipe, fault, changes, kinds, statements, exploration);
  }

  /** Looked for in scenarios that begin like that, in place of three nodes and twenty seconds. */
  Variant in(String... scenario) {
    return new Variant(name, recipe, fault, changes, faults, List.of(scenario), exploration);
  }

  /** Explored in that way as well. */
  Variant explored(String words) {
    return new Variant(name, recipe, fault, changes, faults, statements, words);
  }

  /** Whether that tool is expected to find it. */
  boolean isLookedForBy(Means means) {
    return switch (means) {
      case HUNT -> !statements.isEmpty();
      case EXPLORE -> !exploration.isEmpty();
    };
  }

  /** Whether it is in what all engines share, so that those must be loaded with it. */
  boolean isInCore() {
    return changes.stream().anyMatch(change -> change.module == Module.CORE);
  }

  @Override
  public String toString() {
    return name;
  }
}
