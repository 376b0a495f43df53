package coterie.core;

import java.util.List;

/**
 * A membership protocol that numbers the lives of every member by an incarnation, which nobody but
 * the member itself raises. Under one incarnation a member that is gone does not become alive
 * again, whatever others say of it; so an old word never prevails over a newer one.
 */
public interface Roster {
  /**
   * What this process holds of a member, itself included.
   *
   * @param isAlive whether it is a member and not suspected
   * @param isGone whether it has failed or left
   */
  record Listed(NodeId who, long incarnation, boolean isAlive, boolean isGone) {}

  /** Returns all that are listed, in ascending order; the dead as long as they are remembered. */
  List<Listed> roster();
}
