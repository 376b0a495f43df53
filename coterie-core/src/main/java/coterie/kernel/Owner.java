package coterie.kernel;

import coterie.core.NodeId;
import coterie.core.Protocol;
import org.jspecify.annotations.Nullable;

/** The protocol on one channel in one life of a node, as what it has asked for remembers it. */
interface Owner {
  NodeId self();

  int node();

  int channel();

  /** Returns it; null until its node is built, and after its life. */
  @Nullable Protocol<?> protocol();
}
