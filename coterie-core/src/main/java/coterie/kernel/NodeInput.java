package coterie.kernel;

/** Something that happens to a node, and may have to wait until the node can take it. */
public interface NodeInput {
  void run();

  /** The life has ended before it could run. */
  default void lost() {}
}
