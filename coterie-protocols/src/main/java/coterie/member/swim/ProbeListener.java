package coterie.member.swim;

import coterie.core.NodeId;
import java.util.List;

/** Hears what probes bring to light. */
interface ProbeListener {
  /** A period has begun. Returns whether a member is to be probed in it. */
  boolean periodBegan();

  /**
   * A member answered neither this one nor those who were asked to try.
   *
   * @param confirming those of them who say that they did try
   */
  void unanswered(NodeId target, List<NodeId> confirming);

  /** Nobody listens any more where a member did, and others have seen it, too. */
  void closed(MemberState target);

  /** An alarm came that late: this member was paused, which is nobody else's fault. */
  void overslept(long nanos);
}
